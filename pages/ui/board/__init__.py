"""The boards of a visit, and how a page shows one."""
