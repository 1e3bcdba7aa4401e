"""The response gate: is this the page that was asked for?"""
