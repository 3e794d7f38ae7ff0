"""A file that is dropped anywhere on a page, the picture too."""
