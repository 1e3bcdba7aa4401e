"""What prepares, checks and documents a checkout; not installed."""
