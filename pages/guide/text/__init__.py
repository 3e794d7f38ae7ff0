"""All that the Guide says: ideas, the marks of the picture, tools, terms and formulas."""
