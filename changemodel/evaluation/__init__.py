"""Judging change detectors: average precision as the source defines it, and the distances to beat."""
