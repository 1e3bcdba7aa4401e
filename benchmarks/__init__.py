"""One module for each question: ``python -m benchmarks.NAME [--quick] [--json]``; baselines in the same run."""
