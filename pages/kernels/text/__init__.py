"""What the page Kernels says."""
