"""Newer versions of the program: looked for here, with what is new, downloaded and opened when the person wants it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.version import VERSION
from app.services.updates import UpdateState
from app.ui.library.downloads import ProgressLine, share_of, words_for
from app.ui.numbers import size
from app.ui.sentences import whole
from app.ui.theme import font, theme
from app.ui.widgets.buttons import Switch, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


class UpdateCard(Card):
    """Signals: ``check()``, ``download()``, ``stop()``, ``install()``, ``weekly(bool)``."""

    check = Signal()
    download = Signal()
    stop = Signal()
    install = Signal()
    weekly = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._phase, self._offered = "idle", False
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        head = QHBoxLayout()
        self.title = dim("", "", wrap=True)
        self.title.setFont(font(theme().tokens.type.base, 500))
        self.button = TextButton("", "small")
        self.button.clicked.connect(self._pressed)
        head.addWidget(self.title, 1)
        head.addWidget(self.button)
        column.addLayout(head)
        self.words = dim("", "dim", wrap=True)
        self.words.setFont(font(theme().tokens.type.small))
        self.notes = dim("", "dim", wrap=True)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.notes.setFont(font(theme().tokens.type.small))
        self.bar = ProgressLine()
        self.bar.setAccessibleName(translate("Updates", "Download progress"))
        for part in (self.words, self.bar, self.notes):
            column.addWidget(part)
        self.add(row)
        again = QWidget()
        line = QHBoxLayout(again)
        line.setContentsMargins(16, 12, 16, 12)
        said = QVBoxLayout()
        said.setSpacing(2)
        name = dim(translate("Updates", "Check for updates weekly"), "")
        name.setFont(font(theme().tokens.type.base, 500))
        about = dim(
            translate("Updates", "Asks Longthread's release page once a week. Nothing is installed without you."),
            "dim", wrap=True,
        )  # fmt: skip
        about.setFont(font(theme().tokens.type.small))
        said.addWidget(name)
        said.addWidget(about)
        self.switch = Switch(translate("Updates", "Check for updates weekly"))
        self.switch.clicked.connect(self.weekly)
        line.addLayout(said, 1)
        line.addWidget(self.switch)
        self.add(again)
        self._again = again
        self.show_state(UpdateState())

    def show_weekly(self, on: bool) -> None:
        self.switch.setChecked(on)

    def show_state(self, state: UpdateState, *, able: bool | None = None) -> None:
        """``able``: whether this build can look for updates at all."""
        if able is not None:
            self._again.setVisible(able)
        update, package = state.update, state.package
        self.title.setText(
            translate("Updates", "Longthread {version} is available").format(version=update.version)
            if update is not None
            else translate("Updates", "Longthread {version}").format(version=VERSION)
        )
        self.notes.setText(update.notes if update is not None else "")
        self.notes.setVisible(bool(update is not None and update.notes))
        self.bar.setVisible(state.download is not None)
        if state.download is not None:
            self.bar.show_share(share_of(state.download), "accent")
        self.words.setText(self._said(state))
        self.words.setVisible(bool(self.words.text()))
        self.words.setProperty("role", "error" if state.problem is not None else "dim")
        self.words.style().polish(self.words)
        label = {
            "checking": translate("Updates", "Checking…"), "downloading": translate("Updates", "Cancel"),
            "ready": translate("Updates", "Install…"),
        }.get(state.phase, "")  # fmt: skip
        offered = update is not None and package is not None and state.phase in ("offered", "failed")
        if not label:
            label = translate("Updates", "Download") if offered else translate("Updates", "Check for updates")
        self.button.set_text(label)
        self.button.setEnabled(state.phase != "checking")
        self._phase, self._offered = state.phase, offered

    def _pressed(self) -> None:
        if self._phase == "downloading":
            self.stop.emit()
        elif self._phase == "ready":
            self.install.emit()
        elif self._offered:
            self.download.emit()
        else:
            self.check.emit()

    def _said(self, state: UpdateState) -> str:
        if state.problem is not None:
            return whole(state.problem)
        if state.download is not None:
            return words_for(state.download)
        match state.phase:
            case "current":
                return translate("Updates", "This is the newest version.")
            case "offered" if state.package is not None:
                return translate("Updates", "{size} to download. You decide when to install it.").format(
                    size=size(state.package.size)
                )
            case "offered":
                return translate("Updates", "There is no package for your system.")
            case "ready":
                return translate("Updates", "Downloaded and verified. Quit Longthread before you install it.")
        if not state.checked:
            return ""
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(state.checked)), QLocale.FormatType.ShortFormat)
        return translate("Updates", "Last checked: {when}").format(when=when)
