"""All derivations, in the order of the menu. A new one is an entry here."""
