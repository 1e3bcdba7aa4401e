"""Generated sites with declared truth: pages put together from separately rendered panels."""
