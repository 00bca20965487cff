"""The form of a reply that has to be a call, as a grammar of llguidance: texts, control tokens and JSON in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.errors import BadForm
from engine.model.vocabulary import Vocabulary
from engine.prompt.tools.asked import AskedCall
from engine.prompt.tools.shapes import ANYTHING, FreeText, JsonOf, Later, Matching, OneOf, Perhaps, Repeated, Shape
from engine.sampling.json_matcher import problem
from engine.sampling.output_format import MAX_SCHEMA, OutputGrammar, schema_grammar
from engine.sampling.patterns import check_pattern
from engine.sampling.schema_refusals import refused

MAX_SCHEMAS = 4 * MAX_SCHEMA  # characters of all schemas in one grammar


def form_with(call: AskedCall, known: dict[str, int]) -> OutputGrammar:
    """The form of ``call``; ``known``: the vocabulary's control tokens, as :func:`controls` has them.

    Raises:
        BadForm: what the schema of a tool says cannot be used.
    """
    writer = _Writer(known)
    start = writer.start(call.shape)
    lark = "\n".join([f"start: {start}", *writer.rules])
    grammar = json.dumps({"grammars": [{"lark_grammar": lark}, *writer.schemas]}, ensure_ascii=False)
    if why := problem(grammar):
        raise refused(why)
    return OutputGrammar("json", grammar, thoughts=call.thoughts)


def controls(vocabulary: Vocabulary, marks: Iterable[str]) -> dict[str, int]:
    """The control tokens in ``marks``, texts that may be or hold some, that end no reply, by their texts."""
    found: dict[str, int] = {}
    for mark in marks:
        for token in vocabulary.tokenize(mark, special=True):
            text = vocabulary.piece(token, special=True).decode("utf-8", "replace")
            if text and not vocabulary.piece(token) and not vocabulary.is_end(token):
                found[text] = token
    return found


class _Writer:
    """Rules of a grammar, made from shapes; a shape that stands in several places becomes one rule."""

    def __init__(self, controls: dict[str, int]) -> None:
        self._controls = controls
        longest = sorted(controls, key=len, reverse=True)
        self._split = re.compile("(" + "|".join(map(re.escape, longest)) + ")") if longest else None
        self._names: dict[int, str] = {}
        self._kept: list[Shape] = []  # so that no other gets the id of one
        self._todo: list[tuple[str, Shape]] = []
        self._characters = 0  # of all schemas
        self.rules: list[str] = []
        self.schemas: list[dict[str, Any]] = []

    def start(self, shape: Shape) -> str:
        """What stands for ``shape``, all its rules made, one after another: they may lie deep in one another."""
        found = self._rule(shape)
        while self._todo:
            self._define(*self._todo.pop())
        return found

    def _rule(self, shape: Shape) -> str:
        if isinstance(shape, str):
            return self._text(shape)
        if id(shape) not in self._names:
            name = self._names[id(shape)] = f"r{len(self._names)}"
            self._kept.append(shape)
            self._todo.append((name, shape))
        return self._names[id(shape)]

    def _define(self, name: str, shape: Shape) -> None:
        match shape:
            case tuple():
                told = " ".join(map(self._rule, shape)) or '""'
            case OneOf():
                told = " | ".join(map(self._rule, shape.options))
            case Perhaps():
                told = f"({self._rule(shape.inner)})?"
            case Repeated():
                one = self._rule(shape.inner)
                told = f"({one} ({self._text(shape.between)} {one})*)?"
            case Later():
                told = self._rule(shape.meant)
            case JsonOf():
                told = self._json(shape.schema)
            case Matching():
                told = self._lexeme(name, *filter(None, (shape.pattern, shape.also)))
            case FreeText():
                told = self._free(name, shape)
            case _:
                told = '""'
        self.rules.append(f"{name}: {told}")

    def _text(self, text: str) -> str:
        parts = self._split.split(text) if self._split is not None else [text]
        told = [
            f"<[{self._controls[part]}]>" if part in self._controls else json.dumps(part, ensure_ascii=False)
            for part in parts
            if part
        ]
        return " ".join(told) or '""'

    def _json(self, schema: dict[str, Any]) -> str:
        text = json.dumps(schema)
        self._characters += len(text)
        if self._characters > MAX_SCHEMAS:  # each is looked at alone, before the library bounds them all
            raise BadForm("schema.too_large")
        [found] = json.loads(schema_grammar(text))["grammars"]
        name = f"j{len(self.schemas)}"
        self.schemas.append({"name": name, "json_schema": found["json_schema"]})
        return f"@{name}"

    def _lexeme(self, name: str, *patterns: str) -> str:
        self.rules.append(f"{name.upper()}: {_all_of(patterns)}")
        return name.upper()

    def _free(self, name: str, text: FreeText) -> str:
        """Control tokens are never part of a text, so one ends it; any other end is part of what is matched."""
        end, bounds = text.end, text.bounds
        patterns = [one for one in (f"(?s:.{bounds.counted})", bounds.searched) if one] if bounds else [ANYTHING]
        starts = [at for control in self._controls if (at := end.find(control)) >= 0]
        if starts and (bounds or not min(starts)):
            before = _literal(end[: min(starts)])
            matched = [f"(?:{one}){before}" for one in patterns] if before else patterns
            return f"{self._lexeme(name, *matched)} {self._text(end[min(starts) :])}"
        lazy = f"{name}e"
        told = _all_of(patterns)
        if bounds:  # else one that is too short would go on behind its end
            told += f" & ~/{ANYTHING}{_literal(text.barred or end)}{ANYTHING}/"
        self.rules.append(f"{lazy}[suffix={json.dumps(end, ensure_ascii=False)}]: {told}")
        return lazy


def _all_of(patterns: Sequence[str]) -> str:
    for pattern in patterns:
        check_pattern(pattern)
    return " & ".join(f"/{pattern}/" for pattern in patterns)


def _literal(text: str) -> str:
    """What matches ``text``, between slashes."""
    return re.escape(text).replace("/", r"\/").replace("\\\n", r"\n")
