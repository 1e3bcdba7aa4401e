"""What people do to a collection: one function for each verb, with an audit row, and undone where that can be."""
