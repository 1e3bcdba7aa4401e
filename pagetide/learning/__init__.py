"""What is learned of pages: models, scores, types, and what people said."""
