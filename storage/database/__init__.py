"""The database: one engine, its tables and migrations, in a file or on a server."""
