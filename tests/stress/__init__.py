"""Random actions and random kills, and whether anything was lost: ``python -m tests.stress``."""
