"""The way out: which addresses a browser may reach, the gateway that checks them, and why a page could not be had."""
