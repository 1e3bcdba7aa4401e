"""Learned change detection: temporal constraints, the hybrid decision, the importance map, the façade."""
