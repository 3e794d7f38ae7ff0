"""What the pages share: widgets, caches and the clickable canvas."""
