"""What the local server answered, a line for each request."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui.numbers import count, duration
from app.ui.theme import font, theme
from app.ui.widgets.labels import ElidedLabel, dim
from engine.protocol import ServedRequest

translate = QCoreApplication.translate


def outcome(request: ServedRequest) -> str:
    """How a request ended, in a few words."""
    if not request.status:
        return translate("Server", "in progress")
    took = duration(max(0.01, request.seconds))
    if request.status < 400:
        return translate("Server", "done in {time}").format(time=took)
    return translate("Server", "error {status}").format(status=request.status)


def tokens_of(request: ServedRequest) -> str:
    """What was read and written for a request; "" if nothing was."""
    parts = []
    if request.prompt_tokens:
        parts.append(
            translate("Server", "read {new} of {all} tokens").format(
                new=count(request.read_tokens), all=count(request.prompt_tokens)
            )
        )
    if request.tokens:
        parts.append(translate("Server", "wrote {n}").format(n=count(request.tokens)))
    return " · ".join(parts)


class ServedRow(QWidget):
    """A request: when, by whom, what for, and how it ended."""

    def __init__(self, request: ServedRequest) -> None:
        super().__init__()
        small = font(theme().tokens.type.small)
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(request.at)).time(), "HH:mm:ss")
        path = ElidedLabel(f"{when}  {request.path}")
        path.setFont(font(theme().tokens.type.small, mono=True))
        self.outcome = dim(outcome(request), "error" if request.status >= 400 else "dim")
        self.outcome.setFont(small)
        more = ElidedLabel(" · ".join(part for part in (request.client, tokens_of(request)) if part))
        more.setProperty("role", "faint")
        more.setFont(small)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(path, 1)
        head.addWidget(self.outcome)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 7, 16, 7)
        column.setSpacing(1)
        column.addLayout(head)
        if more.text():
            column.addWidget(more)
