from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.core.texts import say
from app.core.work_values import MemoryState, Resumed, Segment, WorkProgress
from app.services.chat import shared
from app.ui.chat.meter import MeterStrip
from app.ui.chat.meter.forecast import _now
from app.ui.chat.meter.line import line_words
from app.ui.chat.meter.words import bytes_per_token, came_back, read, working
from app.ui.numbers import duration, short_count, size
from app.ui.theme import Theme
from tests.fake_engine import Script
from tests.ui import scenes
from tests.ui.conftest import Launch
from tests.unit.core.store_helpers import converse


@pytest.fixture
def strip(qtbot: QtBot) -> MeterStrip:
    made = MeterStrip()
    qtbot.addWidget(made)
    made.resize(760, made.height())
    made.show()
    made.set_policy(256, True)
    return made


def test_numbers_are_those_of_the_memory() -> None:
    memory = scenes.memory()
    reading = read(memory, 256, auto=True)
    assert reading.left == "Context  109 MB / 189 MB"
    assert reading.right == "51,340 tokens remembered  ·  room for 3,184 more  ·  52.7× compacted"
    assert dict(reading.legend) == {
        "system": "System 410",
        "compacted": "Compacted 47,489 in 20.8 MB",
        "live": "Full detail 3,441",
        "reserve": "Reserved for reply 256",
        "tick": "Compacts at 85 %",
    }
    assert reading.tick == 0.85
    total = memory.bytes_total
    assert reading.shares == pytest.approx(
        (
            410 * scenes.TOKEN / total,
            0.0,
            901 * scenes.TOKEN / total,
            3441 * scenes.TOKEN / total,
            0.0,
            256 * scenes.TOKEN / total,
        )
    )
    assert sum(reading.shares[:4]) == pytest.approx(memory.fill)
    assert memory.free_tokens == 3_184 + 256, "what it says adds up"
    assert "Reserved for reply: 256 tokens" in reading.tip and "Free: 3,184 tokens" in reading.tip
    assert "can hold" not in reading.tip
    assert "this chat can hold about 54,780 tokens" in read(memory, 256, auto=True, n_ctx=scenes.N_CTX).tip
    assert "can hold" not in read(scenes.memory(compacted=False), 256, auto=True, n_ctx=scenes.N_CTX).tip
    assert "Predicted" not in reading.tip, "nothing is known of it"
    parts = tuple(msgspec.structs.replace(part, same=0.958 if part.kind == "compacted" else -1.0)
                  for part in memory.segments)  # fmt: skip
    told = read(msgspec.structs.replace(memory, segments=parts), 256, auto=True)
    told_of = [line.partition(":")[0] for line in told.tip.splitlines()]
    assert "Predicted: about 96 of 100 next words unchanged" in told.tip
    assert told_of.index("Predicted") == told_of.index("Compacted") + 1, "below what it is about"


def test_mounted_documents_have_a_part_of_their_own() -> None:
    memory = scenes.memory(documents=True, live=2000)
    reading = read(memory, 256, auto=True, n_ctx=scenes.N_CTX)
    assert dict(reading.legend)["documents"] == f"Documents 8,192 in {size(1_024 * scenes.TOKEN)}"
    assert dict(reading.narrow)["documents"] == "Documents 8,192"
    assert "Documents: 8,192 tokens" in reading.tip
    assert reading.shares[1] == pytest.approx(1_024 * scenes.TOKEN / memory.bytes_total)
    assert bytes_per_token(memory, 0) == pytest.approx(scenes.TOKEN)
    assert sum(_now(memory, memory.bytes_total)) == pytest.approx(memory.fill)


def test_order_of_segments_in_time_does_not_matter() -> None:
    memory = scenes.memory()
    mixed = msgspec.structs.replace(memory, segments=memory.segments[::-1])
    assert read(mixed, 0, auto=True).shares == read(memory, 0, auto=True).shares


def test_without_compaction_there_is_no_ratio() -> None:
    reading = read(scenes.memory(compacted=False), 256, auto=False)
    assert reading.right == "3,851 tokens remembered  ·  room for 4,085 more"
    assert "compacted" not in dict(reading.legend)
    assert "tick" not in dict(reading.legend)
    assert reading.tick is None


def test_the_ratio_is_the_one_that_the_engine_measured() -> None:
    """The same as on the marker: of the compacted part, whatever types the rows that stay have."""
    half = scenes.TOKEN // 2
    compacted = Segment("compacted", 600, 300 * half, ratio=4.0)
    segments = (Segment("system", 20, 20 * half), compacted, Segment("live", 80, 80 * half))
    memory = MemoryState("c", segments, 700, 400 * half, 1024 * scenes.TOKEN, 824, 0.2)
    assert (
        read(memory, 0, auto=True, n_ctx=1024).right == "700 tokens remembered  ·  room for 824 more  ·  4× compacted"
    )


def test_what_happens_at_the_threshold_is_said() -> None:
    memory = scenes.memory()
    going_on = read(msgspec.structs.replace(memory, compacting=0.4), 256, auto=True)
    assert going_on.right == "Compacting in the background 40 %"
    assert line_words(going_on, None, "") == "Context 58 % · Compacting 40 %"
    better = read(msgspec.structs.replace(memory, compacting=1.0, refining=0.25), 256, auto=True)
    assert better.right == "Refining in the background 25 %"
    assert line_words(better, None, "") == "Context 58 % · Refining 25 %"
    waits = read(msgspec.structs.replace(memory, waits=say("compact.held")), 256, auto=True)
    assert waits.right.startswith("You undid a compaction")
    assert line_words(waits, None, "") == "Context 58 % · compaction on hold"


def test_chats_at_work_in_the_same_memory_are_told_apart(strip: MeterStrip, look: Theme) -> None:
    """What they take is used, but no part of this chat: the bar shows it, the numbers are this chat's."""
    alone = scenes.memory()
    total = alone.bytes_total
    beside = msgspec.structs.replace(alone, bytes_used=alone.bytes_used + total // 4)
    reading = read(beside, 256, auto=True)
    assert reading.shares[4] == pytest.approx(0.25, abs=0.001)
    assert sum(reading.shares[:5]) == pytest.approx(beside.bytes_used / total, abs=0.001)
    assert dict(reading.legend)["others"] == "Other work 25 %"
    assert "Other chats and background work: 47.2 MB" in reading.tip
    assert (reading.left, reading.fill) == (read(alone, 256, auto=True).left, pytest.approx(alone.fill))
    assert beside.own_fill == pytest.approx(alone.fill)
    assert reading.right == read(alone, 256, auto=True).right, "the ratio is this chat's"
    assert "others" not in dict(read(alone, 256, auto=True).legend)
    plain = scenes.memory(compacted=False, live=21)
    full = msgspec.structs.replace(plain, bytes_used=plain.bytes_used + total // 2)
    assert line_words(read(full, 256, auto=True), None, "") == "Context 5 % · other work 50 %"
    assert line_words(read(plain, 256, auto=True), None, "") == "Context 5 %"
    strip.set_memory(beside)
    image = strip.grab().toImage()
    x = int((sum(reading.shares[:4]) + reading.shares[4] / 2) * image.width())
    assert QColor(image.pixel(x, int(33 * image.width() / strip.width()))).name().upper() == look.colors.line_strong


def test_reserve_is_never_more_than_what_is_free() -> None:
    memory = scenes.memory(compacted=False, live=scenes.N_CTX - 410 - 10)
    reading = read(memory, 256, auto=True)
    assert sum(reading.shares) == pytest.approx(1.0)
    assert reading.right == "8,182 tokens remembered", "there is no room"


@pytest.mark.parametrize("memory", [None, MemoryState("c"), MemoryState("c", (Segment("live", 0, 0),), bytes_total=10)])
def test_empty_memories_are_fine(memory: MemoryState | None) -> None:
    reading = read(memory, 256, auto=True)
    assert reading.shares[:4] == (0, 0, 0, 0)


def test_bar_is_painted_in_the_shares_and_the_order(strip: MeterStrip, look: Theme) -> None:
    strip.set_memory(scenes.memory(documents=True, live=2000))
    image = strip.grab().toImage()
    ratio = image.width() / strip.width()
    scheme = look.colors

    def color(share: float) -> str:
        return QColor(image.pixel(int(share * image.width()), int(33 * ratio))).name().upper()

    shares = strip.reading.shares
    assert color(shares[0] / 2) == scheme.pinned
    ends = [sum(shares[: i + 1]) for i in range(4)]
    assert color(ends[0] + shares[1] / 2) == scheme.documents
    assert color(ends[1] + shares[2] / 2) == scheme.compacted
    assert color(ends[2] + shares[3] / 2) == scheme.live
    assert color(0.97) == scheme.track
    assert color(0.85) == scheme.warn


def test_bar_moves_to_the_new_state_and_ends_there(strip: MeterStrip, look: Theme, qtbot: QtBot) -> None:
    look.reduced_motion = False
    strip.set_memory(scenes.memory(live=1000))
    first = strip.shares
    strip.set_memory(scenes.memory(live=3000))
    assert strip.shares == first
    qtbot.waitUntil(lambda: strip.shares == pytest.approx(strip.reading.shares))
    look.reduced_motion = True
    strip.set_memory(scenes.memory(live=1000))
    assert strip.shares == strip.reading.shares


def test_another_chat_is_shown_at_once(strip: MeterStrip, look: Theme) -> None:
    look.reduced_motion = False
    strip.set_memory(scenes.memory())
    strip.set_memory(msgspec.structs.replace(scenes.memory(live=10), chat="other"))
    assert strip.shares == strip.reading.shares


@pytest.mark.parametrize(
    ("progress", "elapsed", "words"),
    [
        (WorkProgress("prefill", 1240, 3856, 41.0), 30, "Reading 1,240 / 3,856 · 41 tok/s · 1 min left"),
        (WorkProgress("rebuild", 100, 1300, 100.0), 1, "Rereading the chat 100 / 1,300 · 100 tok/s · 12 s left"),
        (WorkProgress("prefill", 0, 0), 0, "Reading 0 / 0"),
        (WorkProgress("compact", 400, 1000), 4, "Compacting 40 % · 6 s left"),
        (WorkProgress("compact", 0, 1000), 4, "Compacting 0 %"),
        (WorkProgress("snapshot", 990, 1000), 4, "Saving state 99 % · almost done"),
    ],
)
def test_progress_in_words(progress: WorkProgress, elapsed: float, words: str) -> None:
    assert working(progress, elapsed) == words


def test_progress_takes_the_place_of_the_right_text_and_gives_it_back(strip: MeterStrip) -> None:
    strip.set_memory(scenes.memory())
    strip.set_progress(WorkProgress("prefill", 10, 20, 5.0))
    assert strip.status.startswith("Reading 10 / 20")
    assert "Reading 10 / 20" in strip.accessibleName()
    strip.set_progress(None)
    assert strip.status == strip.reading.right


def test_resumed_is_said(strip: MeterStrip) -> None:
    strip.set_memory(scenes.memory())
    strip.set_resumed(Resumed("scene", "resumed", 21.0, 51_340))
    assert strip.status.startswith("Resumed in 0.02 s")
    strip.set_resumed(None)
    assert strip.status == strip.reading.right
    assert came_back(Resumed("c", "rebuilt", 94_000, 100)) == "Reread in 1 min 34 s"
    assert came_back(Resumed("c", "empty", 1, 0)) == ""


def test_reading_that_was_stopped_is_no_chat_that_came_back(strip: MeterStrip) -> None:
    memory = msgspec.structs.replace(scenes.memory(), tokens=2_410, unread=45_766)
    strip.set_memory(memory)
    assert strip.status == "2,410 of 48,176 tokens read"
    stopped = Resumed("scene", "rebuilt", 41_000, 2_410, unread=45_766)
    strip.set_resumed(stopped)
    assert strip.status == "Reading stopped  ·  2,410 of 48,176 tokens read"
    assert line_words(strip.reading, None, strip.note) == "2,410 of 48,176 tokens read"
    assert line_words(strip.reading, WorkProgress("rebuild", 12_044, 48_176), "") == "Rereading 25 %"
    nearly = msgspec.structs.replace(memory, unread=2)
    reading = read(nearly, 256, auto=True)
    assert "remembered" in reading.right, "the rest is read with the next message, unnoticed"
    assert line_words(reading, None, "").startswith("Context ")


def test_compact_now(strip: MeterStrip, qtbot: QtBot) -> None:
    assert not strip.compact_button.isVisible()
    strip.set_memory(scenes.memory())
    strip.set_can_compact(True)
    with qtbot.waitSignal(strip.compact_asked):
        qtbot.mouseClick(strip.compact_button, Qt.MouseButton.LeftButton)
    strip.set_can_compact(False, "Available when the model is idle")
    assert not strip.compact_button.isEnabled()
    assert strip.compact_button.toolTip() == "Available when the model is idle"


def test_read_now_stands_beside_compact_now(strip: MeterStrip, qtbot: QtBot) -> None:
    strip.set_memory(msgspec.structs.replace(scenes.memory(), tokens=2_410, unread=45_766))
    assert not strip.can_read and not strip.read_button.isVisible()
    strip.set_can_read(True)
    assert strip.can_read
    for wide in (700, 400):
        strip.resize(wide, strip.height())
        both = strip.read_button.geometry().united(strip.compact_button.geometry())
        assert strip.rect().contains(both) and strip.read_button.geometry().right() < strip.compact_button.x()
    with qtbot.waitSignal(strip.read_asked):
        qtbot.mouseClick(strip.read_button, Qt.MouseButton.LeftButton)
    strip.set_can_read(False)
    assert not strip.read_button.isVisible()


def test_a_chat_that_waits_is_read_now(launch: Launch, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "READ_UNASKED", 199)
    program = launch(Script(hold_open=80))
    program.idle()
    chat = converse(program.context.store, "word " * 100, "word " * 100)[0].id
    meter, line = program.chat.meter, program.chat.meter_line
    read_now = program.window.action_list.all["read_now"]
    assert not meter.can_read and not read_now.can()
    program.window.open_chat(chat)
    program.wait(lambda: meter.can_read)
    assert line.text() == "0 of 200 tokens read" and read_now.can()
    line.click()
    meter.read_button.setFocus()
    qtbot.keyClick(meter.read_button, Qt.Key.Key_Space)
    program.wait(lambda: program.engine.holding)
    assert not meter.can_read and not read_now.can() and program.chat.composer.editor.hasFocus()
    program.talk.stop()
    program.wait(lambda: meter.can_read)
    assert meter.status == "Reading stopped  ·  80 of 200 tokens read"
    program.window.action_list.run("read_now")
    program.wait(lambda: program.engine.holding)
    program.engine.release()
    program.idle()
    assert not meter.can_read and not read_now.can() and not meter.reading.unfinished


def test_numbers_for_people() -> None:
    assert [short_count(n) for n in (0, 900, 1000, 6123, 51_340, 134_515_008, 1_372_000_000)] == [
        "0", "900", "1k", "6.1k", "51k", "135M", "1.4B",
    ]  # fmt: skip
    assert [size(n) for n in (12, 1500, 20_800_000, 594_000_000, 2_497_281_120)] == [
        "12 bytes", "1.5 kB", "20.8 MB", "594 MB", "2.5 GB",
    ]  # fmt: skip
    assert [duration(n) for n in (0.021, 3.84, 42.4, 94, 3720)] == [
        "0.02 s",
        "3.8 s",
        "42 s",
        "1 min 34 s",
        "1 h 2 min",
    ]


def test_numbers_that_are_rounded_up_to_another_unit_have_that() -> None:
    assert [short_count(n) for n in (999, 9_960, 999_400, 999_960, 999_600_000)] == ["999", "10k", "999k", "1M", "1B"]
    assert [size(n) for n in (99_960_000, 999_400_000, 999_960_000)] == ["100 MB", "999 MB", "1.0 GB"]
    assert [duration(n) for n in (0.994, 0.997, 9.97, 59.4, 59.7, 3599.8)] == [
        "0.99 s", "1.0 s", "10 s", "59 s", "1 min", "1 h 0 min",
    ]  # fmt: skip
