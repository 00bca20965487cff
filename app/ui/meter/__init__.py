"""The memory meter: what the memory of the chat holds, in numbers and as a bar."""

from app.ui.meter.panel import CompactPanel
from app.ui.meter.strip import MeterStrip

__all__ = ["CompactPanel", "MeterStrip"]
