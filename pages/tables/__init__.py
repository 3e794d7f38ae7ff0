"""Tables of the visitor's own data: reading, choice of columns, preparation, planes to view."""
