"""What stands in the middle while there is nothing to read: the way to a first reply."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from app.core.model_values import ModelEntry, ModelPhase, ModelState
from app.core.starter import StarterModel
from app.services.models.downloads import Download
from app.services.wording import said_together
from app.ui.chat.prompts import ExamplePrompt, Prompts
from app.ui.library.downloads import ProgressLine, share_of, starter_button, words_for
from app.ui.numbers import count
from app.ui.sentences import sentence, whole
from app.ui.theme import colors, icon_pixmap, logo_pixmap, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.focus import hand_over
from app.ui.widgets.labels import dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

WIDE, LIST, GAP = 520, 620, 18
FEW = 3  # models offered by name
CHOICES = 700  # px; what is wider stands one under the other
TITLE, BUTTONS = 70, 84  # px, with what is between them


class EmptyState(QScrollArea):
    """What does not fit a low window is scrolled to.

    Signals: ``add_model``, ``show_library``, ``find_models``, ``retry``, ``load(path)``, ``get_starter``,
    ``stop_starter``, ``prompt(text, whole)``: an example was chosen, ``attach``: one that is about files."""

    add_model = Signal()
    show_library = Signal()
    find_models = Signal()
    retry = Signal()
    load = Signal(str)
    get_starter = Signal()
    stop_starter = Signal()
    prompt = Signal(str, bool)
    attach = Signal()

    def __init__(self, starter: StarterModel, curated: QWidget, parent: QWidget | None = None) -> None:
        """``curated``: the models to download, shown where there is none."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab brings each button into sight
        self.viewport().setAutoFillBackground(False)
        self._page = QWidget()
        self.curated = curated
        self._starter = starter
        self._state = ModelState()
        self._entries: Sequence[ModelEntry] = ()
        self._download: Download | None = None
        self._first = self._bare = False
        self._icon_name, self._role = "message-square", "accent"
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title = dim("", "display", wrap=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text = self._words("dim")
        self.foot = self._words("faint")
        self.fetch = starter_button(starter.size)
        self.add = TextButton(translate("Welcome", "Add model file…"), "", "plus")
        self.search = TextButton(translate("Welcome", "Find models"), "", "search")
        self.library = TextButton(translate("Welcome", "Model library"), "", "library")
        self.again = TextButton(translate("Welcome", "Try again"), "", "rotate-ccw")
        self.fetch.clicked.connect(self.get_starter)
        self.add.clicked.connect(self.add_model)
        self.search.clicked.connect(self.find_models)
        self.library.clicked.connect(self.show_library)
        self.again.clicked.connect(self.retry)
        self.choices = [TextButton("", "accent" if not at else "", "cpu") for at in range(FEW)]
        for button in self.choices:
            button.setAccessibleName(translate("Welcome", "Load this model"))
            button.clicked.connect(lambda _=False, one=button: self.load.emit(one.property("path")))
        self._bar = ProgressLine()
        self._bar.setAccessibleName(translate("Welcome", "Download progress"))
        self.cancel = TextButton(translate("Welcome", "Cancel"), "small")
        self.cancel.clicked.connect(self.stop_starter)
        self.prompts = Prompts()
        self.prompts.chosen.connect(self._chose)
        self._progress = QWidget()
        self._lay_out()
        theme().changed.connect(self._restyle)
        self._show()

    def _chose(self, example: ExamplePrompt) -> None:
        self.prompt.emit(example.text, example.whole)
        if example.attach:
            self.attach.emit()

    def _words(self, role: str) -> QLabel:
        label = dim("", role, wrap=True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.MinimumExpanding)
        return label

    def _lay_out(self) -> None:
        line = QHBoxLayout(self._progress)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self._bar, 1)
        line.addWidget(self.cancel)
        first, second = QHBoxLayout(), QHBoxLayout()
        self._chosen = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._chosen.setSpacing(10)
        for button in self.choices:
            self._chosen.addWidget(button)
        for row, buttons in ((first, (self.fetch, self.again)), (second, (self.add, self.search, self.library))):
            row.setSpacing(10)
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
        column = QVBoxLayout(self._page)
        column.setContentsMargins(20, 0, 20, 0)
        column.setSpacing(0)
        column.addStretch(3)
        column.addWidget(self._picture)
        column.addSpacing(12)
        column.addWidget(self.title)
        column.addSpacing(8)
        column.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(16)
        column.addLayout(first)
        models = QHBoxLayout()
        models.addStretch(1)
        models.addLayout(self._chosen)
        models.addStretch(1)
        column.addLayout(models)
        column.addWidget(self._progress, 0, Qt.AlignmentFlag.AlignHCenter)
        self._gap = QSpacerItem(0, GAP)
        column.addItem(self._gap)
        column.addWidget(self.curated, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(10)
        column.addLayout(second)
        column.addWidget(self.prompts, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(14)
        column.addWidget(self.foot, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(4)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)  # a scroll area gives what it shows one

    # what it shows -------------------------------------------------------------

    def show_model(self, state: ModelState) -> None:
        """Say what the model in use means for a chat that is empty."""
        self._state = state
        self._show()

    def show_entries(self, entries: Sequence[ModelEntry]) -> None:
        """The models there are, last used first."""
        self._entries = [entry for entry in entries if entry.status == "ok"]
        self._show()

    def show_starter(self, download: Download | None) -> None:
        """How far the starter model is on its way."""
        failed = self._failed
        self._download = download
        self._show()
        if self._failed and not failed and self._bare and self.isVisible() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.text.text()))

    @property
    def _failed(self) -> bool:
        """Whether the download of the starter model did."""
        return self._download is not None and self._download.phase == "failed"

    def show_first(self, first: bool) -> None:
        """Whether no chat was had yet."""
        if first != self._first:
            self._first = first
            self._show()

    def _show(self) -> None:
        state, download = self._state, self._download
        none, failed = state.phase is ModelPhase.NONE, state.phase is ModelPhase.FAILED
        offered = self._entries[:FEW] if none else []
        bare = none and not offered
        coming = bare and download is not None and download.under_way
        self._icon_name, self._role = "message-square", "accent"
        self.foot.setText("")
        wrong = "error" if bare and self._failed else "dim"
        if self.text.property("role") != wrong:
            self.text.setProperty("role", wrong)
            self.text.style().polish(self.text)
        if failed:
            self._say_failed()
        elif offered:
            self._icon_name = "cpu"
            self.title.setText(translate("Welcome", "Choose a model"))
            self.text.setText(translate("Welcome", "Select a model to load it and start chatting."))
        elif none:
            self._say_bare(coming)
        else:
            self._say_ready()
        for at, button in enumerate(self.choices):
            button.setVisible(at < len(offered))
            if at < len(offered):
                button.setProperty("path", offered[at].path)
                button.setProperty("model", offered[at].name)
        hand_over(self.fetch, bare and not coming, self.cancel, coming, self._progress)
        self.again.setVisible(failed)
        self.add.setVisible(none or failed)
        self.search.setVisible(bare)
        self._bare = bare
        self.library.setVisible(bool(offered) or failed)
        self._fit()
        self._restyle()

    def _say_failed(self) -> None:
        state = self._state
        name = state.name or translate("Welcome", "The model")
        self._icon_name, self._role = "circle-alert", "error"
        self.title.setText(
            translate("Welcome", "{model} stopped working").format(model=name)
            if state.stopped
            else translate("Welcome", "Can't load {model}").format(model=name)
        )
        self.text.setText(whole(state.problem))

    def _say_bare(self, coming: bool) -> None:
        self._icon_name = "package-plus"
        download = self._download
        self.title.setText(
            translate("Welcome", "Welcome to Longthread")
            if self._first
            else translate("Welcome", "Add a model to get started")
        )
        if self._failed and download is not None:
            self.text.setText(words_for(download))  # here, since a low window has no foot
        else:
            self.text.setText(self._about() if self._first else translate("Welcome", "Models are .gguf files."))
        if coming and download is not None:
            words = words_for(download)
            ahead = translate("Welcome", "Write your first message now. The model replies after the download.")
            self.foot.setText(f"{words}\n{ahead}")
            self._bar.show_share(share_of(download), "accent")
        elif download is not None and download.phase == "paused":
            self.foot.setText(words_for(download))
        else:
            self.foot.setText(
                translate(
                    "Welcome",
                    "{model} comes from {place} (license: {license}) and runs on any computer. You can also drop "
                    "a .gguf file anywhere in this window; the file stays where it is.",
                ).format(model=self._starter.name, place=self._starter.place, license=self._starter.license)
            )

    def _about(self) -> str:
        return translate(
            "Welcome",
            "Longthread keeps long chats alive: when the context fills up, it compacts it instead of forgetting, and "
            "every chat resumes instantly. Models run on this computer; nothing you write leaves it.",
        )

    def _say_ready(self) -> None:
        state = self._state
        name = state.name or translate("Welcome", "The model")
        self.title.setText(
            translate("Welcome", "Ready for your first message")
            if self._first
            else translate("Welcome", "What would you like to talk about?")
        )
        if state.phase is ModelPhase.LOADING:
            text = translate("Welcome", "Loading {model}. You can start writing.").format(model=name)
        elif state.phase is ModelPhase.RESTING:
            text = translate("Welcome", "{model} is unloaded. It loads again when you write.").format(model=name)
        elif state.facts is not None and not state.facts.compactable:
            text = translate(
                "Welcome", "{model} holds {n} tokens in full detail. The model doesn't support compaction: {why}"
            ).format(model=name, n=count(state.n_ctx), why=sentence(state.facts.why_not))
        else:
            text = translate(
                "Welcome",
                "{model} holds {n} tokens in full detail. When the context fills up, Longthread compacts the "
                "older part instead of forgetting it.",
            ).format(model=name, n=count(state.n_ctx))
        ready = self._first and state.phase is ModelPhase.LOADED
        self.text.setText(self._about() if ready else text)
        if any(entry.starter and entry.path == state.path for entry in self._entries):
            small = translate("Welcome", "This model is small: good for a first try, not for facts.")
            more = translate("Welcome", "Find larger models in the model library.")
            self.foot.setText(said_together(small, more))

    # place --------------------------------------------------------------------

    @property
    def least(self) -> int:
        """The height in px that shows all of it."""
        return self._page.minimumSizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        column = self._page.layout()
        assert column is not None
        column.invalidate()  # a size that the page got while it was hidden never reached it

    def _fit(self) -> None:
        wide = min(WIDE, max(200, self.viewport().width() - 40))
        for label in (self.text, self.foot):
            label.setFixedWidth(wide)
            label.setMinimumHeight(0)  # a label's height for a width is never below its least height
            label.setFixedHeight(label.heightForWidth(wide) if label.text() else 0)
        self._progress.setFixedWidth(min(400, wide))
        self._fit_choices()
        ready = self._state.phase in (ModelPhase.LOADING, ModelPhase.LOADED, ModelPhase.RESTING)
        room = self.height() - TITLE - self.text.height() - (0 if ready else BUTTONS)
        if self._chosen.direction() is QBoxLayout.Direction.TopToBottom:
            room -= sum(not button.isHidden() for button in self.choices[1:]) * BUTTONS // 2
        self.curated.setFixedWidth(min(LIST, max(200, self.viewport().width() - 40)))
        parts: list[tuple[QWidget, int]] = [(self.foot, self.foot.height() + 14), (self._picture, 60)]
        if self._bare:
            parts.insert(0, (self.curated, self.curated.sizeHint().height() + GAP))
        self.curated.hide()
        for part, high in parts:  # what a low window does without
            part.setVisible(room >= high)
            room -= high if room >= high else 0
        self._gap.changeSize(0, 0 if self.curated.isHidden() else GAP)
        self.prompts.set_room(self.viewport().width() - 40, room if ready else 0)

    def _fit_choices(self) -> None:
        """Side by side where there is room, else one under the other; a long name loses its middle."""
        most = max(200, self.viewport().width() - 40)
        wide = 0
        for button in self.choices:
            if button.isHidden():
                continue
            name = str(button.property("model"))
            whole = translate("Welcome", "Load {model}").format(model=name)
            metrics = button.fontMetrics()
            room = min(WIDE, most) - (button.sizeHint().width() - metrics.horizontalAdvance(button.text()))
            room -= metrics.horizontalAdvance(whole) - metrics.horizontalAdvance(name)
            short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(60, room))
            button.set_text(translate("Welcome", "Load {model}").format(model=short))
            button.setAccessibleName(whole)
            set_tip(button, name if short != name else "")
            wide += button.sizeHint().width() + self._chosen.spacing()
        beside = wide - self._chosen.spacing() <= min(most, CHOICES)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._chosen.setDirection(direction)

    def _restyle(self) -> None:
        color = getattr(colors(), self._role)
        ratio = self.devicePixelRatioF()
        own = self._first and self._role == "accent"
        self._picture.setPixmap(logo_pixmap(48, ratio) if own else icon_pixmap(self._icon_name, color, 40, ratio))
