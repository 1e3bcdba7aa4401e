"""Telling people of findings: which channels, when, in what words, and a log of what was sent."""
