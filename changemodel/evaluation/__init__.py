"""Judging change detectors: average precision as the source defines it, and the distances to beat.

``block_reading``, over ``segmentation`` and ``block_gist``, reads pictures by blocks in place of grid cells: for the
source's structural table, and for benchmarks. ``ChangeModel`` does not use it.
"""
