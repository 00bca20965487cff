"""The page of saved prompts."""

from app.ui.prompts.page import PromptsPage

__all__ = ["PromptsPage"]
