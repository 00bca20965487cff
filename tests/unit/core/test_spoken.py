"""The system's command for reading aloud, and what it is given."""

from __future__ import annotations

import pytest

from app.core.spoken import for_voice, voice_command


@pytest.mark.parametrize(
    ("platform", "there", "chosen"),
    [
        ("linux", {"spd-say", "espeak-ng"}, "/bin/spd-say"),
        ("linux", {"espeak-ng", "espeak"}, "/bin/espeak-ng"),
        ("linux", {"espeak"}, "/bin/espeak"),
        ("darwin", {"say", "espeak"}, "/bin/say"),
        ("win32", {"powershell", "say"}, "/bin/powershell"),
    ],
)
def test_each_system_has_its_command(platform: str, there: set[str], chosen: str) -> None:
    command = voice_command(platform, lambda name: f"/bin/{name}" if name in there else None)
    assert command is not None
    assert command.speak[0] == chosen
    assert command.silence == (("/bin/spd-say", "--cancel") if chosen.endswith("spd-say") else ())


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_system_may_have_none(platform: str) -> None:
    assert voice_command(platform, lambda _: None) is None


def test_text_for_a_voice_has_no_commands_and_lines_end() -> None:
    lines = [
        "A title",
        "",
        "!-!SET self VOLUME 100",
        "Say [[volm 1]] this",
        "Done!",
        "a\u2029b\r\nc",
        "\x1b[0m🙂",
        " — ",
    ]
    assert for_voice(lines).split("\n") == [
        "A title.", "-!SET self VOLUME 100.", "Say [ [volm 1]] this.", "Done!", "a.", "b.", "c.", "[0m.",
    ]  # fmt: skip
    assert for_voice(["", "🙂", "***"]) == ""
