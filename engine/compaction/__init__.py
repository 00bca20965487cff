"""When to compact, which part and how far, and the pipeline that does it."""
