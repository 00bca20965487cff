"""Definitions of links, ``[label]: address``. One is left out only where a link has its label: else the address would
be lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block.reference import reference
from markdown_it.rules_core import block, inline

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore

_LABEL = re.compile(r"\[((?:[^\[\]\\\n]|\\.){1,200})\]:")
DEFINED, WANTED, SHOWN = "references", "wanted labels", "shown definitions"  # what the parser's env holds of them


class _References(dict[str, Any]):
    """What labels stand for, and which of them a link or an image asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def get(self, label: str, default: Any = None) -> Any:
        if label in self:
            self.used.add(label)
        return super().get(label, default)


def install(made: MarkdownIt) -> None:
    """Add the rules."""
    made.block.ruler.at("reference", _definition, {"alt": ["paragraph"]})
    made.core.ruler.after("inline", "definitions", _show_unused)


def _definition(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """One that no link needs is a paragraph, which ends before one that is left out."""
    found = _LABEL.match(state.src, state.bMarks[first] + state.tShift[first])
    shown = state.env.setdefault(SHOWN, set())  # lines of such paragraphs
    if found is None or (silent and first - 1 not in shown):
        return False
    label, wanted = normalizeReference(found[1]), state.env.get(WANTED)  # None: not known yet
    needed = label not in state.env.setdefault(DEFINED, _References()) and (wanted is None or label in wanted)
    if needed and reference(state, first, last, silent):
        return True
    shown.add(first)
    return False


def _show_unused(state: StateCore) -> None:
    """Which labels the links have is known when all lines are read: with some that none has, they are read again."""
    defined = state.env.get(DEFINED)
    if WANTED in state.env or not isinstance(defined, _References) or not defined.keys() - defined.used:
        return
    state.env.update({WANTED: defined.used, DEFINED: _References(), SHOWN: set()})
    state.tokens = []
    block(state)
    inline(state)
