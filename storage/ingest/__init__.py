"""Archives of other tools taken into a collection, and our own read back after a loss."""
