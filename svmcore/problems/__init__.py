"""State the problem, judge a point."""

from svmcore.problems.base import Problem
from svmcore.problems.certificate import Certificate, certify
from svmcore.problems.dual import DualProblem
from svmcore.problems.primal import PrimalProblem

__all__ = ["Certificate", "DualProblem", "PrimalProblem", "Problem", "certify"]
