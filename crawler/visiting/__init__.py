"""Visits: leased, opened, captured, handed on."""
