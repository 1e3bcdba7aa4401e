"""Walks over a whole collection: is all that was kept there and undamaged?"""
