"""Five hundred pages that mean harm, from a seed, and a server for them: ``python -m tests.hostile.server``."""
