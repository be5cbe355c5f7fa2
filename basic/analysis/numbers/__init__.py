"""Between which bounds numbers lie at each place."""
