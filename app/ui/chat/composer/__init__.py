"""Where the person writes."""

from app.ui.chat.composer.composer import Composer

__all__ = ["Composer"]
