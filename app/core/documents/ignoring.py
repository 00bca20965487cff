"""Which files of a folder are left out: what tools make, and what its .gitignore files say."""

from __future__ import annotations

import re
from pathlib import Path

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
            rule = rule.rstrip("/").removeprefix("\\")
            if rule:
                self._rules.append((_pattern(rule), only_folders, back))

    def verdict(self, relative: str, folder: bool) -> bool | None:
        """Whether ``relative`` (with "/") is left out; None: nothing is said of it. The last rule that fits counts."""
        for pattern, only_folders, back in reversed(self._rules):
            if (folder or not only_folders) and pattern.fullmatch(relative):
                return not back
        return None


def _pattern(rule: str) -> re.Pattern[str]:
    anchored = "/" in rule
    parts = rule.strip("/").split("/")
    made = "" if anchored else "(?:.*/)?"
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if part == "**":
            made += ".*" if last else "(?:.*/)?"
        else:
            made += _glob(part) + ("" if last else "/")
    return re.compile(made, re.DOTALL)


def _glob(part: str) -> str:
    made, at = "", 0
    while at < len(part):
        sign = part[at]
        if sign == "*":
            if not made.endswith("[^/]*"):  # runs of stars are one
                made += "[^/]*"
        elif sign == "?":
            made += "[^/]"
        elif sign == "[" and (end := part.find("]", at + 2)) > 0:
            inside = part[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[").replace("&&", "&").replace("~~", "~")
            made += f"[{'^' + inside[1:] if inside.startswith('!') else inside}]"
            at = end
        elif sign == "\\" and at + 1 < len(part):
            at += 1
            made += re.escape(part[at])
        else:
            made += re.escape(sign)
        at += 1
    try:
        re.compile(made)
    except re.error:
        return re.escape(part)
    return made


def rules_in(folder: Path) -> IgnoreRules | None:
    """Those of the .gitignore in ``folder``; None: it has none that can be read."""
    try:
        with (folder / ".gitignore").open("rb") as file:
            data = file.read(MOST_BYTES)
    except OSError:
        return None
    return IgnoreRules(data.decode("utf-8", "replace"))


def is_made(name: str, folder: bool) -> bool:
    """Whether a name is of what tools make, or hidden."""
    if name.startswith("."):
        return True
    return name.lower() in (FOLDERS if folder else FILES) or (not folder and _MADE.search(name) is not None)
