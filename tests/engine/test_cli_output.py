"""What commands print reaches files and other programs whatever the system's code page."""

from __future__ import annotations

import io

import pytest

from engine.cli import say_in_utf8

TEXT = "Zoë → 名前 🙂"


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_pipe_of_windows_takes_any_text() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252")
    say_in_utf8(stream, windows=True)
    print(TEXT, "\udcff", file=stream, flush=True)
    assert raw.getvalue().decode() == f"{TEXT} ?{stream.newlines or chr(10)}"


@pytest.mark.parametrize(("kind", "windows"), [(Terminal, True), (io.TextIOWrapper, False)])
def test_terminals_and_other_systems_are_left_alone(kind: type[io.TextIOWrapper], windows: bool) -> None:
    stream = kind(io.BytesIO(), encoding="cp1252")
    say_in_utf8(stream, windows=windows)
    assert stream.encoding == "cp1252"


def test_a_process_without_streams_is_none_the_worse() -> None:
    say_in_utf8(None, io.StringIO(), windows=True)
