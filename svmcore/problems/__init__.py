"""State the problem, judge a point."""

from svmcore.problems.certificate import Certificate, certify
from svmcore.problems.formulations import DualProblem, PrimalProblem, Problem

__all__ = ["Certificate", "DualProblem", "PrimalProblem", "Problem", "certify"]
