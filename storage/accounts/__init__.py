"""Who may use the dashboard: accounts, their passwords, their sessions, and tokens for programs."""
