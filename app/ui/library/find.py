"""Find models on the Hugging Face hub: search, a repository's files with size and fit, download."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.hub import Fit, HubFile, HubModel, HubRepo, page_url
from app.services.web import WebProblem
from app.services.wording import in_a_row
from app.ui.library.rows import IconBadge
from app.ui.numbers import short_count, size
from app.ui.sentences import whole
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

FIT_ROLES: dict[Fit, str] = {"fits": "pinned", "tight": "warn", "too_big": "error", "unknown": "dim"}


def fit_words(fit: Fit) -> tuple[str, str]:
    """How a size fits this computer, in words, and their colour."""
    words = {
        "fits": translate("Library", "Fits"),
        "tight": translate("Library", "Tight"),
        "too_big": translate("Library", "Too large"),
    }
    return words.get(fit, ""), FIT_ROLES[fit]


def _words(name: str, weight: int, facts: Sequence[str]) -> QVBoxLayout:
    """A name with what is known of it below."""
    above, below = ElidedLabel(name), ElidedLabel(" · ".join(facts))
    above.setFont(font(theme().tokens.type.base, weight))
    below.setProperty("role", "dim")
    below.setFont(font(theme().tokens.type.small))
    column = QVBoxLayout()
    column.setSpacing(2)
    column.addWidget(above)
    column.addWidget(below)
    return column


class HubRow(QWidget):
    """A repository found. Signals: ``chosen(repo)``."""

    chosen = Signal(str)

    def __init__(self, model: HubModel) -> None:
        super().__init__()
        self.model = model
        facts = [
            model.owner,
            translate("Library", "{number} downloads").format(number=short_count(model.downloads)),
        ]
        day = QDate.fromString(model.updated, Qt.DateFormat.ISODate)
        if day.isValid():
            words = QLocale().toString(day, QLocale.FormatType.ShortFormat)
            facts.append(translate("Library", "updated {day}").format(day=words))
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 10, 12, 10)
        line.setSpacing(8)
        line.addLayout(_words(model.name, 600, facts), 1)
        if model.gated:
            line.addWidget(IconBadge(translate("Library", "Account required"), "warn"))
        self.button = TextButton(translate("Library", "Files"), "small")
        self.button.setAccessibleName(translate("Library", "Files of {repo}").format(repo=model.repo))
        self.button.clicked.connect(lambda: self.chosen.emit(model.repo))
        line.addWidget(self.button)


class FileRow(QWidget):
    """A file to download. Signals: ``wanted(HubFile)``."""

    wanted = Signal(object)

    def __init__(self, file: HubFile, fit: Fit) -> None:
        super().__init__()
        self.file = file
        facts = [size(file.size)]
        if file.quantization:
            facts.insert(0, file.quantization)
        if len(file.parts) > 1:
            facts.append(translate("Library", "%Ln part(s)", "", len(file.parts)))
        if file.kind == "vision":
            facts.append(translate("Library", "vision projector (mmproj)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 9, 12, 9)
        line.setSpacing(10)
        line.addLayout(_words(file.label.rpartition("/")[2], 500, facts), 1)
        text, role = fit_words(fit)
        if text and file.kind == "model":
            badge = IconBadge(text, role)
            set_tip(
                badge,
                translate(
                    "Library",
                    "Rough estimate from the file size. A better one follows after the download.",
                ),
            )
            line.addWidget(badge)
        self.button = TextButton(translate("Library", "Download"), "small", "download")
        self.button.setAccessibleName(
            translate("Library", "Download {label}, {size}").format(label=file.label, size=size(file.size))
        )
        self.button.clicked.connect(lambda: self.wanted.emit(file))
        line.addWidget(self.button)


class FindPanel(QWidget):
    """Signals: ``search(words)``, ``files(repo)``, ``stop()``, ``download(HubRepo, HubFile)``, ``token(str)``."""

    search = Signal(str)
    files = Signal(str)
    stop = Signal()
    download = Signal(object, object)
    token = Signal(str)

    def __init__(
        self, base: str, judge: Callable[[int], Fit], curated: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        """``base``: address of the hub; ``judge``: whether a model of so many bytes runs here.

        ``curated``: recommended models, shown until something is searched for.
        """
        super().__init__(parent)
        self._curated = curated if curated is not None else QWidget()
        self._base, self._judge = base, judge
        self._found: Sequence[HubModel] = ()
        self._repo: HubRepo | None = None
        self._asked = ""
        self._last: Callable[[], None] = self._search  # asks for what was asked for last
        self._busy = False
        self.field = QLineEdit()
        self.field.setProperty("kind", "search")
        self.field.setPlaceholderText(translate("Library", "Model name or owner/name"))
        self.field.setAccessibleName(translate("Library", "Search Hugging Face"))
        self.field.setMaxLength(300)
        self.field.setAcceptDrops(False)
        self.field.returnPressed.connect(self._search)
        self.button = TextButton(translate("Library", "Search"), "accent", "search")
        self.button.clicked.connect(self._search)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.field, 1)
        top.addWidget(self.button)
        self.back = TextButton(translate("Library", "All results"), "link", "arrow-left")
        self.back.clicked.connect(self._go_back)
        self.title = ElidedLabel()
        self.title.setFont(font(theme().tokens.type.base, 600))
        self.page = TextButton(translate("Library", "View on Hugging Face"), "link")
        set_tip(self.page, translate("Library", "Opens in your browser"))
        self.page.clicked.connect(self._open_page)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.back)
        head.addWidget(self.title, 1)
        head.addStretch()  # while there is no title
        head.addWidget(self.page)
        self.words = dim("", "dim", wrap=True)
        self.again = TextButton(translate("Library", "Try again"), "small", "rotate-ccw")
        self.again.clicked.connect(self._ask_again)
        self.card = Card()
        self.key = TokenLine()
        self.key.given.connect(self.token)
        self.ask_key = TextButton(translate("Library", "Access token…"), "link")
        set_tip(self.ask_key, translate("Library", "Needed only for models that require an account"))
        self.ask_key.clicked.connect(lambda: self.key.setVisible(self.key.isHidden()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(top)
        column.addLayout(head)
        column.addWidget(self.words)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.key)
        column.addWidget(self.card)
        column.addWidget(self.ask_key, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._curated)
        self._show_start()

    # ------------------------------------------------------------------ what comes

    def _show_start(self) -> None:
        self._repo = None
        self._show(
            (),
            translate("Library", "Searches huggingface.co for GGUF models. Longthread sends nothing until you search."),
        )

    def show_found(self, found: Sequence[HubModel]) -> None:
        """Show the answer to a search."""
        self._found, self._repo = found, None
        self._show_found()

    def _show_found(self) -> None:
        self._repo = None
        rows = []
        for model in self._found:
            row = HubRow(model)
            row.chosen.connect(self._files)
            rows.append(row)
        none = translate("Library", "No GGUF models found. Try fewer words or a model family such as “qwen”.")
        self._show(rows, "" if rows else none, results=True)

    def show_repo(self, repo: HubRepo) -> None:
        """Show a repository's files."""
        self._repo, self._asked = repo, repo.repo
        rows = []
        for file in repo.files:
            row = FileRow(file, self._judge(file.size))
            row.wanted.connect(lambda file, repo=repo: self.download.emit(repo, file))
            rows.append(row)
        words = "" if rows else translate("Library", "This repository has no complete GGUF file.")
        if repo.incomplete:
            names = in_a_row(repo.incomplete)
            words += " " + translate("Library", "Missing parts: {names}.").format(names=names)
        self._show(rows, words.strip())

    def show_problem(self, problem: WebProblem) -> None:
        self._show((), whole(problem.text), role="error", failed=True)
        self.page.setVisible(bool(problem.needs and self._asked))
        if problem.needs == "token":
            self.key.show()
            self.ask_key.hide()

    def show_token(self, lasting: bool, kept: bool) -> None:
        """Say what became of a token that was entered."""
        self.key.tell(lasting, kept)

    # ------------------------------------------------------------------ what is asked

    def _search(self) -> None:
        words = self.field.text().strip()
        if words:
            self._ask(words)

    def _ask(self, words: str) -> None:
        self._last = partial(self._ask, words)
        self._show((), translate("Library", "Searching…"), busy=True)
        self.search.emit(words)

    def _files(self, repo: str) -> None:
        self._asked, self._last = repo, partial(self._files, repo)
        self._show((), translate("Library", "Loading {repo}…").format(repo=repo), busy=True)
        self.files.emit(repo)

    def _ask_again(self) -> None:
        self._last()

    def _open_page(self) -> None:
        if self._asked:
            QDesktopServices.openUrl(QUrl(page_url(self._asked, self._base)))

    # ------------------------------------------------------------------ the way back

    def leave_part(self) -> bool:
        """Go back to the results, or cancel what was asked; whether there was anything to leave."""
        if self.back.isHidden():
            return False
        self._go_back()
        return True

    def cancel(self) -> None:
        """Wait no longer for what was asked, if anything was."""
        if self._busy:
            self._go_back()

    def _go_back(self) -> None:
        if self._busy:
            self.stop.emit()
        if self._found:
            self._show_found()
        else:
            self._show_start()

    def _show(
        self, rows: Sequence[HubRow] | Sequence[FileRow], words: str, *, role: str = "dim", busy: bool = False,
        results: bool = False, failed: bool = False,
    ) -> None:  # fmt: skip
        focus = self.window().focusWidget()
        leaves = focus in (self.back, self.button, self.again) or (focus is not None and self.card.isAncestorOf(focus))
        self._busy = busy
        self.card.clear()
        self.card.put(rows)
        self.card.setVisible(bool(rows))
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.words.setProperty("role", role)
        self.words.style().polish(self.words)
        self.button.setEnabled(not busy)
        self.ask_key.show()
        self.title.setText(self._repo.repo if self._repo is not None else "")
        self._curated.setVisible(not rows and not busy and self._repo is None)
        self.title.setVisible(self._repo is not None)
        self.page.setVisible(self._repo is not None)
        self.back.set_icon("x" if busy else "arrow-left")
        self.back.set_text(translate("Library", "Cancel") if busy else translate("Library", "All results"))
        self.back.setVisible(busy or (bool(self._found) and not results))  # also after a list of files failed
        self.again.setVisible(failed)
        if leaves:  # it goes where the person goes on, not to what happens to be next
            (rows[0].button if rows else self.back if busy else self.again if failed else self.field).setFocus()


class TokenLine(QWidget):
    """Takes an access token; what was entered is not shown again. Signal: ``given(str)``."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAcceptDrops(False)
        self.field.setPlaceholderText(translate("Library", "Access token (hf_…)"))
        self.field.setAccessibleName(translate("Library", "Hugging Face access token"))
        self.field.returnPressed.connect(self._give)
        keep = TextButton(translate("Library", "Save"), "small")
        keep.clicked.connect(self._give)
        forget = IconButton("trash-2", translate("Library", "Delete token"), size=15, box=28)
        forget.clicked.connect(lambda: self.given.emit(""))
        self.words = dim(
            translate(
                "Library", "Your system's password store keeps the token. Longthread sends it only to Hugging Face."
            ),
            "faint",
            wrap=True,
        )
        line = QHBoxLayout()
        line.addWidget(self.field, 1)
        line.addWidget(keep)
        line.addWidget(forget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(line)
        column.addWidget(self.words)
        self.hide()

    def _give(self) -> None:
        if self.field.text().strip():
            self.given.emit(self.field.text().strip())
            self.field.clear()

    def tell(self, lasting: bool, kept: bool) -> None:
        if not kept:
            self.words.setText(translate("Library", "Token deleted."))
        elif lasting:
            self.words.setText(translate("Library", "Saved in your system's password store."))
        else:
            self.words.setText(
                translate(
                    "Library",
                    "Your system has no working password store, so Longthread forgets the token when you quit.",
                )
            )
