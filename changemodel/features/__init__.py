"""What a version looks like in numbers: images, GIST on a grid, region distances, alignment, sets of
links."""
