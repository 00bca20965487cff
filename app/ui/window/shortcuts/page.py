"""All shortcuts by what they do, each to be changed, with a word about conflicts before anything is taken away."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui.sentences import sentence
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.key_button import KeyButton
from app.ui.widgets.keys import shown
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page
from app.ui.widgets.search_field import SearchField
from app.ui.window.actions import Action, Actions, fixed

translate = QCoreApplication.translate


class ActionRow(QWidget):
    """What it does, its keys, a way back to the default, and a question where other keys would be lost."""

    def __init__(self, action: Action, actions: Actions) -> None:
        super().__init__()
        self.action, self._actions = action, actions
        self._asked = ""
        name = dim(action.title, "", wrap=True)
        name.setFont(font(theme().tokens.type.base, 500))
        self.reset = IconButton(
            "rotate-ccw", translate("Shortcuts", "Reset “{action}” to its "
                                                 "default shortcut").format(action=action.title),
            size=14, box=24,
        )  # fmt: skip
        self.reset.clicked.connect(lambda: actions.reset(action.id))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.button = KeyButton(action.title)
        self.button.chosen.connect(self._chosen)
        self.button.refused.connect(lambda why: self._say(sentence(why)))
        self.button.listening.connect(self._listening)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(name, 1)
        line.addWidget(self.reset)
        line.addWidget(self.button)
        self.words = dim("", "warn", wrap=True)
        self.words.setFont(font(theme().tokens.type.small))
        self.take = TextButton(translate("Shortcuts", "Reassign"), "small")
        self.keep = TextButton(translate("Shortcuts", "Cancel"), "small")
        self.take.clicked.connect(self._take)
        self.keep.clicked.connect(self._leave)
        self.question = QWidget()
        below = QHBoxLayout(self.question)
        below.setContentsMargins(0, 4, 0, 2)
        below.setSpacing(8)
        below.addWidget(self.words, 1)
        below.addWidget(self.take)
        below.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 7, 12, 7)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(self.question)
        self.question.hide()
        self.show_keys()

    def show_keys(self) -> None:
        self.button.show_keys(self._actions.keymap.keys(self.action.id))
        self.reset.setVisible(self._actions.keymap.changed(self.action.id))

    def matches(self, words: list[str]) -> bool:
        action = self.action
        text = f"{action.title} {action.section} {action.also} {self._actions.keys(action.id)}".lower()
        return all(word in text for word in words)

    def _listening(self, on: bool) -> None:
        self._actions.pause(on)
        if on:
            self._say(translate("Shortcuts", "Backspace removes the shortcut. Esc cancels."), "dim")
        elif not self._asked:
            self.question.hide()

    def _chosen(self, keys: str) -> None:
        user = self._actions.keymap.user_of(keys, self.action.id)
        if user:
            self._asked = keys
            other = self._actions.all[user].title
            self._say(translate("Shortcuts", "“{other}” already uses {keys}.").format(keys=shown(keys), other=other))
            self.take.show()
            self.keep.show()
            self.take.setFocus()
        else:
            self._leave()
            self._actions.set_keys(self.action.id, keys)

    def _take(self) -> None:
        keys = self._asked
        self._leave()
        self._actions.set_keys(self.action.id, keys)

    def _leave(self) -> None:
        self._asked = ""
        self.question.hide()
        self.button.setFocus()

    def _say(self, text: str, role: str = "warn") -> None:
        self.words.setProperty("role", role)
        self.words.style().polish(self.words)
        self.words.setText(text)
        self.take.hide()
        self.keep.hide()
        self.question.show()


class ShortcutsPage(Page):
    """Lists the actions by section, and what cannot be changed."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(translate("Shortcuts", "Keyboard shortcuts"), parent)
        self._actions = actions
        self.reset_all = TextButton(translate("Shortcuts", "Reset all"), "", "rotate-ccw")
        self.reset_all.clicked.connect(actions.reset_all)
        self.head.addWidget(self.reset_all)
        self.search = SearchField(translate("Shortcuts", "Search by name or keys"))
        self.search.setAccessibleName(translate("Shortcuts", "Search shortcuts"))
        self.search.textChanged.connect(self._filter)
        self.body.addWidget(self.search)
        hint = dim(
            translate("Shortcuts", "Click a shortcut to change it. Changes apply immediately."), "dim", wrap=True
        )
        self.body.addWidget(hint)
        self.rows: dict[str, ActionRow] = {}
        self._sections: list[tuple[QWidget, Card, list[ActionRow]]] = []
        for section in dict.fromkeys(action.section for action in actions.all.values()):
            rows = [ActionRow(action, actions) for action in actions.all.values() if action.section == section]
            self.rows |= {row.action.id: row for row in rows}
            self._sections.append((*self._card(section, rows), rows))
        self._fixed = self._card(
            translate("Shortcuts", "Fixed shortcuts"), [self._fixed_row(*pair) for pair in fixed()]
        )
        self._none = dim(translate("Shortcuts", "No matching shortcuts."), "dim")
        self._none.hide()
        self.body.addWidget(self._none)
        self.body.addStretch(1)
        actions.changed.connect(self._show_keys)
        self._show_keys()

    def _card(self, title: str, rows: list[ActionRow] | list[QWidget]) -> tuple[QWidget, Card]:
        head = dim(title, "")
        head.setFont(font(theme().tokens.type.body, 600))
        head.setContentsMargins(2, 14, 0, 2)
        card = Card()
        for row in rows:
            card.add(row)
        self.body.addWidget(head)
        self.body.addWidget(card)
        return head, card

    def _fixed_row(self, keys: str, what: str) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 9, 14, 9)
        line.setSpacing(12)
        words = dim(what, "", wrap=True)
        name = dim(keys, "dim")
        name.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(words, 1)
        line.addWidget(name)
        return row

    def _show_keys(self) -> None:
        for row in self.rows.values():
            row.show_keys()
        self.reset_all.setEnabled(any(self._actions.keymap.changed(action) for action in self.rows))

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        any_shown = False
        for head, card, rows in self._sections:
            shown_rows = [row for row in rows if row.matches(words)]
            for row in rows:
                row.setVisible(row in shown_rows)
            head.setVisible(bool(shown_rows))
            card.setVisible(bool(shown_rows))
            any_shown |= bool(shown_rows)
        for part in self._fixed:
            part.setVisible(not words)
        self._none.setVisible(not any_shown)
