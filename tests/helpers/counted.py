"""A kernel that counts."""


class Counted:
    """A kernel that counts the entries of K that it is asked for."""

    title = "Counted"
    psd = True

    def __init__(self, kernel):
        self.kernel, self.entries = kernel, 0

    def __call__(self, A, B):
        self.entries += len(A) * len(B)
        return self.kernel(A, B)
