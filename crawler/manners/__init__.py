"""Manners: robots.txt, pauses, refusals, and asking no more than needed."""
