"""One visit of one page: the steps from an opened tab to a capture."""
