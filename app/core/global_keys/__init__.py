"""A key combination that acts whichever program is in front: one module for each system's way to it."""
