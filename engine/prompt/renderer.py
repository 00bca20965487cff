"""The process that renders chat templates: they come with model files from anywhere, and may take no more than it has.

A template that compares nested lists, or writes itself into itself, can keep Python busy for hours in one step that no
budget inside of Python sees. So templates are rendered by a child with little memory, which is ended after ``SECONDS``
and started anew for the next one. It stays warm: a rendering costs a fraction of a millisecond more.

Frames are a length (4 bytes, little-endian) and MessagePack, both ways: some questions, and the answers to the first of
them. The child reads nothing else, and ends when its stdin does.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
import psutil  # type: ignore[import-untyped]

from engine.errors import TemplateFailed
from engine.private import no_core_dumps
from engine.prompt.sandbox import MAX_SECONDS, SandboxedTemplate
from engine.texts import Text, say, why

SECONDS = MAX_SECONDS + 1.0  # the sandbox's own clock, which can say why, comes first
START_SECONDS = 30.0  # of the process, on a machine that is busy
MEMORY = 1 << 30  # bytes of address space; of what it has in use where the system knows no such limit
LOOK_SECONDS = 0.1
# what comes in one frame: after so long, or so much text, the child leaves the other questions for the next one
AT_ONCE_SECONDS, AT_ONCE = 0.1, 1 << 22
KEPT = 8  # compiled templates
LENGTH = 4


class TemplateRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the child is asked: to compile a template, and, with ``messages``, to render it."""

    source: str
    bos: str = ""
    eos: str = ""
    messages: list[dict[str, Any]] | None = None
    add_generation_prompt: bool = False
    variables: dict[str, Any] = {}
    now: float = 0.0


class Rendered(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer: ``text``, or why there is none. ``reads``: variables the template asks for."""

    text: str = ""
    reads: list[str] = []
    failed: Text | None = None


def _write(file: IO[bytes], body: bytes) -> None:
    file.write(len(body).to_bytes(LENGTH, "little") + body)
    file.flush()


def _read(file: IO[bytes]) -> bytes | None:
    """The body of the next frame; None at the end."""
    length = file.read(LENGTH)
    if len(length) < LENGTH:
        return None
    size = int.from_bytes(length, "little")
    body = file.read(size)
    return body if len(body) == size else None


# --------------------------------------------------------------------------- the engine's side


class Renderer:
    """Keeps one child and asks it; safe to use from several threads, one question at a time."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._seconds, self._memory = seconds, memory
        self._lock = threading.Lock()
        self._watch = _Watch(memory)
        self._child: subprocess.Popen[bytes] | None = None
        self._warm = False  # it has answered before

    def warm(self) -> None:
        """Start the child, so that the first template does not wait for it."""
        with self._lock, contextlib.suppress(TemplateFailed):
            self._running()

    def ask(self, question: TemplateRequest) -> Rendered:
        """The child's answer.

        Raises:
            TemplateFailed: the template failed, or took more time or memory than it may; that child is gone then.
        """
        [answer] = self.ask_all([question])
        return answer

    def ask_all(self, questions: Sequence[TemplateRequest]) -> list[Rendered]:
        """The child's answers: each way to it and back takes longer than to render a few turns.

        Raises:
            TemplateFailed: as :meth:`ask`.
        """
        answers: list[Rendered] = []
        while len(answers) < len(questions):
            for answer in self.ask_some(questions[len(answers) :]):
                if answer.failed is not None:
                    raise TemplateFailed(answer.failed)
                answers.append(answer)
        return answers

    def ask_some(self, questions: Sequence[TemplateRequest]) -> list[Rendered]:
        """The child's answers to the first of the questions, one at least: as many as come at once, up to the first
        that tells why a template failed.

        Raises:
            TemplateFailed: one took more time or memory than it may (that child is gone then), or the first cannot be
                told the child.
        """
        asked = _at_once(questions)
        seconds = self._seconds + (AT_ONCE_SECONDS if len(asked) > 1 else 0.0)
        with self._lock:
            child = self._running()
            assert child.stdin is not None and child.stdout is not None
            try:
                with self._watch.over(child, seconds if self._warm else START_SECONDS + seconds):
                    _write(child.stdin, msgspec.msgpack.encode(asked))
                    body = _read(child.stdout)
            except OSError:
                body = None
            if body is None:
                self._end()
                raise TemplateFailed("template.failed", reason=self._watch.why or say("template.process_ended"))
            self._warm = True
        return msgspec.msgpack.decode(body, type=list[Rendered])

    def close(self) -> None:
        """End the child; the next question starts another one."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is not None and self._child.poll() is None:
            return self._child
        self._end()
        self._watch.start()
        try:
            self._child = subprocess.Popen(
                [*_command(), str(self._memory)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd=Path(__file__).resolve().parents[2], creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise TemplateFailed("template.no_process", reason=why(error)) from error
        return self._child

    def _end(self) -> None:
        child, self._child, self._warm = self._child, None, False
        if child is None:
            return
        child.kill()
        child.wait()
        for file in (child.stdin, child.stdout):
            assert file is not None
            with contextlib.suppress(OSError):
                file.close()


class _Watch:
    """Ends a child that takes too long or too much.

    Its thread is started once, with the first child: where memory has run out, one that is started waits for ever.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._changed = threading.Condition()
        self._child: subprocess.Popen[bytes] | None = None  # that has a question now
        self._until = 0.0
        self._why: Text | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Be ready to watch."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="template", daemon=True)
            self._thread.start()

    @contextlib.contextmanager
    def over(self, child: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
        """Watch ``child`` meanwhile, and end it after ``seconds``."""
        with self._changed:
            self._child, self._until, self._why = child, time.monotonic() + seconds, None
            self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._child = None

    @property
    def why(self) -> Text | None:
        """What the last child was ended for; None: it was not ended from here."""
        return self._why

    def _look(self) -> None:
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._child is not None)
                if not self._changed.wait_for(lambda: self._child is None, LOOK_SECONDS):
                    self._judge()

    def _judge(self) -> None:
        child = self._child
        assert child is not None
        if time.monotonic() >= self._until:
            self._why = say("template.runs_too_long")
        elif _in_use(child.pid) > self._memory:
            self._why = say("template.too_much_memory")
        if self._why is not None:
            self._child = None
            child.kill()


def _at_once(questions: Sequence[TemplateRequest]) -> list[msgspec.Raw]:
    """The first of the questions, as many as a frame may hold, one at least. Raises TemplateFailed."""
    told: list[msgspec.Raw] = []
    room = AT_ONCE
    for question in questions:
        try:
            body = msgspec.msgpack.encode(question)
        except (UnicodeEncodeError, OverflowError, RecursionError):  # of what a client sent as arguments of a call
            if told:
                break
            raise TemplateFailed("template.failed", reason=say("template.bad_text")) from None
        room -= len(body)
        if told and room < 0:
            break
        told.append(msgspec.Raw(body))
    return told


def _in_use(pid: int) -> int:
    """Bytes of memory that a process has in use; 0: it is gone."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _command() -> list[str]:
    """How the child is started: as a module, or as this very program where it is frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--templates"]
    return [sys.executable, "-m", "engine.prompt.renderer"]


renderer = Renderer()
atexit.register(renderer.close)


# --------------------------------------------------------------------------- the child's side


def main(arguments: list[str]) -> int:
    """Answer questions until stdin ends. ``arguments``: the bytes of memory it may have."""
    _limit(int(arguments[0]) if arguments else MEMORY)
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    compiled: OrderedDict[tuple[str, str, str], SandboxedTemplate] = OrderedDict()
    while (body := _read(source)) is not None:
        answers: list[Rendered] = []
        until, room = time.monotonic() + AT_ONCE_SECONDS, AT_ONCE
        for question in msgspec.msgpack.decode(body, type=list[TemplateRequest]):
            answers.append(answer := _answer(question, compiled))
            room -= len(answer.text)
            if answer.failed is not None or room < 0 or time.monotonic() > until:
                break
        _write(target, msgspec.msgpack.encode(answers))
    return 0


def _answer(question: TemplateRequest, compiled: OrderedDict[tuple[str, str, str], SandboxedTemplate]) -> Rendered:
    key = (question.source, question.bos, question.eos)
    try:
        template = compiled.pop(key, None) or SandboxedTemplate(*key)
        compiled[key] = template
        while len(compiled) > KEPT:
            compiled.popitem(last=False)
        reads = sorted(template.reads)
        if question.messages is None:
            return Rendered(reads=reads)
        text = template.render(
            question.messages,
            add_generation_prompt=question.add_generation_prompt,
            variables=question.variables,
            now=question.now,
        )
    except TemplateFailed as error:
        return Rendered(failed=error.text)
    return Rendered(text.encode("utf-8", "replace").decode("utf-8"), reads)


def _limit(memory: int) -> None:
    """Take away from this process what it needs not have: memory without end, core dumps with somebody's chat."""
    no_core_dumps()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
