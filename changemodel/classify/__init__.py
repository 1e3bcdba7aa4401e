"""Learning classes: consensus multi-class SVM, page types, and which regions of a page carry information."""
