"""Records every request and response of a page through DevTools."""
