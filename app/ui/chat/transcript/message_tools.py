"""The line under a message: tools and figures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.ui.chat.transcript.items import MessageItem
from app.ui.numbers import decimal, duration
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.copy_button import CopyButton
from app.ui.widgets.labels import ElidedLabel, dim

translate = QCoreApplication.translate


class MessageTools(QWidget):
    """The line under a message: tools and figures, seen while the message is pointed at, focused or last."""

    asked = Signal(str, str)

    def __init__(self, right: bool, parent: QWidget) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        self.copy = CopyButton(translate("Transcript", "Copy message"))
        self._key = ""
        self.buttons = {
            "copy": self.copy,
            "regenerate": IconButton("refresh-cw", "", size=15, box=26),
            "read_aloud": IconButton("volume-2", translate("Transcript", "Read aloud"), size=15, box=26),
            "edit": IconButton("pencil", "", size=15, box=26),
            "branch": IconButton("git-branch", translate("Transcript", "Branch from here"), size=15, box=26),
            "probabilities": IconButton("dices", "", size=15, box=26),
            "delete": IconButton(
                "trash-2", translate("Transcript", "Delete this message and all that follow"), size=15, box=26
            ),
        }
        for what, button in self.buttons.items():
            button.clicked.connect(lambda _=False, what=what: self.asked.emit(what, ""))
        self.buttons["read_aloud"].hide()  # until there is a voice
        self.back = IconButton("chevron-left", translate("Transcript", "Previous version"), size=14, box=22)
        self.forth = IconButton("chevron-right", translate("Transcript", "Next version"), size=14, box=22)
        self.version_label = dim("", "faint")
        self.version_label.setFont(font(theme().tokens.type.small))
        self.version_label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._figures = ElidedLabel()
        self._figures.setProperty("role", "faint")
        self._figures.setParent(self)
        self._figures.setFont(font(theme().tokens.type.small))
        self._wanted = False  # the figures
        self._siblings: tuple[str, ...] = ()
        self._at = 0
        self.back.clicked.connect(lambda: self._step(-1))
        self.forth.clicked.connect(lambda: self._step(1))
        if right:
            line.addStretch(1)
        for button in self.buttons.values():
            line.addWidget(button)
        for part in (self.back, self.version_label, self.forth):
            line.addWidget(part)
        if not right:
            line.addSpacing(10)
            line.addWidget(self._figures, 1)
            line.addStretch()  # takes the room where the figures don't fit

    def show_for(self, item: MessageItem) -> None:
        user = item.role == "user"
        streaming = item.state == "streaming"
        if item.key != self._key:
            self._key = item.key
            self.copy.calm()
        self.buttons["copy"].setVisible(item.rests)
        asked = item.last if user else not item.opens  # a greeting is no reply
        self.buttons["regenerate"].setVisible(asked and not item.busy and not streaming)
        self.buttons["regenerate"].set_label(
            translate("Transcript", "Generate reply") if user else translate("Transcript", "Regenerate")
        )
        self.buttons["edit"].setVisible((user or (item.state != "streaming" and bool(item.text))) and not item.busy)
        self.buttons["edit"].set_label(
            translate("Transcript", "Edit message") if user else translate("Transcript", "Edit reply")
        )
        self.buttons["branch"].setVisible(not streaming)
        self.buttons["probabilities"].setVisible(item.meta.probabilities and not streaming)
        hides = bool(item.tokens)
        self.buttons["probabilities"].set_label(
            translate("Transcript", "Hide probabilities") if hides else translate("Transcript", "Show probabilities")
        )
        self.buttons["delete"].setVisible(not item.busy)
        self._siblings = item.siblings
        several = len(item.siblings) > 1 and item.key in item.siblings
        self._at = item.siblings.index(item.key) if several else 0
        for part in (self.back, self.version_label, self.forth):
            part.setVisible(several and not item.busy)
        self.back.setEnabled(self._at > 0)
        self.forth.setEnabled(self._at + 1 < len(item.siblings))
        place = f"{self._at + 1}/{len(item.siblings)}"
        edited = item.meta.edited or (user and self._at > 0)  # another version of a message of theirs is an edit
        self.version_label.setText(translate("Transcript", "Edited {place}").format(place=place) if edited else place)
        self._figures.setText("" if streaming else figures(item))
        self._place_figures(not user)

    def _place_figures(self, wanted: bool) -> None:
        """Show the figures where all of them fit."""
        self._wanted = wanted
        parts = (*self.buttons.values(), self.back, self.version_label, self.forth)
        taken = (
            sum(
                (part.width() if isinstance(part, IconButton) else part.sizeHint().width()) + 2
                for part in parts
                if part.isVisibleTo(self)
            )
            + 10
        )
        self._figures.setVisible(wanted and taken + self._figures.sizeHint().width() <= self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_figures(self._wanted)

    def show_reading(self, offered: bool, reading: bool) -> None:
        """Whether the message can be read aloud, and is."""
        button = self.buttons["read_aloud"]
        button.setVisible(offered)
        button.set_icon("square" if reading else "volume-2", "accent" if reading else "dim")
        words = translate("Transcript", "Stop reading aloud") if reading else translate("Transcript", "Read aloud")
        button.set_label(words)
        self._place_figures(self._wanted)

    def focusables(self) -> list[QWidget]:
        """What the Tab key reaches here."""
        found = [*self.buttons.values(), self.back, self.forth]
        return [button for button in found if button.isVisibleTo(self) and button.isEnabled()]

    def step(self, forward: bool) -> None:
        """Give the keyboard to the button that leads on, or back; to the other one where no version is that way."""
        button, other = (self.forth, self.back) if forward else (self.back, self.forth)
        (button if button.isEnabled() else other).setFocus()

    @property
    def version(self) -> str:
        """ "2/3" where there are several versions, "Edited 2/3" of one that the person wrote anew."""
        return self.version_label.text()

    def _step(self, by: int) -> None:
        at = self._at + by
        if 0 <= at < len(self._siblings):
            self.asked.emit("version", self._siblings[at])


def figures(item: MessageItem) -> str:
    """ "38.2 tok/s · 212 tokens · 0.31 s to first token", after the model's name in a chat with several."""
    meta = item.meta
    parts = [item.model] if item.model else []
    if meta.tokens_per_second:
        parts.append(translate("Transcript", "{speed} tok/s").format(speed=decimal(meta.tokens_per_second, 1)))
    if meta.tokens:
        parts.append(translate("Transcript", "%Ln token(s)", "", meta.tokens))
    if meta.first_token_ms:
        parts.append(translate("Transcript", "{time} to first token").format(time=duration(meta.first_token_ms / 1000)))
    if meta.thoughts_dropped:
        parts.append(translate("Transcript", "%Ln reasoning token(s) not kept in context", "", meta.thoughts_dropped))
    return " · ".join(parts)
