"""Captures one page reproducibly: settling, screenshots, DOM, layout, network exchanges."""
