"""The settings of a chat beside the conversation: system prompt, presets, how replies are written."""

from app.ui.chat.chat_settings.drawer import ChatSettings

__all__ = ["ChatSettings"]
