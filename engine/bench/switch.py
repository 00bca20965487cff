"""``bench switch``: going from one long chat to another and back, as a person sees it.

Two chats of ``tokens`` tokens each are saved. Then, several times: a turn more in the chat that is open, close it
(which saves it in the background), open the other one from its snapshot. ``switch_ms`` is the median time from closing
one to having the other; ``save_ms_blocking`` what the copy for a save takes of it, ``load_ms`` the opening.
``save_ms_background``: hashing and writing meanwhile. The bytes are those of a whole snapshot, and of what a save after
one more turn wrote anew.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine import protocol as p
from engine.bench.harness import BenchError, read_text
from engine.bench.progress import BenchProgress
from engine.process.host import Host
from engine.texts import english

ROUNDS = 6
TURN = 24  # tokens of a reply
ROOM = 1024  # cells for those turns

E = TypeVar("E")


@dataclass(frozen=True)
class SwitchOptions:
    model: str
    text: str = ""
    tokens: int = 4096
    threads: int = 0


def steps(_: SwitchOptions) -> int:
    """Steps of the progress bar."""
    return 2 + ROUNDS


def run(options: SwitchOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as name:
        desk = _HostHarness(options, Path(name))
        try:
            return desk.measure(progress)
        finally:
            desk.host.unload()


class _HostHarness:
    """A host with two chats, spoken to as the program does."""

    def __init__(self, options: SwitchOptions, folder: Path) -> None:
        self.events: list[p.AnyEvent] = []
        self.host = Host(self.events.append)
        self._options, self._folder = options, folder
        self._numbers = 0
        self._messages: dict[str, list[p.PromptMessage]] = {"a": [], "b": []}

    def ask(self, answer: type[E], request: p.AnyRequest) -> E:
        """Carry out a request; its answer."""
        self.host.handle(request)
        for event in reversed(self.events):
            if request.closed_by(event):
                if not isinstance(event, answer):
                    told = english.sentence(event.text) if isinstance(event, p.Error) else event
                    raise BenchError(f"The engine answered: {told}")
                return event
        raise BenchError("The engine did not answer.")

    def next(self) -> int:
        self._numbers += 1
        return self._numbers

    def measure(self, progress: BenchProgress) -> dict[str, Any]:
        options = self._options
        progress.stage("load")
        load = p.Load(id=self.next(), path=options.model, n_ctx=options.tokens + ROOM, n_threads=options.threads)
        self.ask(p.Loaded, load)
        tokens = {}
        for chat in "ab":
            progress.stage(f"chat {chat}")
            text = self._text(chat)
            self._messages[chat] = [
                p.PromptMessage(f"{chat}0", "user", text),
                p.PromptMessage(f"{chat}1", "assistant", "I see."),
            ]
            tokens[chat] = self._open(chat).tokens
            self._turn(chat)
            self.ask(p.SnapshotWritten, p.Snapshot(id=self.next(), chat_id=chat))
            if chat == "a":
                self.ask(p.Done, p.CloseChat(id=self.next(), chat_id=chat))
            progress.step()
        switches, loads = [], []
        here, there = "b", "a"
        for _ in range(ROUNDS):
            progress.stage("switch")
            self._turn(here)
            start = time.perf_counter()
            self.ask(p.Done, p.CloseChat(id=self.next(), chat_id=here))
            opened = self._open(there)
            switches.append((time.perf_counter() - start) * 1000)
            if opened.how != "resumed":
                raise BenchError(f"The chat was not resumed but {opened.how}. {english.sentence(opened.note)}")
            loads.append(opened.ms)
            here, there = there, here
            progress.step()
        self.ask(p.Done, p.Unload(id=self.next()))  # waits for the disk
        later = self._saved(2)
        return {
            "switch_ms": statistics.median(switches),
            "switch_ms_max": max(switches),
            "save_ms_blocking": statistics.median(event.blocking_ms for event in later),
            "save_ms_background": statistics.median(event.ms - event.blocking_ms for event in later),
            "load_ms": statistics.median(loads),
            "snapshot_bytes": statistics.median(event.bytes for event in later),
            "second_save_bytes": statistics.median(event.new_bytes for event in later),
            "chat_tokens": min(tokens.values()),
            "rounds": ROUNDS,
        }

    def _saved(self, skip: int) -> list[p.SnapshotWritten]:
        return [event for event in self.events if isinstance(event, p.SnapshotWritten)][skip:]

    def _open(self, chat: str) -> p.Opened:
        folder = self._folder / "chats" / chat
        request = p.OpenChat(
            id=self.next(), chat_id=chat, folder=str(folder), chunks=str(folder.parent / "pieces"),
            messages=tuple(self._messages[chat]), policy=p.CompactionPolicy(auto=False),
        )  # fmt: skip
        return self.ask(p.Opened, request)

    def _turn(self, chat: str) -> None:
        messages = self._messages[chat]
        n = len(messages)
        user = p.PromptMessage(f"{chat}{n}", "user", f"And what comes next, in a sentence? ({n})")
        sampling = p.Sampling(temperature=0, max_tokens=TURN)
        heard = len(self.events)
        request = p.Generate(id=self.next(), chat_id=chat, reply_id=f"{chat}{n + 1}", user=user, sampling=sampling)
        self.ask(p.Replied, request)
        text = "".join(event.text for event in self.events[heard:] if isinstance(event, p.Token))
        messages += [user, p.PromptMessage(f"{chat}{n + 1}", "assistant", text)]

    def _text(self, chat: str) -> str:
        """A text of about the tokens wanted, another one for each chat."""
        wanted = self._options.tokens - 64
        if self._options.text:
            whole = read_text(self._options.text)
            whole = whole[len(whole) // 2 :] + whole[: len(whole) // 2] if chat == "b" else whole
        else:
            whole = " ".join(f"In the year {1000 + i} the {chat} boat number {i * 7919 % 1000} came home." for i in
                             range(wanted // 8))  # fmt: skip
        low, high = 0, len(whole)
        while high - low > 16:
            middle = (low + high) // 2
            count = self.ask(p.Tokenized, p.Tokenize(id=self.next(), text=whole[:middle])).tokens
            low, high = (middle, high) if count <= wanted else (low, middle)
        return whole[:low]
