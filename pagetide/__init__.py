"""The application: commands, settings, composition root, daemon, and the flow of a capture."""
