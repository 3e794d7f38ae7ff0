"""The figures of the page Mathematics."""
