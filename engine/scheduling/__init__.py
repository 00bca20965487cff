"""All work of the engine in steps: one batch after another, replies first."""
