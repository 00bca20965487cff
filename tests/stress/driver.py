"""Leads the program through random actions, kills it and its engine, and checks what is left."""

from __future__ import annotations

import contextlib
import os
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from app.core.paths import Paths
from app.services.chat.conversations import LAST, MORE
from tests.stress.ledger import Contents, Differences, Ledger, drafts_lost
from tests.stress.program import Told

PATIENCE = 120.0  # seconds for anything to happen
DRAFT_SECONDS = 3.0  # a reply's text is stored every second; the rest is for a busy machine

# what may happen, and how often against each other
ACTIONS = {
    "send": 30, "stop": 7, "continue": 5, "regenerate": 5, "edit": 6, "delete": 2, "version": 4, "compact": 7,
    "save": 5, "switch": 8, "new": 4, "fork": 4, "window": 5, "close": 3, "quit": 3, "kill engine": 6,
    "kill program": 6, "kill both": 2,
}  # fmt: skip
PACES = {"at once": 40, "first word": 25, "settle": 35}

WORDS = ("anchor", "basalt", "copper", "delta", "ember", "fjord", "garnet", "harbour", "island", "juniper", "kelp")


class Outcome(msgspec.Struct):
    """What a run did and found; all but the first two must be zero."""

    actions: int = 0
    kills: int = 0
    lost_messages: int = 0
    doubled_messages: int = 0
    failed_resumes: int = 0

    @property
    def clean(self) -> bool:
        return not (self.lost_messages or self.doubled_messages or self.failed_resumes)


class Stuck(Exception):
    """What had to happen did not happen in time."""


class Child:
    """One launch of the program. Everything it tells goes to ``hear``, in order, on this thread."""

    def __init__(self, data: Path, settings: dict[str, object], hear: Callable[[Told], None], log: Path) -> None:
        environment = {**os.environ, "LONGTHREAD_DATA": str(data), "QT_QPA_PLATFORM": "offscreen"}
        pairs = [f"{key}={msgspec.json.encode(value).decode()}" for key, value in settings.items()]
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.stress.program", str(data), *pairs],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment,
                cwd=Path(__file__).resolve().parents[2],
            )  # fmt: skip
        self._lines: queue.Queue[Told | None] = queue.Queue()
        self._hear = hear
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                with contextlib.suppress(msgspec.DecodeError):  # cut off by the kill
                    self._lines.put(msgspec.json.decode(line, type=Told))
        self._lines.put(None)

    def order(self, do: str, text: str = "", pick: float = 0.0, window: float = 0.0) -> int:
        """Send an order; its number."""
        assert self._process.stdin is not None
        self._last += 1
        line = msgspec.json.encode({"number": self._last, "do": do, "text": text, "pick": pick, "window": window})
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return self._last

    def until(self, wanted: Callable[[Told], bool]) -> Told:
        """Hear what the program tells until ``wanted`` is among it.

        Raises:
            Stuck: it ended, or told nothing for too long.
        """
        end, waits = time.monotonic() + PATIENCE, ""
        while True:
            try:
                told = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Stuck(f"nothing for {PATIENCE:.0f} s{waits}") from None
            if told is None:
                raise self._ended()
            self._hear(told)
            if told.what == "waiting":
                waits = f", waiting for {told.text}"
            else:
                end = time.monotonic() + PATIENCE
            if wanted(told):
                return told

    def _ended(self) -> Stuck:
        self._lines.put(None)  # for whoever listens next
        return Stuck(f"the program ended ({self._process.wait()})")

    def done(self, number: int) -> Told:
        return self.until(lambda told: told.number == number)

    def hear(self, lines: int) -> None:
        """Hear at most so many lines, none once it has been quiet for a moment."""
        for _ in range(lines):
            try:
                told = self._lines.get(timeout=0.2)
            except queue.Empty:
                return
            if told is None:
                raise self._ended()
            self._hear(told)

    def kill(self) -> None:
        """End it as the system would, and hear what it told before."""
        self._process.kill()
        self.end()

    def end(self) -> int:
        """Hear the rest of what it told; its exit status."""
        status = self._process.wait()
        while (told := self._lines.get(timeout=PATIENCE)) is not None:
            self._hear(told)
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        return status


class Driver:
    """One run on one data folder. ``say`` gets a line for each action and each thing found."""

    def __init__(self, model: Path, seed: int, folder: Path, say: Callable[[str], None]) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        self._say = say
        self._folder = folder
        self._paths = Paths(folder / "data")
        self._paths.create()
        (self._paths.models / model.name).symlink_to(model.resolve())
        self._settings: dict[str, object] = {
            "model.n_ctx": self._random.choice([512, 768, 1024]),
            "sampling.temperature": 0.0,
            "memory.keep_recent": 64,
            "memory.reserve": 64,
        }
        self._ledger = Ledger()
        self._streamed: dict[tuple[str, int], list[tuple[float, str]]] = {}
        self._openings = 0  # pieces that come while another chat is shown are not told: each opening begins anew
        self._engine = 0  # process id
        self._resumed: set[str] = set()  # chats opened in the engine since the last kill
        self._others: dict[str, list[str]] = {}  # what further windows show: chats and messages
        self._sent = 0
        self.outcome = Outcome()
        self.usable: list[float] = []  # seconds from a kill to a settled program
        self._child = self._launch()

    # hearing ----------------------------------------------------------------------

    def _hear(self, told: Told) -> None:
        match told.what:
            case "launched":
                self._engine = told.pid
            case "begin" if told.change is not None:
                self._ledger.begin(told.change)
            case "end":
                change = self._ledger.end(told.ok, told.copies)
                if not told.ok:
                    self._fail("lost_messages", f"the store refused {change and change.op}: {told.text}")
            case "streamed":
                pieces = self._streamed.setdefault((told.message, self._openings), [])
                pieces.append((time.monotonic(), told.text))
            case "opened":
                self._openings += 1
            case "resumed":
                self._resumed.add(told.chat)
                self._say(f"    {told.how} {told.chat} {told.text}")
            case "shown" if told.shown:
                self._others[told.chat] = told.shown
            case "failed":
                self._fail("failed_resumes", told.text)
            case "notice":
                self._say(f"    told: {told.text} [{told.how}]")

    def _fail(self, what: str, text: str) -> None:
        setattr(self.outcome, what, getattr(self.outcome, what) + 1)
        self._say(f"!!  {what}: {text}")

    def _found(self, found: Differences) -> None:
        for text in found.lost:
            self._fail("lost_messages", text)
        for text in found.doubled:
            self._fail("doubled_messages", text)

    # the program --------------------------------------------------------------------

    def _launch(self) -> Child:
        settings = {**self._settings, "sampling.max_tokens": self._random.choice([8, 24, 60, 120])}
        return Child(self._paths.data, settings, self._hear, self._folder / "stderr.txt")

    def _settle(self) -> Told | None:
        """Wait until nothing runs; then what is shown, and what was streamed, must be what is stored."""
        self._others.clear()
        try:
            told = self._child.done(self._child.order("settle"))
        except (Stuck, OSError) as stuck:
            self._fail("failed_resumes", f"{stuck}: {self._tail()}")
            self._child.kill()
            self._restart(time.monotonic())
            return None
        if told.what == "failed":
            return None
        self._found(self._ledger.compare(self._paths.database))
        stored = self._ledger.contents
        if told.stored and told.chat in self._others:
            self._fail("doubled_messages", f"chat {told.chat} is shown twice")
        for chat, shown in {**self._others, **({told.chat: told.shown} if told.stored else {})}.items():
            branch = [row.id for row in stored.branch(chat)]
            if shown != branch:
                self._fail("lost_messages", f"shown are {shown}, stored {branch}")
        for text in drafts_lost(self._streamed, stored, float("inf")):
            self._fail("lost_messages", text)
        self._streamed.clear()
        return told

    def _recovered(self, killed: float) -> None:
        """After a kill: it has to come back, with the chat that was shown in the engine's memory."""
        told = self._settle()
        if told is not None:
            self.usable.append(time.monotonic() - killed)
            for chat in {*self._others, *([told.chat] if told.stored else [])} - self._resumed:
                self._fail("failed_resumes", f"chat {chat} is shown and was not opened in the engine")

    def _restart(self, killed: float) -> None:
        """Start the program again over what the last one left; no more than the last second of text may be missing."""
        found = Contents.read(self._paths.database) if self._paths.database.exists() else Contents()
        for text in drafts_lost(self._streamed, found, killed - DRAFT_SECONDS):
            self._fail("lost_messages", text)
        self._streamed.clear()
        self._resumed.clear()
        self._child = self._launch()
        self._child.until(lambda told: told.what == "launched")
        self._found(self._ledger.compare(self._paths.database))

    def _tail(self) -> str:
        lines = (self._folder / "stderr.txt").read_text(errors="replace").splitlines()
        return " | ".join(lines[-5:])

    # actions ----------------------------------------------------------------------

    def run(self, actions: int) -> Outcome:
        """Do so many actions, kills included, and look at everything once more at the end."""
        self._child.until(lambda told: told.what == "launched")
        self._recovered(time.monotonic())
        self.usable.clear()
        while self.outcome.actions < actions:
            self.outcome.actions += 1
            # one of its own for each action: what happens in between draws different numbers each time
            self._random = random.Random(f"{self._seed} {self.outcome.actions}")
            action = self._choose(ACTIONS)
            try:
                self._do(action)
            except (Stuck, OSError) as stuck:
                self._fail("failed_resumes", f"{action}: {stuck}: {self._tail()}")
                self._child.kill()
                self._restart(time.monotonic())
        self._settle()
        self._quit()
        for chat in self._ledger.contents.heads:
            self._open_again(chat)
        return self.outcome

    def _choose(self, weights: dict[str, int]) -> str:
        return self._random.choices(list(weights), list(weights.values()))[0]

    def _do(self, action: str) -> None:
        pace = self._choose(PACES)
        before = self._random.randrange(8) if self._random.random() < 0.5 else 0
        self._say(f"{self.outcome.actions}: {action}, {pace}")
        self._child.hear(before)
        match action:
            case "kill engine":
                self._kill_engine(pace)
            case "kill program" | "kill both":
                self._kill_program(pace, both=action == "kill both")
            case "quit":
                self._quit()
                self._restart(time.monotonic())
            case _:
                text, pick, window = self._text(action), self._random.random(), self._random.random()
                number = self._child.order(action, text, pick, window)
                self._wait(number, pace)

    def _text(self, action: str) -> str:
        if action not in ("send", "edit"):
            return ""
        self._sent += 1
        length = self._random.choice([4, 8, 20, 60, 150])
        return f"Note {self._sent}: " + " ".join(self._random.choices(WORDS, k=length)) + "."

    def _wait(self, number: int, pace: str) -> None:
        if pace == "at once":
            return  # the next order, or the kill, comes before this one was answered
        done = self._child.done(number)
        if pace == "settle":
            self._settle()
        elif done.shown and self._random.random() < 0.8:
            self._child.hear(self._random.randrange(1, 40))

    def _kill_engine(self, pace: str) -> None:
        if not self._engine:
            return
        self.outcome.kills += 1
        self._resumed.clear()
        killed = time.monotonic()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._engine, 9)
        self._engine = 0
        self._child.until(lambda told: told.what == "launched")
        if pace != "at once":
            self._recovered(killed)

    def _kill_program(self, pace: str, *, both: bool) -> None:
        self.outcome.kills += 1 + both
        killed = time.monotonic()
        if both and self._engine:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._engine, 9)
        self._child.kill()
        self._engine = 0
        if self._random.random() < 0.3:
            self._damage()
        self._restart(killed)
        if pace != "at once":
            self._recovered(killed)

    def _damage(self) -> None:
        """Flip or cut something in what is kept of the chats' memories; the text is not there."""
        files = sorted(path for path in self._paths.chats.rglob("*") if path.is_file() and path.stat().st_size)
        if not files:
            return
        path = self._random.choice(files)
        size = path.stat().st_size
        at = self._random.randrange(size)
        with path.open("r+b") as file:
            if self._random.random() < 0.5:
                file.truncate(at)
            else:
                file.seek(at)
                byte = file.read(1)[0]
                file.seek(at)
                file.write(bytes([byte ^ 1 << self._random.randrange(8)]))
        self._say(f"    damaged {path.name} at {at} of {size}")

    def _quit(self) -> None:
        self._child.done(self._child.order("quit"))
        status = self._child.end()
        if status != 0:
            self._fail("failed_resumes", f"the program ended with {status}: {self._tail()}")
        self._found(self._ledger.compare(self._paths.database))
        self._streamed.clear()

    def _open_again(self, chat: str) -> None:
        """A last launch for each chat: it must open with all of its messages."""
        self._settings[LAST], self._settings[MORE] = chat, ""
        self._resumed.clear()
        self._child = self._launch()
        try:
            self._child.until(lambda told: told.what == "launched")
            told = self._settle()
            if told is not None and told.stored and chat not in self._resumed:
                self._fail("failed_resumes", f"chat {chat} was not opened at the end")
            self._quit()
        except (Stuck, OSError) as stuck:
            self._fail("failed_resumes", f"chat {chat}: {stuck}: {self._tail()}")
            self._child.kill()
