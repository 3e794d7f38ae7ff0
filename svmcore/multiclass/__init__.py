"""Machines for more than two classes, exact and proved: `train_many(kernel, X, labels, scheme)`."""

from svmcore.multiclass.joint_problem import JOINT, Joint, Machine
from svmcore.multiclass.model import SCHEMES, Component, Many, Verdict
from svmcore.multiclass.solve import Solved, solve_joint, solve_on
from svmcore.multiclass.train import train_many

__all__ = [
    "JOINT",
    "SCHEMES",
    "Component",
    "Joint",
    "Machine",
    "Many",
    "Solved",
    "Verdict",
    "solve_joint",
    "solve_on",
    "train_many",
]
