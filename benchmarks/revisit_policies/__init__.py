"""Revisit policies of others, as deployed or as published, behind ``crawler.fleet.FleetPolicy``."""
