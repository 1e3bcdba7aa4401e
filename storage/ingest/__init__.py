"""Ingests archives of other tools, and rebuilds the database from our own."""
