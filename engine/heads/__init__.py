"""Head profiles, and how they are measured."""
