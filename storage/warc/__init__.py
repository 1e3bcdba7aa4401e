"""WARC files: records written, read, rewritten and recovered."""
