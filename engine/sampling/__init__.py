"""The sampler chain of a reply, and the grammars that constrain its output."""
