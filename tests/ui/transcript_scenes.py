"""States of the transcript for the pictures of ``screens.py``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QPoint

from app.core.chat_values import MessageMeta
from app.core.work_values import Notice, Phase
from app.ui.chat.composer.cost import Cost
from app.ui.chat.transcript import MessageItem
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.items import MessageChip
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.thinking import ThinkingCard
from engine.protocol import TokenLogprob, TokenOption
from tests.ui import scenes, transcript_texts

if TYPE_CHECKING:
    from tests.ui.screens import Stage


def _chat(stage: Stage) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def _compacted(stage: Stage) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=(scenes.MARK,)))
    stage.talk.state.memory_changed.emit(scenes.memory())


def _reply(stage: Stage, text: str, question: str = "Show me how it is done.", **more: object) -> None:
    """A chat of one question and a reply, in compacted memory but for these."""
    asked = scenes.message("m3", "user", question)
    reply = scenes.message("m4", "assistant", text, **{"meta": scenes.DONE, **more})
    stage.talk.chat_opened.emit(scenes.view(asked, reply))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    stage.settle()


def formulas(stage: Stage) -> None:
    _reply(stage, transcript_texts.FORMULAS, "How are the bias and the values found?")
    stage.until(lambda: all(row.drawn for row in stage.window.findChildren(AssistantRow)))


def wide_table(stage: Stage) -> None:
    _reply(stage, transcript_texts.WIDE, "Which presets are there?")


def long_table(stage: Stage) -> None:
    """The end of the first rows of a very long table."""
    rows = "".join(f"| {at} | {at * at} | {math.sqrt(at):.4f} |\n" for at in range(1, 2401))
    _reply(stage, f"| n | square | root |\n|--:|--:|:--|\n{rows}\nThat is all.", "A table of squares and roots?")


def footnotes(stage: Stage) -> None:
    _reply(stage, transcript_texts.NOTES, "What is measured?")
    stage.transcript.verticalScrollBar().setValue(0)


def long_code(stage: Stage) -> None:
    _reply(stage, transcript_texts.CODE)
    stage.transcript.verticalScrollBar().setValue(0)


def wrapped_code(stage: Stage) -> None:
    _reply(stage, transcript_texts.CODE)
    stage.window.findChild(CodeBlock).wrap.click()
    stage.transcript.verticalScrollBar().setValue(0)


def thinking_open(stage: Stage) -> None:
    meta = msgspec.structs.replace(scenes.DONE, thinking_ms=6200)
    _reply(stage, transcript_texts.THINKING, "And what stays as it was?", meta=meta)
    stage.transcript.findChild(ThinkingCard).toggled.emit()


def thinking(stage: Stage) -> None:
    text = transcript_texts.THINKING.partition("</think>")[0]
    _reply(stage, text, "And what stays as it was?", meta=MessageMeta(), state="streaming")
    stage.phase(Phase.REPLYING)


def attachments(stage: Stage) -> None:
    asked = MessageItem("q", text="What do these two say about the floor?", chips=(
        MessageChip("compaction-notes.md", "12 kB", "file-text"), MessageChip("quality.py", "6.1 kB", "file-code"),
        MessageChip("a-very-long-name-of-a-scanned-document-from-last-year.pdf", "2.4 MB", "file-text"),
    ))  # fmt: skip
    _chat(stage)
    stage.transcript.set_items([asked, MessageItem("a", role="assistant", text="Both say that it is 5 %.", last=True)])


def link(stage: Stage) -> None:
    _reply(stage, transcript_texts.NOTES, "What is measured?")
    block = next(
        b for b in stage.transcript.findChildren(TextBlock) if "the paper" in b.toPlainText() and b.isVisible()
    )
    block.pointed.emit("https://arxiv.org/abs/2106.00001")


def editing(stage: Stage) -> None:
    """The person's own message and a reply being edited where they stand."""
    stage.window.activateWindow()
    _compacted(stage)
    stage.settle()
    drafts = stage.context.drafts
    for at, (message, text) in enumerate(((scenes.QUESTION, "Which heads lose the least?"), (scenes.REPLY, ""))):
        drafts.edit(message, message.content)
        if text:
            drafts.edits[message.id].draft.text = text
        stage.window.chat.editing._show(message)
        card = stage.window.chat.editing.cards[message.id]
        card.set_cost(Cost("9 tokens") if not at else Cost("212 tokens"))
    stage.settle()
    stage.transcript.bring(scenes.QUESTION.id, None)
    stage.window.chat.editing.cards[scenes.QUESTION.id].editor.setFocus()
    stage.settle()


def probabilities(stage: Stage) -> None:
    """A reply as its tokens, one of them pointed at."""
    words = "It| keeps| a| small| set| of| keys|,| and| fits| their| values| anew|:| the| old| block| then| stays| so|."
    chances = (0.62, 0.91, 0.97, 0.44, 0.93, 0.999, 0.71, 0.38, 0.97, 0.08, 0.33, 0.9, 0.02, 0.2, 0.55, 0.41, 0.6)
    others = (" few", " group", " handful", " selection", " list")
    tokens = []
    for at, piece in enumerate(words.split("|")):
        chance = chances[at % len(chances)]
        options = [TokenOption(0, piece.encode(), math.log(chance))]
        options += [TokenOption(n, other.encode(), math.log((1 - chance) / 2**n)) for n, other in enumerate(others, 1)]
        top = sorted(options, key=lambda option: -option.logprob)[:5]
        tokens.append(TokenLogprob(0, piece.encode(), math.log(chance), tuple(top)))
    meta = msgspec.structs.replace(scenes.DONE, probabilities=True)
    _reply(stage, words.replace("|", ""), "What does it do?", meta=meta)
    stage.window.chat.presenter._put_tokens("m4", tuple(tokens))
    stage.settle()
    view = next(row.token_view for row in stage.window.findChildren(AssistantRow) if row.token_view is not None)
    view.text.go(3)


def find_text(stage: Stage) -> None:
    _compacted(stage)
    stage.settle()
    stage.window.find_in_chat()
    stage.window.chat.find_bar.field.setText("keep")
    stage.until(lambda: not stage.transcript.finder.searching)
    stage.transcript.finder.step(1)


def find_nothing(stage: Stage) -> None:
    _compacted(stage)
    stage.settle()
    stage.window.find_in_chat()
    stage.window.chat.find_bar.field.setText("zebra")


def selected(stage: Stage) -> None:
    _compacted(stage)
    stage.settle()
    rows = [row for row in sorted(stage.transcript.visible_rows.values(), key=lambda row: row.y()) if row.parts()]
    first, last = rows[0].parts()[0].block, rows[-1].parts()[-1].block
    view = stage.transcript.viewport()
    stage.transcript.selection.press(first.mapTo(view, QPoint(first.width() // 2, 8)))
    stage.transcript.selection.drag(last.mapTo(view, QPoint(last.width() // 3, 80)))


def deleted(stage: Stage) -> None:
    _chat(stage)
    stage.settle()
    stage.talk.state.messages_removed.emit(("m3", "m4"))
    stage.context.notice.emit(Notice("info", "Deleted 2 messages.", "", "undo_delete", "m3"))


def versions(stage: Stage) -> None:
    second = msgspec.structs.replace(scenes.REPLY, siblings=("m3b", "m4", "m4c"))
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, second))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def keyboard(stage: Stage) -> None:
    """The focus on a tool of an older message, come by the Tab key."""
    _compacted(stage)
    stage.settle()
    stage.window.activateWindow()
    stage.transcript.verticalScrollBar().setValue(0)
    stage.transcript.setFocus()
    for _ in range(3):
        stage.transcript.focusNextPrevChild(True)


SCENES = (
    formulas, wide_table, long_table, footnotes, long_code, wrapped_code, thinking_open, thinking, attachments, link,
    editing, probabilities, find_text, find_nothing, selected, deleted, versions, keyboard,
)  # fmt: skip
