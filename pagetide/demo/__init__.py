"""A built-in newsroom with known truth: four front pages that show and measure what is learned."""
