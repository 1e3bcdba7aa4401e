"""Actions of people on a collection: one function per verb, with an audit row, undoable where possible."""
