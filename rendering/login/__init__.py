"""What lets a visit in, and what of it must not reach the archive."""
