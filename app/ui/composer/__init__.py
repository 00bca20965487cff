"""Where the person writes."""

from app.ui.composer.composer import Composer

__all__ = ["Composer"]
