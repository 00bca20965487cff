"""``chat MODEL``: talk to a model on the terminal, with the same engine as the window."""

from __future__ import annotations

import argparse
import io
import itertools
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import msgspec

from engine import protocol as p
from engine.cli.arguments import MOST_TEMPERATURE, make_folder, number, plain_text, threads, whole
from engine.cli.estimate import add_size, add_workers
from engine.cli.interrupts import INTERRUPTED
from engine.errors import DiskFull
from engine.files import open_file, put_in_place, replacing
from engine.process.host import Host
from engine.texts import english, why

CHAT = "terminal"
MESSAGES = "messages.json"
HELP = "/compact [ratio]  /save  /info  /quit   (Ctrl-C stops a reply)"


class _Terminal:
    """One chat on the terminal: the host's events become text.

    Attributes:
        reader_gone: nobody reads what is written any more, as behind ``head``; the chat ends.
        interrupted: Ctrl-C was pressed.
    """

    def __init__(
        self,
        options: argparse.Namespace,
        folder: Path,
        messages: list[p.PromptMessage],
        write: Callable[[str], object],
    ) -> None:
        self._options = options
        self._folder = folder
        self._write = write
        self._numbers = itertools.count(1)
        self._request: p.AnyRequest | None = None
        self._closing: p.AnyEvent | None = None
        self._memory: p.Memory | None = None
        self._reply = ""
        self._open = False
        self.reader_gone = self.interrupted = False
        self.host = Host(self._on_event)
        self.messages = messages

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        self.interrupted = True
        self.host.cancel()

    def ask(self, request: p.AnyRequest) -> p.AnyEvent | None:
        """Carry out a request; its closing event, errors told."""
        self._request, self._closing = request, None
        self.host.handle(request)
        return self._closing

    def start(self) -> bool:
        """Load the model and open the chat; False when that failed."""
        options = self._options
        load = p.Load(
            id=next(self._numbers), path=options.model, n_ctx=options.context, kv_budget=options.memory,
            n_threads=options.threads, workers=tuple(options.worker),
        )  # fmt: skip
        loaded = self.ask(load)
        if not isinstance(loaded, p.Loaded) or self.interrupted:
            return False
        self._tell(f"{loaded.model.name}, {loaded.n_ctx} tokens of context. {HELP}\n")
        if loaded.note:
            self._tell(f"({english.sentence(loaded.note)})\n")
        if not loaded.model.compactable:
            self._tell(f"(this model can't be compacted: {english.sentence(loaded.model.why_not)})\n")
        opened = self.ask(
            p.OpenChat(
                id=next(self._numbers), chat_id=CHAT, folder=str(self._folder), system_prompt=options.system,
                messages=tuple(self.messages), policy=p.CompactionPolicy(least_same=p.LEAST_SAME),
            )
        )  # fmt: skip
        if isinstance(opened, p.Opened) and opened.how != "empty":
            resumed = f"({opened.how} in {opened.ms / 1000:.2f} s: {opened.tokens} tokens)"
            self._tell(f"{resumed} {english.sentence(opened.note)}".rstrip() + "\n")
        self._open = isinstance(opened, p.Opened)
        return self._open

    def line(self, text: str) -> bool:
        """Act on a line typed; False to end."""
        if self.reader_gone:
            return False
        command, _, rest = text.strip().partition(" ")
        match command:
            case "":
                pass
            case "/quit" | "/exit":
                return False
            case "/compact":
                self._compact(rest)
            case "/save":
                saved = self.ask(p.Snapshot(id=next(self._numbers), chat_id=CHAT))
                if isinstance(saved, p.SnapshotWritten):
                    self._tell(f"saved {saved.tokens} tokens, {saved.bytes / (1 << 20):.1f} MiB: {saved.path}\n")
            case "/info":
                self._tell_memory()
            case "/help":
                self._tell(HELP + "\n")
            case _:
                self._say(text)
        return not self.reader_gone

    def close(self) -> None:
        self.host.unload()

    def _tell(self, text: str) -> None:
        """Write; out of the host's events no exception may come, which would look like a fault of the engine."""
        if self.reader_gone:
            return
        try:
            self._write(text)
        except BrokenPipeError:
            self.reader_gone = True
            self.host.cancel()

    def _say(self, text: str) -> None:
        number = len(self.messages)
        user = p.PromptMessage(id=f"m{number}", role="user", content=text)
        reply_id = f"m{number + 1}"
        self._reply = ""
        sampling = p.Sampling(temperature=self._options.temperature, max_tokens=self._options.max_tokens)
        done = self.ask(
            p.Generate(id=next(self._numbers), chat_id=CHAT, reply_id=reply_id, user=user, sampling=sampling)
        )
        self._tell("\n")
        if isinstance(done, p.Replied):
            self.messages += [user, p.PromptMessage(id=reply_id, role="assistant", content=self._reply)]
            self._keep_messages()
            rate = done.tokens / done.decode_ms * 1000 if done.decode_ms else 0.0
            self._tell(f"[{done.reason}, {rate:.0f} tokens/s] ")
            self._tell_memory()

    def _keep_messages(self) -> None:
        try:
            with replacing(self._folder / MESSAGES) as file:
                file.write(msgspec.json.encode(self.messages))
        except DiskFull as error:
            self._tell(f"{english.whole(error.text)}\n")

    def _compact(self, ratio: str) -> None:
        try:
            wanted = number(1)(ratio) if ratio else 0.0
        except argparse.ArgumentTypeError as error:
            self._tell(f"{error}; write a ratio such as 4\n")
            return
        self.ask(p.Compact(id=next(self._numbers), chat_id=CHAT, ratio=wanted))

    def _tell_memory(self) -> None:
        if memory := self._memory:
            parts = ", ".join(
                f"{part.kind} {part.tokens}"
                + (f", {part.ratio:.1f}x{same_line(part.same)}" if part.kind == "compacted" else "")
                for part in memory.segments
            )
            parts = f" ({parts})" if parts else ""
            used, total = memory.bytes_used / (1 << 20), memory.bytes_total / (1 << 20)
            self._tell(
                f"context {memory.fill:.0%}, {used:.1f} of {total:.1f} MiB for {memory.tokens} tokens{parts}, "
                f"room for {memory.free_tokens}\n"
            )

    def _on_event(self, event: p.AnyEvent) -> None:
        match event:
            case p.Token():
                self._reply += event.text
                self._tell(event.text)
            case p.Memory():
                self._memory = event
            case p.Compacted():
                self._tell(f"\n[{compaction_line(event.report)}]\n")
            case p.Error() if event.code != "cancelled":
                if self._open:
                    self._tell(f"\n{english.whole(event.text)}\n")
                else:
                    print(english.whole(event.text), file=sys.stderr)
            case _:
                pass
        if self._request is not None and self._request.closed_by(event):
            self._closing = event


def _saved_messages(folder: Path) -> list[p.PromptMessage]:
    """What was said in the chat of a folder. A damaged file is put aside, since nothing else has the chat's text.

    Raises:
        OSError: the file cannot be read.
    """
    path = folder / MESSAGES
    try:
        with open_file(path) as file:
            return msgspec.json.decode(file.read(), type=list[p.PromptMessage])
    except FileNotFoundError:
        return []
    except p.UNREADABLE:
        names = (path.with_name(f"{MESSAGES}.damaged{n or ''}") for n in itertools.count())
        aside = next(name for name in names if not name.exists())
        put_in_place(path, aside)
        print(f"Can't read the damaged {path}. It is kept as {aside.name}, and a new chat starts.", file=sys.stderr)
        return []


def compaction_line(report: p.CompactionReport) -> str:
    """What a compaction did and how well, in a line."""
    text = (
        f"compacted {report.tokens} tokens {report.ratio:.1f}x: {report.bytes_before / (1 << 20):.1f} to "
        f"{report.bytes_after / (1 << 20):.1f} MiB in {report.ms / 1000:.1f} s{same_line(report.same)}"
    )
    text += f", fit error {report.error:.1%}"
    if report.layers:
        worst = max(report.layers, key=lambda layer: layer.mean)
        text += f", of layer {worst.layer} {worst.mean:.1%}"
    if report.asked:
        text += f"; {report.asked:.0f}x would change more next words than your limit allows"
    return text


def same_line(same: float) -> str:
    """What follows a ratio: about 98 of 100 next words unchanged; nothing where nothing tells it."""
    return f", about {min(99, round(100 * same))} of 100 next words unchanged" if same >= 0 else ""


def main(argv: Sequence[str]) -> int:
    """Talk until the input ends; 1 when the model cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m engine chat", description="Chat with a model in the terminal.")
    parser.add_argument("model", help="a .gguf file")
    add_size(parser)
    add_workers(parser)
    parser.add_argument("--system", type=plain_text, default="", help="system prompt")
    parser.add_argument("--threads", type=threads, default=0, help="0: as many as suit the machine")
    parser.add_argument(
        "--temperature", type=number(0, MOST_TEMPERATURE), default=0.7, help="0: always the most likely token"
    )
    parser.add_argument("--max-tokens", type=whole(1), default=1024, help="maximum reply length (default %(default)s)")
    parser.add_argument("--folder", help="save the chat here and resume it; without a folder nothing is saved")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="longthread-") as temporary:
        folder = Path(options.folder or temporary)
        if problem := make_folder(folder):
            print(problem, file=sys.stderr)
            return 1
        try:
            messages = _saved_messages(folder)
        except OSError as error:
            print(f"Can't read {folder / MESSAGES}: {why(error)}. Choose another folder.", file=sys.stderr)
            return 1
        terminal = _Terminal(options, folder, messages, _write)
        previous = signal.signal(signal.SIGINT, terminal.stop)
        try:
            if not terminal.start():
                return INTERRUPTED if terminal.interrupted else 1
            for line in _lines():
                if not terminal.line(line):
                    break
        finally:
            signal.signal(signal.SIGINT, previous)
            terminal.close()
    return 1 if terminal.reader_gone else 0


def _lines() -> Sequence[str] | map[str]:
    """Lines typed, with a prompt when a person types them. What is not text in them is replaced: no model takes it."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return iter(_prompted, None) if sys.stdin.isatty() else map(str.rstrip, sys.stdin)  # type: ignore[return-value]


def _prompted() -> str | None:
    try:
        return input("> ")
    except (EOFError, KeyboardInterrupt):
        return None


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
