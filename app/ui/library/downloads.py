"""Downloads under way: how far they are, pause, go on, give up."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.services.models.downloads import Download
from app.ui.numbers import duration, share, size
from app.ui.sentences import sentence, whole
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import ElidedLabel, dim

translate = QCoreApplication.translate


def starter_button(model_bytes: int) -> TextButton:
    """Fetches the small model to begin with."""
    text = translate("Welcome", "Download a small model ({size})").format(size=size(model_bytes))
    return TextButton(text, "accent", "download")


def words_for(download: Download) -> str:
    """ "1.2 of 4.7 GB · 23 MB/s · 2 min left", or what it waits for."""
    amount = {"done": size(download.done), "total": size(download.total)}
    match download.phase:
        case "waiting":
            return translate("Library", "{done} of {total} · queued").format(**amount)
        case "running":
            if download.bytes_per_second <= 0:
                return translate("Library", "{done} of {total}").format(**amount)
            return translate("Library", "{done} of {total} · {speed}/s · {time} left").format(
                speed=size(download.bytes_per_second), time=duration(download.seconds_left), **amount
            )
        case "retrying":
            text = translate("Library", "{done} of {total} · {problem} Retrying…")
            return text.format(problem=sentence(download.problem), **amount)
        case "checking":
            return translate("Library", "Verifying the file… {share}").format(share=share(download.checked))
        case "paused":
            return translate("Library", "{done} of {total} · paused").format(**amount)
        case "failed":
            return whole(download.problem)
        case "done":
            return translate("Library", "{total} · added to library").format(total=amount["total"])


def share_of(download: Download) -> float:
    """How far it is, a share of 1: of its bytes, or of the checksum while that is computed."""
    return download.checked if download.phase == "checking" else download.done / max(1, download.total)


class ProgressLine(QWidget):
    """A thin bar. ``share`` 0 to 1; ``role``: colour of the scheme."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(6)
        self._share, self._role = 0.0, "accent"

    def show_share(self, share: float, role: str) -> None:
        self._share, self._role = min(1.0, max(0.0, share)), role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, 1, self.width(), 4)
        painter.setBrush(qcolor(scheme.track))
        painter.drawRoundedRect(track, 2, 2)
        if self._share > 0:
            track.setWidth(max(4.0, track.width() * self._share))
            painter.setBrush(qcolor(getattr(scheme, self._role)))
            painter.drawRoundedRect(track, 2, 2)
        painter.end()


class DownloadRow(QWidget):
    """One download. Signals: ``pause(id)``, ``resume(id)``, ``cancel(id)``."""

    pause = Signal(str)
    resume = Signal(str)
    cancel = Signal(str)

    def __init__(self, download: Download) -> None:
        super().__init__()
        self._id = download.id
        self._running = False
        name = ElidedLabel(download.name)
        name.setFont(font(theme().tokens.type.base, 600))
        self.words = dim("", "dim", wrap=True)  # what went wrong, and what to do, is read to its end
        self.words.setFont(font(theme().tokens.type.small))
        self.bar = ProgressLine()
        column = QVBoxLayout()
        column.setSpacing(5)
        column.addWidget(name)
        column.addWidget(self.words)
        column.addWidget(self.bar)
        self._name = download.name
        self.toggle = IconButton("pause", "", size=16, box=30)
        self.toggle.clicked.connect(lambda: (self.pause if self._running else self.resume).emit(self._id))
        self.away = IconButton("x", "", size=16, box=30)
        self.away.clicked.connect(lambda: self.cancel.emit(self._id))
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 12, 12, 12)
        line.setSpacing(6)
        line.addLayout(column, 1)
        line.addWidget(self.toggle)
        line.addWidget(self.away)
        self.show_download(download)

    def show_download(self, download: Download) -> None:
        text = words_for(download)
        self.words.setText(text)
        role = "error" if download.phase == "failed" else "dim"
        if self.words.property("role") != role:
            self.words.setProperty("role", role)
            self.words.style().polish(self.words)
        tint = {"paused": "faint", "failed": "error", "done": "pinned", "retrying": "warn"}.get(
            download.phase, "accent"
        )
        self.bar.show_share(share_of(download), tint)
        self.bar.setVisible(download.phase != "done")
        self._running = download.under_way
        self.toggle.setVisible(download.phase != "done")
        self.toggle.set_icon("pause" if self._running else "play")
        self.toggle.set_label(
            translate("Library", "Pause {name}").format(name=self._name)
            if self._running
            else translate("Library", "Resume {name}").format(name=self._name)
        )
        done = download.phase == "done"
        self.away.set_label(
            translate("Library", "Remove {name} from this list").format(name=self._name)
            if done
            else translate("Library", "Cancel download of {name}").format(name=self._name)
        )
        self.setAccessibleName(f"{self._name}: {text}")


class DownloadsCard(Card):
    """All downloads. Signals as of :class:`DownloadRow`."""

    pause = Signal(str)
    resume = Signal(str)
    cancel = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, DownloadRow] = {}
        self.hide()

    def show_downloads(self, downloads: Sequence[Download]) -> None:
        if [download.id for download in downloads] != list(self.lines):
            before = self.lines
            self.lines = {download.id: before.get(download.id) or self._line(download) for download in downloads}
            self.put(list(self.lines.values()))
        for download in downloads:
            self.lines[download.id].show_download(download)
        self.setVisible(bool(downloads))

    def _line(self, download: Download) -> DownloadRow:
        row = DownloadRow(download)
        row.pause.connect(self.pause)
        row.resume.connect(self.resume)
        row.cancel.connect(self.cancel)
        return row
