"""Several classes: models of two that decide together (`binary`), and the joint problems.

`solve_joint(kernel, X, Joint(labels, k, C, scheme))` trains all score functions in one problem, of
Weston and Watkins or of Crammer and Singer.
"""

from svmcore.multiclass.joint_problem import JOINT, Joint, JointPoint
from svmcore.multiclass.solve import solve_joint, solve_on

__all__ = ["JOINT", "Joint", "JointPoint", "solve_joint", "solve_on"]
