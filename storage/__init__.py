"""Storage: records, database, WARC files, blobs. Imports none of the other packages."""
