"""The views of the page Evaluation, one module each."""
