"""Reading aloud: the system's own command for it, and text in a form that such commands take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

WINDOWS = (  # the text comes by stdin and never stands in the command
    "Add-Type -AssemblyName System.Speech;"
    " $text = (New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)).ReadToEnd();"
    " (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($text)"
)
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
PICTURES = re.compile("[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")  # a voice would say "smiling face with ..."
BREAKS = re.compile(r"[\u2028\u2029]|\r\n?")


class VoiceCommand(NamedTuple):
    """``speak``: argv of a command that reads its stdin, UTF-8, aloud and ends with it; ``silence``: argv of one that
    ends what is still heard after ``speak`` was killed, () where that is enough."""

    speak: tuple[str, ...]
    silence: tuple[str, ...] = ()


def voice_command(platform: str, which: Callable[[str], str | None]) -> VoiceCommand | None:
    """The system's command, None where there is none.

    ``platform``: as ``sys.platform``; ``which``: finds a program's path, as ``shutil.which``.
    """
    if platform == "win32":
        found = which("powershell")
        return VoiceCommand((found, "-NoProfile", "-NonInteractive", "-Command", WINDOWS)) if found else None
    if platform == "darwin":
        found = which("say")
        return VoiceCommand((found, "-f", "-")) if found else None
    if found := which("spd-say"):  # the voice of the desktop; a server speaks, which reads on when its client is gone
        return VoiceCommand((found, "--wait", "--pipe-mode"), (found, "--cancel"))
    found = which("espeak-ng") or which("espeak")
    return VoiceCommand((found, "--stdin", "-b", "1")) if found else None


def for_voice(lines: Iterable[str]) -> str:
    """Text for a voice: no controls, pictures or commands of voices, and each line ends so that it is heard."""
    return "\n".join(line for text in lines for part in BREAKS.sub("\n", text).split("\n") if (line := _line(part)))


def _line(text: str) -> str:
    text = PICTURES.sub("", CONTROLS.sub("", text)).replace("[[", "[ [")  # "[[...]]" are commands on macOS
    text = " ".join(text.split()).lstrip("!")  # "!-!..." is one for speech-dispatcher
    if not any(character.isalnum() for character in text):
        return ""
    return text if text[-1] in ".!?:;,…。！？" else f"{text}."
