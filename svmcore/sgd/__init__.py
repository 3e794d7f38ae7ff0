"""Subgradient descent on the primal: two classes, a tube or k score functions.

Source: Bottou, Stochastic gradient descent tricks (2012),
https://leon.bottou.org/papers/bottou-tricks-2012
"""
