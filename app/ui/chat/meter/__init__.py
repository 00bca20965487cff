"""The memory meter: what the memory of the chat holds, in numbers and as a bar."""

from app.ui.chat.meter.panel import CompactPanel
from app.ui.chat.meter.strip import MeterStrip

__all__ = ["CompactPanel", "MeterStrip"]
