"""Conversations, settings and the model library. Nothing here knows Qt."""
