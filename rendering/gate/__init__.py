"""The response gate: classifies a response before it is scored or learned from."""
