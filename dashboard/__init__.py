"""What people see: pages, timelines, comparisons, next visits."""
