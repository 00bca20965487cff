"""The command palette."""

from app.ui.window.palette.commands import Command, commands
from app.ui.window.palette.palette import Palette

__all__ = ["Command", "Palette", "commands"]
