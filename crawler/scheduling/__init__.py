"""When pages are visited: change rates, the value of a visit, and its price."""
