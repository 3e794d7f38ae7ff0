"""The figures of the page as files, which the browser makes."""
