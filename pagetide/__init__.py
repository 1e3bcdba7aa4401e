"""The front door: commands, settings, composition root, daemon, the flow."""
