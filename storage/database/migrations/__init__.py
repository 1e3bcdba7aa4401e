"""Numbered steps from one schema to the next, applied by ``storage.database.upgrade``."""
