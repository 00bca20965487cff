"""The context meter: a line that says how full the chat's context is, and its details in numbers and as a bar."""

from app.ui.chat.meter.fold import MeterFold
from app.ui.chat.meter.line import MeterLine
from app.ui.chat.meter.panel import CompactPanel
from app.ui.chat.meter.strip import MeterStrip

__all__ = ["CompactPanel", "MeterFold", "MeterLine", "MeterStrip"]
