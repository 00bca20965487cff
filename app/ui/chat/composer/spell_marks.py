"""Wavy lines under misspelled words, and what the menu offers for one."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QAction, QSyntaxHighlighter, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QMenu, QPlainTextEdit

from app.core.spelling.words import WordSpan, fence_after, words_of
from app.services.spelling import Spelling
from app.ui.theme import colors, qcolor, theme

translate = QCoreApplication.translate

SLICE = 0.004  # s of checking at a time, so that keys never wait
LONGEST = 8_000  # characters of a line that is checked, which takes 1 ms for each 1,000 with each key
FENCES = "`~"  # of a code block, as the state of its lines: 10 times its length and its kind


class SpellMarks(QSyntaxHighlighter):
    """Marks words that the checker does not know, but not the one being typed.

    Words that were not checked yet are checked a few at a time while nothing else is to do.
    """

    def __init__(self, edit: QPlainTextEdit, spelling: Spelling) -> None:
        super().__init__(edit)
        self._edit, self._spelling = edit, spelling
        self._typed = -1  # where in the text the last key wrote, until the cursor moves on
        self._unchecked: dict[str, set[int]] = {}  # with the numbers of the blocks that wait for the verdict
        self._blocks = 0  # there were when these were noted
        self._format = QTextCharFormat()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._check_some)
        edit.document().contentsChange.connect(self._changed)  # before the text is looked at again
        edit.cursorPositionChanged.connect(self._moved)
        spelling.changed.connect(self._refresh)
        theme().changed.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        document = self._edit.document() if self._spelling.active else None
        if self.document() is not document:
            blocked = self._edit.document().blockSignals(True)
            self.setDocument(document)  # type: ignore[arg-type]
            self._edit.document().blockSignals(blocked)
        self._format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
        self._format.setUnderlineColor(qcolor(colors().error))
        self._mark()

    def _mark(self, block: QTextBlock | None = None) -> None:
        """Look at a block again, or at all; marks are no change of the text, so nobody hears of one."""
        document = self.document()
        if document is not None:
            blocked = document.blockSignals(True)
            if block is None:
                self.rehighlight()
            elif block.isValid():
                self.rehighlightBlock(block)
            document.blockSignals(blocked)

    def _changed(self, at: int, removed: int, added: int) -> None:
        self._typed = at + added if removed + added <= 2 else -1  # a key, not a paste or another text

    def _moved(self) -> None:
        if self._typed >= 0 and self._edit.textCursor().position() != self._typed:
            left, self._typed = self._typed, -1
            self._mark(self._edit.document().findBlock(left))

    def highlightBlock(self, text: str) -> None:
        before = max(self.previousBlockState(), 0)
        fence = FENCES[before % 10] * (before // 10)
        after = fence_after(text, fence)
        self.setCurrentBlockState(10 * len(after) + FENCES.index(after[0]) if after else 0)
        if fence or after or len(text) > LONGEST:
            return
        typed = self._typed - self.currentBlock().position() if self._typed >= 0 else -1
        for span in words_of(text):
            known = self._spelling.known(span.word)
            if known is None:
                self._unchecked.setdefault(span.word, set()).add(self.currentBlock().blockNumber())
                self._blocks = self._edit.blockCount()
                self._timer.start()
            elif not known and not span.start <= typed <= span.end:
                self.setFormat(span.start, span.end - span.start, self._format)

    def _check_some(self) -> None:
        until = time.perf_counter() + SLICE
        wrong: set[int] = set()
        while self._unchecked and self._spelling.active:
            word = next(iter(self._unchecked))
            waiting = self._unchecked.pop(word)
            if not self._spelling.check(word):
                wrong |= waiting
            if time.perf_counter() > until:
                break
        else:
            self._unchecked.clear()
            self._timer.stop()
        if wrong and self._blocks != self._edit.blockCount():
            self._mark()
        else:
            for number in sorted(wrong):
                self._mark(self._edit.document().findBlockByNumber(number))

    def word_at(self, cursor: QTextCursor) -> WordSpan | None:
        """The misspelled word at a place in the text, as places in the whole text."""
        block, at = cursor.block(), cursor.positionInBlock()
        if not self._spelling.active or block.userState() > 0 or block.length() > LONGEST + 1:
            return None
        for span in words_of(block.text()):
            if span.start <= at <= span.end and not self._spelling.check(span.word):
                return WordSpan(block.position() + span.start, block.position() + span.end, span.word)
        return None

    def offer(self, menu: QMenu, cursor: QTextCursor) -> None:
        """Put what can be done about the word at ``cursor`` at the top of a menu; nothing where it is right."""
        found = self.word_at(cursor)
        if found is None:
            return
        actions = []
        for suggestion in self._spelling.suggest(found.word):
            actions.append(QAction(suggestion.replace("&", "&&"), menu))
            actions[-1].triggered.connect(lambda _=False, text=suggestion: self._replace(found, text))
        if not actions:
            actions.append(QAction(translate("Spelling", "No suggestions"), menu))
            actions[0].setEnabled(False)
        first = menu.actions()[0] if menu.actions() else None
        add = QAction(translate("Spelling", "Add to dictionary"), menu)
        add.triggered.connect(lambda: self._spelling.add(found.word))
        ignore = QAction(translate("Spelling", "Ignore"), menu)
        ignore.triggered.connect(lambda: self._spelling.ignore(found.word))
        lines = [QAction(menu), QAction(menu)]
        for line in lines:
            line.setSeparator(True)
        menu.insertActions(first, [*actions, lines[0], add, ignore, lines[1]])  # type: ignore[arg-type]

    def _replace(self, span: WordSpan, text: str) -> None:
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        if cursor.selectedText().replace("’", "'") == span.word:  # else the text has changed under the menu
            cursor.insertText(text)  # Ctrl+Z takes it back
