"""Jobs: exports, checks and takings-in that people start from the dashboard, done beside it or by the daemon."""
