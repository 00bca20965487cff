"""States of the memory: the panel that compacts it, and what the meter says meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QPoint

from app.core.chat_values import CompactionMark, HeadKept
from app.core.texts import say
from app.core.work_values import CompactionEstimate, CompactionPreview, Resumed
from app.ui.chat.meter.forecast import RATIOS
from app.ui.chat.transcript.markers import MarkerRow
from tests.ui import activity_scenes, scenes
from tests.ui.scenes import CHAT, N_CTX, TOKEN

if TYPE_CHECKING:
    from tests.ui.screens import Stage

BLOCK, RECENT = 4944, 256  # tokens


def foreseen(ratio: float, block_ratio: float) -> CompactionEstimate:
    each = TOKEN * 0.6  # rows in fewer bits
    after = round((410 + RECENT) * each + BLOCK * TOKEN / block_ratio)
    free = round((N_CTX * TOKEN - after) / each)
    error, ms = 0.032 * block_ratio**0.35, 900.0 + 9000 / block_ratio
    return CompactionEstimate(ratio, block_ratio, after, free, error, ms, BLOCK, RECENT, 1 - 0.006 * block_ratio**0.8)


PREVIEW = CompactionPreview(
    CHAT, BLOCK, RECENT, (410 + 5200) * TOKEN, N_CTX * TOKEN, N_CTX - 5610,
    (foreseen(0.0, 5.6), *(foreseen(ratio, ratio) for ratio in RATIOS)),
)  # fmt: skip
NO_PREVIEW = CompactionPreview(CHAT, why_not=say("compact.nothing_old"))
MEMORY = scenes.memory(compacted=False, live=5200)


def _open(stage: Stage, preview: CompactionPreview) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(MEMORY)
    stage.settle()
    page = stage.window.chat
    page.compaction.open(page.composer.mapTo(page, page.composer.rect().topRight()) - QPoint(0, 8), MEMORY)
    page.compaction.show_preview(preview)


def meter_open(stage: Stage) -> None:
    """The details of the meter, opened by a click on its line."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory())
    stage.window.chat.meter_line.click()


def meter_pinned(stage: Stage) -> None:
    """The details, always open, and a message."""
    stage.context.settings.set("appearance.meter", "always open")
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory())
    stage.window.chat.composer.set_text("And what is it for?")


def compaction(stage: Stage) -> None:
    """The panel that compacts now, with what it comes to."""
    _open(stage, PREVIEW)


def compaction_chosen(stage: Stage) -> None:
    """Another ratio than that of the settings."""
    _open(stage, PREVIEW)
    stage.window.chat.compaction._choose(16.0)


def compaction_refused(stage: Stage) -> None:
    """It cannot be compacted yet."""
    _open(stage, NO_PREVIEW)


def heads(of: int, ratio: float, layers: int = 30, kv: int = 3) -> tuple[HeadKept, ...]:
    """What a compaction of ``of`` tokens may leave: a few heads whole, the others by what they need."""
    made = []
    for layer in range(layers):
        for head in range(kv):
            weight = (layer * 7 + head * 13) % 11
            rows = of if weight == 0 and layer > 4 else round(of / ratio * (0.2 + 0.13 * weight))
            made.append(HeadKept(layer, head, rows, "q8_0", "q4_0" if weight % 2 else "q5_0", 0.004 * (11 - weight)))
    return tuple(made)


MARKS = (
    msgspec.structs.replace(
        scenes.MARK, id="k1", ratio=5.8, tokens=3000, token_start=410, token_end=3410, heads=heads(3000, 6.0)
    ),
    msgspec.structs.replace(
        scenes.MARK, id="k2", ratio=14.6, tokens=1900, token_start=3410, token_end=5310, heads=heads(1900, 16.0)
    ),
)


def activity_heads(stage: Stage) -> None:
    """The picture of the rows that compactions kept."""
    page = stage.window.pages.activity
    page.wanted.disconnect()
    stage.window.show_activity()
    page.show_activities(activity_scenes.course(), 46_080)
    stage.window.pages.activity.show_marks(MARKS)


def at_work(stage: Stage) -> None:
    """A reply is written in one chat, another one has a reply that nobody has seen, a third one is shown."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(MEMORY)
    ids = [chat.id for group in scenes.GROUPS for chat in group.chats if chat.id != CHAT]
    stage.context.conversations.work_changed.emit(frozenset(ids[:1]), frozenset(ids[1:2]))


def drafts(stage: Stage) -> None:
    """Something is written in three chats that are not shown; in one of them a reply is being written, too."""
    at_work(stage)
    ids = [chat.id for group in scenes.GROUPS for chat in group.chats if chat.id != CHAT]
    words = "and what of the heads that need more rows than", "quality.py", "Why?"
    stage.window.context.drafts.waiting_changed.emit(dict(zip((ids[0], *ids[2:4]), words, strict=True)))


def forgotten(stage: Stage) -> None:
    """The oldest turns left the context: the line says what the model does not see."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    memory = scenes.memory(compacted=False)
    stage.talk.state.memory_changed.emit(msgspec.structs.replace(memory, forgotten="m2", forgets=True))


def _stretch() -> tuple[CompactionMark, ...]:
    """Six compactions of one place, of which the last two are ahead of need."""
    return tuple(
        msgspec.structs.replace(
            scenes.MARK, id=f"g{n}", after="m2", token_start=1632 * n, token_end=1632 * (n + 1), tokens=1632,
            ratio=21.7 - n, bytes_before=(6000 + 200 * n) * TOKEN, bytes_after=4300 * TOKEN, ms=900.0 + 60 * n,
            error=0.05 + 0.004 * n, same=0.98 - 0.004 * n, reason="ahead" if n > 3 else "due",
        )
        for n in range(6)
    )  # fmt: skip


def grouped(stage: Stage) -> None:
    """Markers of one place are one."""
    marks = _stretch()
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=marks))
    memory = msgspec.structs.replace(scenes.memory(), undo=marks[-1].range)
    stage.talk.state.memory_changed.emit(memory)
    stage.settle()
    stage.window.chat.transcript.scroll_to("m2")


def grouped_open(stage: Stage) -> None:
    """... that opens to the list."""
    grouped(stage)
    row = stage.window.chat.transcript.visible_rows["g0"]
    assert isinstance(row, MarkerRow)
    row.toggle()


def background(stage: Stage) -> None:
    """A compaction goes on in the background while the text is scrolled."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, scenes.NEXT))
    stage.talk.state.memory_changed.emit(msgspec.structs.replace(scenes.memory(), compacting=0.4))
    stage.settle()
    stage.window.chat.transcript.scroll_to("m1")


def refining(stage: Stage) -> None:
    """A compaction is made better before it is done, as nobody waits."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    memory = msgspec.structs.replace(scenes.memory(), compacting=1.0, refining=0.25)
    stage.talk.state.memory_changed.emit(memory)


def waits(stage: Stage) -> None:
    """Nothing is compacted though the context is that full, after an undo."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(msgspec.structs.replace(scenes.memory(), waits=say("compact.held")))


def unread(stage: Stage) -> None:
    """A chat whose reading waits or was stopped, in one line."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    memory = msgspec.structs.replace(scenes.memory(compacted=False, live=2000), tokens=2_410, unread=45_766)
    stage.talk.state.memory_changed.emit(memory)
    stage.talk.state.resumed.emit(Resumed(CHAT, "rebuilt", 41_000, 2_410, unread=45_766))
    stage.window.chat.meter.set_can_read(True)


def unread_open(stage: Stage) -> None:
    """... and in its details, which offer to read it."""
    unread(stage)
    stage.window.chat.meter_line.click()


SCENES = (
    forgotten, at_work, drafts, activity_heads, meter_open, meter_pinned, compaction, compaction_chosen,
    compaction_refused, grouped, grouped_open, background, refining, waits, unread,
    unread_open,
)  # fmt: skip
