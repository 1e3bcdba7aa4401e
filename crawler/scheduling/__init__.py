"""When pages are visited: what is believed of their rates, what a visit is worth, and what it costs."""
