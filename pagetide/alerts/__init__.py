"""Alerts about findings: channels, times, messages, and a log of what was sent."""
