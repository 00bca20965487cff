"""Headers of GGUF files: reading them, what they tell of a model, and which file it is. Nothing native."""
