"""Renders a model's chat template in Jinja's sandbox, for the process that does nothing else (engine.prompt.renderer).

A template may neither reach into Python nor write without end: attribute tricks are refused by Jinja's sandbox, ranges,
loops and output are bounded here, so that most of what is wrong ends with a reason. What these bounds do not see, a
comparison of nested lists say, takes time or memory that the process is given little of.
"""

from __future__ import annotations

import datetime
import functools
import itertools
import json
import re
import string
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import jinja2
import jinja2.ext
import jinja2.meta
import jinja2.nodes
import jinja2.sandbox
import jinja2.visitor
from jinja2.exceptions import SecurityError

from engine.errors import TemplateFailed
from engine.texts import Arg, english, say

MAX_SOURCE = 1 << 20
MAX_RANGE = 1 << 14
MAX_STEPS = 1 << 20
MAX_OUTPUT = 1 << 26
MAX_TEXT = 1 << 24
MAX_SECONDS = 5.0
_DIRECTIVE = re.compile(r"%([-_0^#]*\d{0,2}[EO]?)([A-Za-z%])")

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

# what loops and concatenations are turned into; a template that uses these names itself is refused
_BOUNDED, _CONCATENATED = "longthread_bounded", "longthread_concatenated"


class Forbidden(SecurityError):
    """A template does what none may do; ``text`` says what."""

    def __init__(self, code: str, /, **args: Arg) -> None:
        self.text = say(code, **args)
        super().__init__(english.sentence(self.text))


class _Budget:
    """Steps and time one rendering may take."""

    def __init__(self) -> None:
        self.steps = MAX_STEPS
        self.until = time.monotonic() + MAX_SECONDS

    def step(self, n: int = 1) -> None:
        self.steps -= n
        if self.steps < 0 or time.monotonic() > self.until:
            raise Forbidden("template.runs_too_long")


class _Environment(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """The sandbox, with bounds on everything that could make a value grow without end."""

    intercepted_binops = frozenset({"**", "*", "+", "%"})
    budget: _Budget

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        self.budget.step()
        if operator == "**" and not (_small(left) and _small(right) and abs(right) <= 64):
            raise Forbidden("template.power")
        if operator == "*" and not (_small(left) and _small(right)):
            text, times = (left, right) if isinstance(right, int) else (right, left)
            _bound(_length(text) * times if isinstance(times, int) else MAX_TEXT + 1)
        if operator == "+":
            _bound(_length(left) + _length(right))
        if operator == "%" and not _small(left):
            raise Forbidden("template.percent_format")
        return super().call_binop(context, operator, left, right)

    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.budget.step()
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        text = getattr(getattr(obj, "__wrapped__", None), "__self__", None)  # the sandbox wraps str.format
        if name == "format" and isinstance(text, str):
            return _formatted(text, *args, **kwargs)
        if name in {"format", "format_map"}:
            raise Forbidden("template.str_format")
        if isinstance(owner, str):
            if name in {"ljust", "rjust", "center", "zfill", "expandtabs", "translate"}:
                raise Forbidden("template.str_method", name=name)
            if name == "replace":
                _bound_replace(owner, *args)
            if name == "join":
                args = (_bound_join(owner, *args),)
        return super().call(context, obj, *args, **kwargs)


def _small(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < 2**64


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list | tuple) else 0


def _bound(size: int) -> None:
    if size > MAX_TEXT:
        raise Forbidden("template.text_too_long")


def _bound_replace(text: str, old: str, new: str, *_count: int) -> None:
    _bound(len(text) + text.count(old) * len(new))


def _formatted(text: str, *args: Any, **kwargs: Any) -> str:
    """``text.format`` with places alone, ``{}``, ``{0}`` or ``{name}``: widths and attributes are what does harm."""
    fields = [(name, spec, how) for _, name, spec, how in string.Formatter().parse(text) if name is not None]
    values = [*args, *kwargs.values()]
    if any(how or spec or not name.replace("_", "a").isalnum() for name, spec, how in fields if name or spec or how):
        raise Forbidden("template.str_format")
    if not all(isinstance(value, str | int | float) for value in values):
        raise Forbidden("template.str_format")
    _bound(len(text) + len(fields) * max((len(str(value)) for value in values), default=0))
    return text.format(*args, **kwargs)


def _bound_join(separator: str, items: Iterable[Any]) -> list[Any]:
    parts = list(itertools.islice(items, MAX_RANGE + 1))
    _bound(len(separator) * len(parts) + sum(map(_length, parts)))
    return parts


def _concatenated(*parts: Any) -> str:
    texts = [str(part) for part in parts]
    _bound(sum(map(len, texts)))
    return "".join(texts)


def _replace(value: Any, old: str, new: str, count: int = -1) -> str:
    text = str(value)
    _bound_replace(text, str(old), str(new))
    return text.replace(str(old), str(new), count)


def _join(value: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    if attribute is not None:
        value = (item[attribute] for item in value)
    return str(separator).join(map(str, _bound_join(str(separator), value)))


class SandboxedTemplate:
    """One model's chat template.

    Attributes:
        reads: names of the variables that it asks for.
    """

    def __init__(self, source: str = "", bos: str = "", eos: str = "") -> None:
        """``source``: Jinja text ("": ChatML); ``bos`` and ``eos``: texts of the model's tokens.

        Raises:
            TemplateFailed: the template is not valid.
        """
        if len(source) > MAX_SOURCE:
            raise TemplateFailed("template.too_long", length=len(source))
        if _BOUNDED in source or _CONCATENATED in source:
            raise TemplateFailed("template.reserved_names")
        self._names = {"bos_token": bos, "eos_token": eos}
        self._environment = _Environment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", _Generation]
        )
        self._environment.budget = _Budget()
        for name in ("format", "center", "indent", "wordwrap", "batch", "slice", "xmlattr", "urlize", "pprint"):
            self._environment.filters[name] = _refuse
        self._environment.filters.update(tojson=_to_json, replace=_replace, join=_join)
        self._environment.globals.update(range=self._range, raise_exception=_raise, strftime_now=_strftime)
        self._environment.globals.update({_BOUNDED: self._bounded, _CONCATENATED: _concatenated})
        for name in ("lipsum", "joiner", "cycler"):
            self._environment.globals.pop(name, None)
        try:
            tree = self._environment.parse(source or CHATML)
            self.reads = frozenset(jinja2.meta.find_undeclared_variables(tree))
            for loop in list(tree.find_all(jinja2.nodes.For)):
                loop.iter = _call(_BOUNDED, [cast(jinja2.nodes.Expr, loop.iter)])
            _WithoutConcat().visit(tree)
            self._template = jinja2.Template.from_code(
                self._environment,
                self._environment.compile(tree),
                self._environment.make_globals(None),
            )
        except (jinja2.TemplateError, RecursionError, ValueError, TypeError, MemoryError) as error:
            raise _failed(error) from error

    def render(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        add_generation_prompt: bool,
        variables: Mapping[str, Any] | None = None,
        now: float = 0.0,
    ) -> str:
        """The prompt text of ``messages`` (each with ``role`` and ``content``); ``variables``: some of ``reads``.

        ``now``: the time it is to take for the present one (seconds since 1970; 0: the present one).

        Raises:
            TemplateFailed: the template raised, tried something forbidden, or did not come to an end.
        """
        given: dict[str, Any] = {**self._names, "tools": None, "documents": None, **(variables or {})}
        given["add_generation_prompt"] = add_generation_prompt
        given["strftime_now"] = clock = functools.partial(_strftime, now or time.time())
        self._environment.budget = _Budget()
        try:
            return self._rendered(messages, **given)
        except TemplateFailed as error:
            if isinstance(error.__cause__, Forbidden):
                raise
        # made for tool use alone, it goes over tools without asking whether there are any
        nothing = {"documents": [], "functions": "[]", "datetime": clock("%Y-%m-%d")}
        return self._rendered(messages, **{**given, **nothing, "tools": given["tools"] or []})

    def _rendered(self, messages: Sequence[Mapping[str, Any]], **given: Any) -> str:
        pieces: list[str] = []
        size = 0
        try:
            for piece in self._template.generate(messages=[dict(message) for message in messages], **given):
                size += len(piece)
                if size > MAX_OUTPUT:
                    raise Forbidden("template.writes_too_much")
                self._environment.budget.step()
                pieces.append(piece)
        except Exception as error:  # a hostile template may raise anything
            raise _failed(error) from error
        return "".join(pieces)

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        if len(numbers) > MAX_RANGE:
            raise Forbidden("template.range")
        return numbers

    def _bounded(self, items: Iterable[Any]) -> Iterable[Any]:
        """What a loop goes over, each turn counted; a sequence stays one, for ``loop.last`` and its kin."""
        if isinstance(items, jinja2.Undefined):
            return items  # it refuses to be gone over, or is empty, as the environment says
        turns: Sequence[Any] = items if isinstance(items, Sequence) else list(itertools.islice(items, MAX_RANGE))
        self._environment.budget.step(len(turns))
        return turns


class _Generation(jinja2.ext.Extension):
    """``{% generation %}`` marks the assistant's part for training; here its content is simply kept."""

    tags = {"generation"}

    def parse(self, parser: Any) -> Any:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _WithoutConcat(jinja2.visitor.NodeTransformer):
    """Turns ``a ~ b`` into a call that bounds the result."""

    def visit_Concat(self, node: jinja2.nodes.Concat) -> jinja2.nodes.Expr:
        self.generic_visit(node)
        return _call(_CONCATENATED, node.nodes)


def _call(name: str, arguments: list[jinja2.nodes.Expr]) -> jinja2.nodes.Expr:
    line = arguments[0].lineno
    function = jinja2.nodes.Name(name, "load", lineno=line)
    return jinja2.nodes.Call(function, arguments, [], None, None, lineno=line)


def _refuse(*_args: Any, **_kwargs: Any) -> str:
    raise Forbidden("template.filter")


def _raise(message: str) -> str:
    raise jinja2.TemplateError(message)


def _strftime(now: float, pattern: str) -> str:
    """As Linux does it: Windows knows no ``%-d``, refuses directives that it does not know, and may refuse the text
    between them.
    """
    moment = datetime.datetime.fromtimestamp(now).astimezone()

    def written(directive: re.Match[str]) -> str:
        try:
            if directive[1] == "-":
                text = moment.strftime(f"%{directive[2]}")
                return (text.lstrip("0 ") or text[-1:]) if text.strip().isdecimal() else text
            return moment.strftime(directive[0])
        except ValueError:
            return directive[0]

    return _DIRECTIVE.sub(written, pattern)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
    **_others: Any,
) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _failed(error: BaseException) -> TemplateFailed:
    if isinstance(error, Forbidden):
        return TemplateFailed("template.failed", reason=error.text)
    text = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return TemplateFailed("template.failed", reason=text)
