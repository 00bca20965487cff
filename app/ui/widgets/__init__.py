"""Small parts used by several pages."""
