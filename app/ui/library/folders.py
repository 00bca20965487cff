"""The folders that models are looked for in: what was found there, add one, take one off."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.model_values import ModelFolder
from app.ui.sentences import sentence
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import ElidedLabel, dim

translate = QCoreApplication.translate


class WatchedFolderRow(QWidget):
    """One folder. Signals: ``remove(path)``."""

    remove = Signal(str)

    def __init__(self, folder: ModelFolder) -> None:
        super().__init__()
        self.folder = folder
        name = ElidedLabel(folder.path)
        name.setFont(font(theme().tokens.type.base, 500))
        found = translate("ModelFolders", "%Ln model(s)", "", folder.models)
        words = (
            found if not folder.own else translate("ModelFolders", "{found} · downloads go here").format(found=found)
        )
        self.words = dim(sentence(folder.problem) or words, "warn" if folder.problem else "dim", wrap=True)
        self.words.setFont(font(theme().tokens.type.small))
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(name)
        column.addWidget(self.words)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 10, 12, 10)
        line.addLayout(column, 1)
        if not folder.own:
            self.away = IconButton(
                "x", translate("ModelFolders", "Remove folder {folder} (keeps its files)").format(folder=folder.path),
                size=16, box=30,
            )  # fmt: skip
            self.away.clicked.connect(lambda: self.remove.emit(folder.path))
            line.addWidget(self.away, 0, Qt.AlignmentFlag.AlignVCenter)


class FoldersPanel(QWidget):
    """Signals: ``add()``, ``remove(path)``."""

    add = Signal()
    remove = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        title = dim(translate("ModelFolders", "Folders"), "")
        title.setFont(font(theme().tokens.type.base, 600))
        self.button = TextButton(translate("ModelFolders", "Add folder…"), "small", "folder-plus")
        self.button.clicked.connect(self.add)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.button)
        words = translate("ModelFolders", "Models in these folders appear automatically.")
        about = dim(words, "dim", wrap=True)
        about.setFont(font(theme().tokens.type.small))
        self.card = Card()
        self.card.hide()
        self.rows: list[WatchedFolderRow] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(about)
        column.addWidget(self.card)

    def show_folders(self, folders: Sequence[ModelFolder]) -> None:
        if [row.folder for row in self.rows] == list(folders):
            return
        self.rows = [WatchedFolderRow(folder) for folder in folders]
        for row in self.rows:
            row.remove.connect(self.remove)
        self.card.put(self.rows)
        self.card.setVisible(bool(folders))
