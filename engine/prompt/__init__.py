"""A model's chat template in a sandbox, the next piece of a chat's text from it, and its reasoning."""
