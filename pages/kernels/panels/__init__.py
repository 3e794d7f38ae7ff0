"""The views of the page Kernels, one module each."""
