"""The figures of the page Evaluation."""
