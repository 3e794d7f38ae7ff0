"""This page by its address, on a server that no visitor has opened yet: see `app.py`."""

from app import main

main()
