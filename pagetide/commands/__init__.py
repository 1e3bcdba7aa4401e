"""The commands of ``pagetide``: short adapters that parse, call one thing, and print."""
