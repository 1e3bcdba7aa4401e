"""Compact binary codes: learned bits (C-BID, PiCoDes), what is computed on packed bits, and an index of them."""
