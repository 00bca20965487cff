"""The engine process, background operations and the objects the window binds to. Qt, but no widgets."""
