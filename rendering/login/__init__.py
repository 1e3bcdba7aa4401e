"""Logins and passwords of visits, and keeping them out of the archive."""
