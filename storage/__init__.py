"""What is kept: the nouns, the database, WARC files, blobs. Imports none of the other packages."""
