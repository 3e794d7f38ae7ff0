"""The figures of the page Kernels."""
