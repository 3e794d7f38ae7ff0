"""Files that a browser asks for by address, and keeps."""
