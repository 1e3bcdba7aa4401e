"""Codes and rules that the learned codes are compared with; benchmarks and tests use them, no product does."""
