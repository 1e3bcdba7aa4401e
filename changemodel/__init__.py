"""How much a page changed, and where it matters. A library: arrays in, arrays out."""
