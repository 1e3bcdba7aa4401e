"""Revisit policies of others, as deployed or as published, behind ``simulated_pages.FleetPolicy``."""
