"""Models for more than two classes, exact and proved: `train_many(kernel, X, labels, scheme)`."""

from svmcore.multiclass.joint_problem import JOINT, Joint, JointPoint
from svmcore.multiclass.model import SCHEMES, ComponentProof, Decision, MulticlassModel
from svmcore.multiclass.solve import solve_joint, solve_on
from svmcore.multiclass.train import train_many

__all__ = [
    "JOINT",
    "SCHEMES",
    "ComponentProof",
    "Decision",
    "Joint",
    "JointPoint",
    "MulticlassModel",
    "solve_joint",
    "solve_on",
    "train_many",
]
