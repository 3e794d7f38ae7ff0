"""The pictures of the Guide: examples of its ideas, and the marks of the app's pictures."""
