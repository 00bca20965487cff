"""Which files of a folder are left out: what tools make, and what its .gitignore files say."""

from __future__ import annotations

import re
from pathlib import Path

from engine.files import open_file

MOST_RULES = 2000  # of one file
MOST_BYTES = 200_000
_TOOLS = """
node_modules bower_components __pycache__ site-packages venv env build dist target out bin obj vendor coverage
htmlcov cmakefiles deriveddata pods
"""
FOLDERS = frozenset(_TOOLS.split())
_LOCKS = """
package-lock.json yarn.lock pnpm-lock.yaml poetry.lock uv.lock cargo.lock composer.lock gemfile.lock go.sum
"""
FILES = frozenset(_LOCKS.split())
_SET = re.compile(r"\[([!^]?)(\]?(?>(?:\[:\w+:\]|\\.|[^\]\\])*))\]", re.DOTALL)
_IN_SET = re.compile(r"\[:(\w+):\]|\\(.)|(.)", re.DOTALL)
_CLASSES = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "digit": "0-9", "lower": "a-z", "upper": "A-Z", "xdigit": "0-9a-fA-F",
    "space": r"\s", "punct": r"!-\/:-@\[-`{-~",
}  # fmt: skip
_MADE = re.compile(r"\.(?:min\.(?:js|css|html)|map|pyc|pyo|lock|log|svg|bak|tmp|part|crdownload)$|~$", re.IGNORECASE)


class IgnoreRules:
    """The rules of one .gitignore, for what lies below its folder."""

    def __init__(self, text: str) -> None:
        self._rules: list[tuple[re.Pattern[str], bool, bool]] = []  # pattern, of folders only, takes back
        for line in text.splitlines()[:MOST_RULES]:
            rule = line.rstrip() if not line.endswith("\\ ") else line
            if not rule or rule.startswith("#") or len(rule) > 400:
                continue
            back = rule.startswith("!")
            rule = rule[1:] if back else rule
            only_folders = rule.endswith("/")
            rule = rule.rstrip("/")
            if rule:
                self._rules.append((_pattern(rule), only_folders, back))

    def verdict(self, relative: str, folder: bool) -> bool | None:
        """Whether ``relative`` (with "/") is left out; None: nothing is said of it. The last rule that fits counts."""
        for pattern, only_folders, back in reversed(self._rules):
            if (folder or not only_folders) and pattern.fullmatch(relative):
                return not back
        return None


def _pattern(rule: str) -> re.Pattern[str]:
    """A rule for a whole path. What stands between two stars (or two "**") is taken where it is found first: as it is
    of a fixed length, no other place can fit better, and a rule of many stars takes no more time than one of few.
    """
    parts = rule.strip("/").split("/")
    if "/" not in rule:
        parts.insert(0, "**")
    groups: list[list[str]] = [[]]  # between "**"
    for part in parts:
        if part != "**":
            groups[-1].append(_glob(part))
        elif groups[-1] or len(groups) == 1:
            groups.append([])
    first, *rest = ("/".join(group) for group in groups)
    made = first
    for at, group in enumerate(rest):
        if at == 0 and first:
            made += "/"
        if at < len(rest) - 1:
            made += f"(?>(?:[^/]*/)*?{group}/)"
        else:
            made += f"(?:.*/)?{group}" if group else ".*"
    return re.compile(made, re.DOTALL)


def _glob(part: str) -> str:
    pieces, at = [""], 0  # between stars
    while at < len(part):
        sign = part[at]
        if sign == "*":
            if pieces[-1] or len(pieces) == 1:  # runs of stars are one
                pieces.append("")
        elif sign == "?":
            pieces[-1] += "[^/]"
        elif sign == "[" and (found := _SET.match(part, at)):
            pieces[-1] += _set(found)
            at = found.end() - 1
        elif sign == "\\" and at + 1 < len(part):
            at += 1
            pieces[-1] += re.escape(part[at])
        else:
            pieces[-1] += re.escape(sign)
        at += 1
    made = pieces[0] + "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:-1])
    if len(pieces) > 1:
        made += f"[^/]*{pieces[-1]}"
    try:
        re.compile(made)
    except re.error:
        return re.escape(part)
    return made


def _set(found: re.Match[str]) -> str:
    """Signs in brackets: "/" is none of those that they stand for, whatever they leave out."""
    made = "".join(
        _CLASSES.get(named, "") if named else sign if sign == "-" else re.escape(escaped or sign)
        for named, escaped, sign in _IN_SET.findall(found[2])
    )
    return f"[^/{made}]" if found[1] else f"[{made}]"


def rules_in(folder: Path) -> IgnoreRules | None:
    """Those of the .gitignore in ``folder``; None: it has none that can be read."""
    try:
        with open_file(folder / ".gitignore") as file:
            data = file.read(MOST_BYTES)
    except OSError:
        return None
    return IgnoreRules(data.decode("utf-8-sig", "replace"))


def is_made(name: str, folder: bool) -> bool:
    """Whether a name is of what tools make, or hidden."""
    if name.startswith("."):
        return True
    return name.lower() in (FOLDERS if folder else FILES) or (not folder and _MADE.search(name) is not None)
