"""Recommended models: what each is good for, whether it suits this computer, and one click to download it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.curated import CuratedModel, is_slow, suggested
from app.core.hub import Fit
from app.core.model_values import ModelEntry
from app.core.texts import Text
from app.services.models.curated import CuratedDownloads
from app.services.models.downloads import Download
from app.services.models.models import Models
from app.ui.library.downloads import ProgressLine, share_of, words_for
from app.ui.library.rows import IconBadge
from app.ui.numbers import size
from app.ui.sentences import whole
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.focus import hand_over
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

ABOVE = 10  # px more, which part the list from what belongs to the search


def good_for(model: CuratedModel) -> str:
    """What a model is good for, in a few words."""
    match model.good_for:
        case "quick":
            return translate("Curated", "Quick replies on any computer")
        case "everyday":
            return translate("Curated", "Everyday questions and short texts")
        case "documents":
            return translate("Curated", "Long documents and chats")
        case "languages":
            return translate("Curated", "Writing in many languages")
        case "reasoning":
            return translate("Curated", "Reasoning and math")
        case "code":
            return translate("Curated", "Programming")
        case "strong":
            return translate("Curated", "Demanding work on a strong computer")


def suits(model: CuratedModel, models: Models, fit: Fit) -> tuple[str, str, str]:
    """Whether it suits this computer, where a file of its size fits so: a word, its colour, and why."""
    if fit == "too_big":
        return (
            translate("Curated", "Too large"),
            "error",
            translate("Curated", "Needs more RAM and VRAM than this computer has.")
            if models.vram
            else translate("Curated", "Needs more RAM than this computer has."),
        )
    if fit == "tight":
        return translate("Curated", "Tight"), "warn", translate("Curated", "Fits after you close other programs.")
    if fit == "unknown":
        return "", "dim", ""
    if is_slow(model, models.has_gpu, models.cores):
        return (
            translate("Curated", "Runs slowly"),
            "warn",
            translate("Curated", "Fits into RAM, but writes slowly without a graphics card."),
        )
    return translate("Curated", "Runs well"), "pinned", translate("Curated", "Fits into the free RAM.")


class CuratedRow(QWidget):
    """One model. Signals: ``wanted(CuratedModel)``, ``stopped(CuratedModel)``."""

    wanted = Signal(object)
    stopped = Signal(object)

    def __init__(self, model: CuratedModel) -> None:
        super().__init__()
        self.model = model
        kinds = theme().tokens.type
        name = ElidedLabel(model.name)
        name.setFont(font(kinds.base, 600))
        facts = [
            size(model.size),
            good_for(model),
            translate("Curated", "{number}K context").format(number=model.context // 1024),
            model.license,
        ]
        self.facts = ElidedLabel(" · ".join(facts))
        self.facts.setProperty("role", "dim")
        self.facts.setFont(font(kinds.small))
        self.problem = dim("", "error", wrap=True)
        self.problem.setFont(font(kinds.small))
        self.bar = ProgressLine()
        self.bar.setAccessibleName(translate("Curated", "Download progress of {name}").format(name=model.name))
        words = QVBoxLayout()
        words.setSpacing(2)
        for part in (name, self.facts, self.problem, self.bar):
            words.addWidget(part)
        self.badge: IconBadge | None = None
        self.button = TextButton(translate("Curated", "Download"), "small", "download")
        self.button.clicked.connect(lambda: self.wanted.emit(model))
        self.stop = IconButton(
            "x", translate("Curated", "Cancel the download of {name}").format(name=model.name), size=16, box=28
        )
        self.stop.clicked.connect(lambda: self.stopped.emit(model))
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(16, 9, 12, 9)
        self._line.setSpacing(10)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._line.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignVCenter)
        self._told = self.facts.text()
        self._shown: object = None

    def show_state(
        self, fit: tuple[str, str, str], here: bool, looking: bool, download: Download | None, problem: Text | None
    ) -> None:
        """Whether it suits this computer, and how far its download is."""
        state = (fit, here, looking, download, problem)
        if state == self._shown:
            return
        self._shown = state
        paused = download is not None and download.stopped
        coming = looking or (download is not None and download.under_way)
        self._show_badge((translate("Curated", "On this computer"), "dim", "") if here else fit)
        hand_over(self.button, not here and not coming, self.stop, not here and (coming or paused))
        again = translate("Curated", "Resume") if paused else translate("Curated", "Download")
        self.button.set_text(again)
        self.button.setAccessibleName(f"{again} {self.model.name}")
        self.bar.setVisible(not here and coming and not looking)
        if download is not None:
            self.bar.show_share(share_of(download), "accent")
        if looking:
            self.facts.setText(translate("Curated", "Looking up the file…"))
        elif coming and download is not None:
            self.facts.setText(words_for(download))
        else:
            self.facts.setText(self._told)
        told = whole(problem or (download.problem if download is not None and download.phase == "failed" else None))
        self.problem.setText(told)
        self.problem.setVisible(bool(told) and not here)

    def _show_badge(self, fit: tuple[str, str, str]) -> None:
        word, role, why = fit
        if self.badge is not None:
            self._line.removeWidget(self.badge)
            self.badge.hide()
            self.badge.deleteLater()
            self.badge = None
        if word:
            self.badge = IconBadge(word, role)
            set_tip(self.badge, why)
            self._line.insertWidget(1, self.badge, 0, Qt.AlignmentFlag.AlignVCenter)


class CuratedPanel(QWidget):
    """The list, or (``few``) the ones that suit this computer best."""

    def __init__(self, curated: CuratedDownloads, models: Models, *, few: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curated, self._models, self._few = curated, models, few
        self.card = Card()
        self.rows: list[CuratedRow] = []
        whose = translate("Curated", "Models for this computer") if few else translate("Curated", "Recommended models")
        made = QDate.fromString(curated.offer.made, Qt.DateFormat.ISODate)
        self.foot = dim(
            translate(
                "Curated",
                "List of {month}. Models come from Hugging Face; sizes are approximate until a download begins.",
            ).format(month=QLocale().toString(made, "MMMM yyyy")),
            "faint",
            wrap=True,
        )
        self.foot.setFont(font(theme().tokens.type.tiny))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0 if few else ABOVE, 0, 0)
        column.setSpacing(6)
        column.addWidget(dim(whose, "section"))
        column.addWidget(self.card)
        column.addWidget(self.foot)
        self._here: set[str] = set()  # names of the files in the library
        curated.changed.connect(self._show)
        models.library_changed.connect(self._listed)
        models.state_changed.connect(lambda _: self._show())
        models.devices_changed.connect(self._show)
        self._listed(models.entries)

    def _listed(self, entries: Sequence[ModelEntry]) -> None:
        self._here = {Path(entry.path).name.casefold() for entry in entries if entry.status == "ok"}
        self._show()

    def _chosen(self, judge: Callable[[int], Fit]) -> list[CuratedModel]:
        offer = self._curated.offer.models
        if not self._few:
            return list(offer)
        under_way = [row.model for row in self.rows if self._busy(row.model)]
        if under_way:  # what fits changes with the free RAM; a list does not while something of it comes
            return [row.model for row in self.rows]
        return suggested(offer, judge, self._models.has_gpu, self._models.cores)

    def _busy(self, model: CuratedModel) -> bool:
        return self._curated.looking_up(model) or self._curated.download(model) is not None

    def _show(self) -> None:
        judge = self._models.judge()
        chosen = self._chosen(judge)
        if chosen != [row.model for row in self.rows]:
            self._fill(chosen)
        for row in self.rows:
            model = row.model
            row.show_state(
                suits(model, self._models, judge(model.size)),
                model.file.casefold() in self._here,
                self._curated.looking_up(model),
                self._curated.download(model),
                self._curated.problem(model),
            )

    def _fill(self, models: list[CuratedModel]) -> None:
        self.card.clear()
        self.rows = []
        for model in models:
            row = CuratedRow(model)
            row.wanted.connect(self._get)
            row.stopped.connect(self._curated.cancel)
            self.rows.append(row)
            self.card.add(row)

    def _get(self, model: CuratedModel) -> None:
        self._curated.get(model)
