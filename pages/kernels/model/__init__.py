"""What is computed for the page Kernels."""
