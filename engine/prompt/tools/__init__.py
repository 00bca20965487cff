"""Calls of tools in what a model writes: per family of models how they are written, read while they stream."""
