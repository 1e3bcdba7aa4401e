"""Jobs: exports, checks and imports that people start from the dashboard, run beside it or by the daemon."""
