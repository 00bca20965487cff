"""What is kept on this computer, where and how much, each part to be wiped; and all that the network was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.network_log import NetworkRequest
from app.core.stored import PARTS, Part, StoredKind
from app.ui.library.downloads import ProgressLine
from app.ui.numbers import size
from app.ui.privacy.update_card import UpdateCard
from app.ui.theme import colors, font, icon_pixmap, theme
from app.ui.widgets.ask import ask_sure
from app.ui.widgets.buttons import IconButton, Switch, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.page import Page
from app.ui.widgets.text_chips import TextChips

translate = QCoreApplication.translate

FEW = 12  # requests shown
ICONS: dict[Part, str] = {
    "chats": "message-square", "memories": "brain", "documents": "file-text", "knowledge": "waypoints",
    "server": "globe", "models": "box", "addons": "cpu", "logs": "scroll-text", "prompts": "bookmark",
    "words": "spell-check", "secrets": "key-round",
}  # fmt: skip
IN_NO_FOLDER: tuple[Part, ...] = ("knowledge", "prompts", "words", "secrets")
MOST_WORDS = 200  # shown one by one


def words_for(part: Part) -> tuple[str, str]:
    """Name of a part, and what it holds."""
    match part:
        case "chats":
            return translate("Privacy", "Chats and settings"), translate(
                "Privacy",
                "Messages, drafts, images, folders, trash and backups.",
            )
        case "memories":
            return translate("Privacy", "Saved states"), translate(
                "Privacy", "Let chats resume instantly. Longthread recreates them when needed."
            )
        case "documents":
            return translate("Privacy", "Documents"), translate(
                "Privacy", "What Longthread read from your documents. The files themselves stay where they are."
            )
        case "knowledge":
            return translate("Privacy", "Collected facts"), translate(
                "Privacy", "People, places and things in your documents, and in chats if you turned that on."
            )
        case "server":
            return translate("Privacy", "Local server's sessions"), translate(
                "Privacy", "Conversations of other programs, saved so that they resume instantly."
            )
        case "models":
            return translate("Privacy", "Downloaded models"), translate(
                "Privacy", "Models from other folders aren't included."
            )
        case "addons":
            return translate("Privacy", "Add-ons"), translate(
                "Privacy", "Support for graphics cards that you downloaded on a model's page."
            )
        case "logs":
            return translate("Privacy", "Logs"), translate(
                "Privacy", "Record program events and network requests, but no chat text."
            )
        case "prompts":
            return translate("Privacy", "Saved prompts"), translate(
                "Privacy", "Your prompts with a command. You can export them on the “Saved prompts” page."
            )
        case "words":
            return translate("Privacy", "Your words"), translate(
                "Privacy", "Words you added to the dictionary. Click one to remove it."
            )
        case "secrets":
            return translate("Privacy", "Access tokens and keys"), translate(
                "Privacy", "Saved in your system's password store, never in a file."
            )


def question_for(part: Part) -> tuple[str, str]:
    """What is asked before a part is wiped, and what it means."""
    match part:
        case "chats":
            return translate("Privacy", "Delete all chats?"), translate(
                "Privacy",
                "Deletes all chats, trash, drafts and backups, but keeps your settings. You can't undo this.",
            )
        case "memories":
            return translate("Privacy", "Delete all saved states?"), translate(
                "Privacy",
                "Your chats stay. The next time you open one, the model rereads and compacts it again.",
            )
        case "documents":
            return translate("Privacy", "Delete all documents?"), translate(
                "Privacy",
                "Deletes what Longthread and models read from them. The files themselves and your chats stay.",
            )
        case "knowledge":
            return translate("Privacy", "Delete all collected facts?"), translate(
                "Privacy",
                "Your documents and chats stay. Longthread collects facts from them again only if you ask for it.",
            )
        case "server":
            return translate("Privacy", "Delete the local server's sessions?"), translate(
                "Privacy", "Other programs can continue; the model first rereads their conversations."
            )
        case "models":
            return translate("Privacy", "Delete downloaded models?"), translate(
                "Privacy", "You can download the models again. Longthread doesn't delete files in other folders."
            )
        case "addons":
            return translate("Privacy", "Delete add-ons?"), translate(
                "Privacy", "You can download them again. Models run without them after the next start."
            )
        case "logs":
            return translate("Privacy", "Delete logs?"), translate(
                "Privacy", "Future problem reports cover only what happens from now on."
            )
        case "prompts":
            return translate("Privacy", "Delete all saved prompts?"), translate(
                "Privacy", "Deletes every prompt you saved. You can't undo this."
            )
        case "words":
            return translate("Privacy", "Delete all your words?"), translate(
                "Privacy", "Longthread underlines words again that your system's dictionary doesn't know."
            )
        case "secrets":
            return translate("Privacy", "Delete access tokens and keys?"), translate(
                "Privacy",
                "You'll need a token again for models that require an account. Programs that use the local server "
                "need its new key.",
            )


def why_words(asked: NetworkRequest) -> str:
    match asked.why:
        case "search":
            return translate("Privacy", "model search")
        case "files":
            return translate("Privacy", "model file list")
        case "download":
            return translate("Privacy", "download")
        case "update":
            return translate("Privacy", "update check")
        case "addon":
            return translate("Privacy", "add-on check")
        case "worker":
            return translate("Privacy", "layers on another computer")


class PartRow(QWidget):
    """A part: what it is, where it lies, how large it is. ``open_folder(path)``, ``wipe(part)``."""

    open_folder = Signal(str)
    wipe = Signal(str)

    def __init__(self, part: Part) -> None:
        super().__init__()
        self._part = part
        name, about = words_for(part)
        self._picture = QLabel()
        self._picture.setFixedWidth(24)
        title = dim(name, "", wrap=True)
        title.setFont(font(theme().tokens.type.base, 500))
        more = dim(about, "dim", wrap=True)
        more.setFont(font(theme().tokens.type.small))
        self.place = ElidedLabel()
        self.place.setProperty("role", "faint")
        self.place.setFont(font(theme().tokens.type.tiny))
        self.amount = dim("…", "dim")
        self.amount.setFont(font(theme().tokens.type.small))
        self.amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._bar = ProgressLine()
        self._bar.setAccessibleName(translate("Privacy", "Deletion progress"))
        self._bar.setFixedWidth(90)
        self._bar.hide()
        self.folder = IconButton(
            "folder-open", translate("Privacy", "Open folder: {name}").format(name=name), size=16, box=30
        )
        self.folder.clicked.connect(lambda: self.open_folder.emit(self.place.text()))
        if part in IN_NO_FOLDER:
            policy = self.folder.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # all sizes stand one below the other
            self.folder.setSizePolicy(policy)
            self.folder.hide()
        self.button = TextButton(translate("Privacy", "Delete…"), "small")
        self.button.setAccessibleName(translate("Privacy", "Delete: {name}").format(name=name))
        self.button.clicked.connect(lambda: self.wipe.emit(part))
        words = QVBoxLayout()
        words.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(title, 1)
        head.addWidget(self.amount)
        head.addWidget(self._bar)
        words.addLayout(head)
        words.addWidget(more)
        if part not in IN_NO_FOLDER:
            words.addWidget(self.place)
        self.below = QVBoxLayout()  # what a part shows of what it holds
        words.addLayout(self.below)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 11, 12, 11)
        line.setSpacing(8)
        line.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        for widget in (self.folder, self.button):
            line.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        theme().changed.connect(self._restyle)
        self._restyle()

    def show_stored(self, stored: StoredKind) -> None:
        self.place.setText(stored.path)
        if self._part not in IN_NO_FOLDER:
            files = translate("Privacy", "%Ln file(s)", "", stored.files)
            self.amount.setText(f"{size(stored.bytes)} · {files}" if stored.files else translate("Privacy", "none"))
            self.button.setEnabled(stored.files > 0)
        elif self._part == "knowledge":
            facts = translate("Privacy", "%Ln fact(s)", "", stored.files)
            self.amount.setText(f"{size(stored.bytes)} · {facts}" if stored.files else translate("Privacy", "none"))
            self.button.setEnabled(stored.files > 0)
        elif self.amount.text() == "…":
            self.amount.setText("")

    def show_share(self, share: float) -> None:
        """How far the wiping is; 1.0: over."""
        over = share >= 1.0
        self._bar.setVisible(not over)
        self.amount.setVisible(over)
        self._bar.show_share(share, "error")

    def _restyle(self) -> None:
        self._picture.setPixmap(icon_pixmap(ICONS[self._part], colors().dim, 18, self.devicePixelRatioF()))


class PrivacyPage(Page):
    """Signals: ``wipe(part)``: after the person said yes; ``forget_word(str)``: one that was added to the dictionary;
    ``offline(bool)``; ``open_server()``: the page of the local server is wanted."""

    wipe = Signal(str)
    forget_word = Signal(str)
    offline = Signal(bool)
    open_server = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("Privacy", "Privacy"), parent)
        self._section(translate("Privacy", "What leaves this computer"))
        said = dim(
            translate(
                "Privacy",
                "Models run on this computer, and your chats stay here, unless you switch on “Use other computers”. "
                "Longthread uses the network only for that and when you search Hugging Face, list a model's files, "
                "download a model or an add-on, or check for updates; each request appears below.",
            ),
            "dim",
            wrap=True,
        )
        self.body.addWidget(said)
        self.server = dim("", "dim", wrap=True)
        self.to_server = TextButton(translate("Server", "Local server"), "small")
        self.to_server.clicked.connect(self.open_server)
        beside = QHBoxLayout()
        beside.setSpacing(12)
        beside.addWidget(self.server, 1)
        beside.addWidget(self.to_server)
        self.body.addLayout(beside)
        network = Card()
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 12, 16, 12)
        words = QVBoxLayout()
        words.setSpacing(2)
        name = dim(translate("Privacy", "Stay offline"), "")
        name.setFont(font(theme().tokens.type.base, 500))
        about = dim(translate("Privacy", "Blocks all network requests and cancels current ones."), "dim", wrap=True)
        about.setFont(font(theme().tokens.type.small))
        words.addWidget(name)
        words.addWidget(about)
        self.switch = Switch(translate("Privacy", "Stay offline"))
        self.switch.clicked.connect(self.offline)
        line.addLayout(words, 1)
        line.addWidget(self.switch)
        network.add(row)
        self.body.addWidget(network)
        self.updates = UpdateCard()
        self.body.addWidget(self.updates)
        self.requests = Card()
        self.none = dim(translate("Privacy", "No network requests yet."), "faint")
        self.body.addWidget(self.none)
        self.body.addWidget(self.requests)
        self._section(translate("Privacy", "What Longthread stores on this computer"))
        self.card = Card()
        self.rows: dict[str, PartRow] = {}
        for part in PARTS:
            part_row = PartRow(part)
            part_row.open_folder.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
            part_row.wipe.connect(self._ask)
            self.rows[part] = part_row
            self.card.add(part_row)
            if part == "words":
                self.words = TextChips(parent=part_row)  # now: Tab goes through what is made later behind all rows
        self._words = 0
        self.words.removed.connect(self.forget_word)
        self.rows["words"].below.addWidget(self.words)
        self.body.addWidget(self.card)
        self.body.addStretch(1)
        self.show_requests(())
        self.show_server("")

    def _section(self, title: str) -> None:
        head = dim(title, "")
        head.setFont(font(theme().tokens.type.body, 600))
        head.setContentsMargins(2, 14, 0, 2)
        self.body.addWidget(head)

    def show_stored(self, found: Sequence[StoredKind]) -> None:
        for stored in found:
            self.rows[stored.part].show_stored(stored)

    def show_words(self, words: Sequence[str]) -> None:
        """The words that the person has added to the dictionary."""
        row = self.rows["words"]
        row.amount.setText(
            translate("Privacy", "%Ln word(s)", "", len(words)) if words else translate("Privacy", "none")
        )
        row.button.setEnabled(bool(words))
        self._words = len(words)
        self.words.show_texts(words[:MOST_WORDS])

    def show_offline(self, offline: bool) -> None:
        self.switch.setChecked(offline)

    def show_server(self, url: str) -> None:
        """Where the local server answers; "": it doesn't run."""
        on = translate("Privacy", "The local server is on at {url}. Only programs on this computer can reach it.")
        off = translate("Privacy", "The local server is off, so other programs can't use your model.")
        self.server.setText(on.format(url=url) if url else off)

    def show_requests(self, asked: Sequence[NetworkRequest]) -> None:
        """The last requests, newest first."""
        self.requests.clear()
        for one in reversed(asked[-FEW:]):
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(16, 8, 16, 8)
            line.setSpacing(12)
            when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(one.at)), QLocale.FormatType.ShortFormat)
            host = ElidedLabel(one.host)
            line.addWidget(host, 1)
            line.addWidget(dim(why_words(one), "dim"))
            line.addWidget(dim(when, "faint"))
            self.requests.add(row)
        self.requests.setVisible(bool(asked))
        self.none.setVisible(not asked)

    def show_working(self, part: str, share: float) -> None:
        """A part is being wiped."""
        row = self.rows.get(part)
        if row is not None:
            row.show_share(share)
        for other in self.rows.values():
            other.button.setEnabled(share >= 1.0 and (other is not self.rows["words"] or self._words > 0))

    def _ask(self, part: Part) -> None:
        question, meaning = question_for(part)
        ask_sure(self.window(), question, meaning, translate("Privacy", "Delete"), lambda: self.wipe.emit(part))
