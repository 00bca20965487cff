"""Spelling: which words of a text are checked, and the checker of the system."""
