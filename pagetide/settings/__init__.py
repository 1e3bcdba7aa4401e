"""All settings of a collection: read from its file, composed, described."""
