"""The demo: four generated sites with known changes, which show and measure what is learned."""
