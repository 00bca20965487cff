"""The local server: on or off, its address and key, what it is doing, and what other programs are told of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.settings import SETTINGS
from app.services.local_server import PORT, LocalServerView
from app.ui.numbers import count
from app.ui.sentences import whole
from app.ui.server.requests import ServedRow
from app.ui.server.snippets import HIDDEN, SnippetRow, snippets
from app.ui.settings.fields import NumberField
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, Switch, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.copy_button import CopyButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.page import Page
from engine.protocol import ServedRequest

translate = QCoreApplication.translate

GetKey = Callable[[Callable[[str], None]], None]
MOST = 12  # requests shown


def state_words(view: LocalServerView, has_model: bool) -> str:
    """How the server is, in a sentence."""
    if not view.on:
        return translate("Server", "Off. No program can use your model.")
    if view.url and has_model:
        return translate("Server", "On. Programs on this computer can use your model.")
    if view.url:
        return translate("Server", "On, but no model is loaded. Load one so that programs get replies.")
    if view.engine:
        return translate("Server", "Starting…")
    return translate("Server", "The server starts when you load a model.")


def numbers_words(view: LocalServerView) -> str:
    """Requests and sessions, in numbers."""
    parts = [translate("Server", "{n} in progress").format(n=count(len(view.running)))]
    if view.waiting:
        parts.append(translate("Server", "{n} waiting").format(n=count(view.waiting)))
    parts.append(translate("Server", "{n} done since the start").format(n=count(view.answered)))
    parts.append(translate("Server", "%Ln saved session(s)", "", view.sessions))
    return " · ".join(parts)


class ServerPage(Page):
    """Signals: ``switched(bool)``, ``port(int)``, ``renew()``: by the person; ``watching(bool)``: the page is seen."""

    switched = Signal(bool)
    port = Signal(int)
    renew = Signal()
    watching = Signal(bool)

    def __init__(self, get_key: GetKey, parent: QWidget | None = None) -> None:
        """``get_key(then)`` calls ``then`` with the key that programs have to show."""
        super().__init__(translate("Server", "Local server"), parent)
        self._get_key = get_key
        self._view, self._has_model, self._key = LocalServerView(), False, ""
        self._seen = False
        self._shown: tuple[ServedRequest, ...] = ()
        self._add_words()
        self._add_controls()
        self._add_requests()
        self._add_snippets()
        self.body.addStretch(1)
        self.show_view(self._view)

    def _add_words(self) -> None:
        for text in (
            translate(
                "Server",
                "Lets editors, coding agents and scripts on this computer use your model through the OpenAI and "
                "Anthropic APIs. When their context fills up, Longthread compacts it and the conversation continues.",
            ),
            translate(
                "Server",
                "Nothing else on your network can reach the server, and programs need the key. Their conversations "
                "don't appear among your chats; the Privacy page shows what is saved of them.",
            ),
        ):
            self.body.addWidget(dim(text, "dim", wrap=True))

    def _add_controls(self) -> None:
        card = Card()
        self.switch = Switch(translate("Server", "Local server"))
        self.switch.clicked.connect(self.switched)
        self.state = dim("", "dim", wrap=True)
        self.state.setFont(font(theme().tokens.type.small))
        self.problem = dim("", "error", wrap=True)
        self.problem.setFont(font(theme().tokens.type.small))
        self.again = TextButton(translate("Server", "Try again"), "small")
        self.again.clicked.connect(lambda: self.switched.emit(True))
        card.add(_row(translate("Server", "Local server"), (self.state, self.problem), (self.again, self.switch)))
        mono = font(theme().tokens.type.small, mono=True)
        self.address = ElidedLabel()
        self.address.setFont(mono)
        self.copy_address = CopyButton(translate("Server", "Copy address"), size=16, box=30)
        self.copy_address.clicked.connect(lambda: self._copy(self.address.text(), self.copy_address))
        card.add(_row(translate("Server", "Address"), (self.address,), (self.copy_address,)))
        self.number = NumberField(next(one for one in SETTINGS if one.key == PORT))
        self.number.control.setGroupSeparatorShown(False)
        self.number.changed.connect(self.port.emit)
        said = dim(translate("Server", "Change it if another program uses this port."), "dim", wrap=True)
        said.setFont(font(theme().tokens.type.small))
        card.add(_row(translate("Server", "Port"), (said,), (self.number,)))
        self.key = ElidedLabel(HIDDEN)
        self.key.setFont(mono)
        self.fleeting = dim(
            translate("Server", "Your system has no password store. The key changes when Longthread restarts."),
            "warn", wrap=True,
        )  # fmt: skip
        self.fleeting.setFont(font(theme().tokens.type.small))
        self.fleeting.hide()
        self.reveal = TextButton(translate("Server", "Show"), "small")
        self.reveal.clicked.connect(self._toggle_key)
        self.copy_key = CopyButton(translate("Server", "Copy key"), size=16, box=30)
        self.copy_key.clicked.connect(lambda: self._get_key(lambda key: self._copy(key, self.copy_key)))
        self.renewing = IconButton(
            "refresh-cw", translate("Server", "Make a new key. Programs with the old one lose access."), 16, 30
        )
        self.renewing.clicked.connect(self.renew)
        buttons = (self.reveal, self.copy_key, self.renewing)
        card.add(_row(translate("Server", "Key"), (self.key, self.fleeting), buttons))
        self.body.addWidget(card)

    def _add_requests(self) -> None:
        self._section(translate("Server", "Requests"))
        self.numbers = dim("", "dim", wrap=True)
        self.body.addWidget(self.numbers)
        self.log = Card()
        self.log.hide()
        self.rows: list[ServedRow] = []
        self.body.addWidget(self.log)

    def _add_snippets(self) -> None:
        self._section(translate("Server", "Connect a program"))
        said = translate("Server", "Copied text contains your key. Programs may use any model name.")
        self.body.addWidget(dim(said, "dim", wrap=True))
        card = Card()
        self.snippets: dict[str, SnippetRow] = {}
        for name, title, write in snippets():
            row = self.snippets[name] = SnippetRow(title, write)
            row.copied.connect(lambda row=row: self._copy_snippet(row))
            card.add(row)
        self.body.addWidget(card)

    def _section(self, title: str) -> None:
        head = dim(title, "")
        head.setFont(font(theme().tokens.type.body, 600))
        head.setContentsMargins(2, 14, 0, 2)
        self.body.addWidget(head)

    def show_view(self, view: LocalServerView) -> None:
        """How the server is."""
        self._view = view
        self.switch.setChecked(view.on)
        problem = whole(view.problem) if view.on else ""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.again.setVisible(bool(problem))
        self.state.setText(state_words(view, self._has_model))
        self.state.setVisible(not problem)
        self.address.setText(view.address)
        if not self.number.control.hasFocus():  # nobody is typing another one
            self.number.show_value(view.port)
        self.numbers.setText(
            numbers_words(view) if view.url else translate("Server", "Requests appear here while the server is on.")
        )
        self._show_requests((*view.running, *view.recent)[:MOST] if view.url else ())
        self._show_snippets()

    def show_model(self, has_model: bool) -> None:
        """Whether there is a model to answer with."""
        self._has_model = has_model
        self.state.setText(state_words(self._view, has_model))

    def show_key(self, key: str, lasts: bool) -> None:
        """The key is another one; it stays hidden unless it was shown. ``lasts``: it outlasts the program."""
        self.fleeting.setVisible(not lasts)
        if self._key:
            self._set_key(key)

    def _show_requests(self, shown: tuple[ServedRequest, ...]) -> None:
        if shown == self._shown:
            return
        self._shown = shown
        self.log.clear()
        self.rows = [ServedRow(request) for request in shown]
        for row in self.rows:
            self.log.add(row)
        self.log.setVisible(bool(shown))

    def _show_snippets(self) -> None:
        for row in self.snippets.values():
            row.show_values(self._view.address, self._key)

    def _toggle_key(self) -> None:
        if self._key:
            self._set_key("")
        else:
            self._get_key(self._set_key)

    def _set_key(self, key: str) -> None:
        """``key`` "": it is hidden."""
        self._key = key
        self.key.setText(key or HIDDEN)
        self.reveal.set_text(translate("Server", "Hide") if key else translate("Server", "Show"))
        self._show_snippets()

    def _copy(self, text: str, button: CopyButton) -> None:
        QGuiApplication.clipboard().setText(text)
        button.confirm()

    def _copy_snippet(self, row: SnippetRow) -> None:
        self._get_key(lambda key: self._copy(row.write(self._view.address, key), row.copy))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._set_key("")  # nobody passing by reads it when the page is opened again
        self._watch(False)

    def _watch(self, seen: bool) -> None:
        if seen != self._seen:
            self._seen = seen
            self.watching.emit(seen)


def _row(title: str, below: tuple[QWidget, ...], beside: tuple[QWidget, ...]) -> QWidget:
    """A row of the card: a name, what stands below it, and the controls at the right."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(16, 10, 14, 10)
    line.setSpacing(8)
    words = QVBoxLayout()
    words.setSpacing(2)
    name = dim(title, "")
    name.setFont(font(theme().tokens.type.base, 500))
    words.addWidget(name)
    for widget in below:
        words.addWidget(widget)
    line.addLayout(words, 1)
    for widget in beside:
        line.addWidget(widget)
    return row
