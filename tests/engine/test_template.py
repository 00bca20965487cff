"""Chat templates: good ones render, hostile ones end in an error, soon and small."""

from __future__ import annotations

import datetime
import re

import pytest

from engine.errors import TemplateFailed
from engine.prompt import sandbox
from engine.prompt.template import ChatTemplate

TURNS = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]


def render(source: str, *, reply: bool = False) -> str:
    return ChatTemplate(source, "<s>", "</s>").render(TURNS, add_generation_prompt=reply)


def test_without_a_template_it_is_chatml() -> None:
    assert (
        render("", reply=True)
        == "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nb<|im_end|>\n<|im_start|>assistant\n"
    )


def test_what_templates_of_models_use_works() -> None:
    source = """{%- set ns = namespace(last='') %}
{%- for m in messages %}
    {%- if loop.last %}{% set ns.last = m.role ~ '!' %}{% endif %}
    {%- if m.role == 'nobody' %}{% continue %}{% endif %}
    {{- bos_token if loop.first }}{{ '[' + m['content'] | trim + ']' }}{% generation %}g{% endgeneration %}
{%- endfor %}
{{- ns.last }}{{ messages | map(attribute='content') | join(',') }}{{ messages[::-1][0].content.upper() }}
{{- messages | selectattr('role', 'equalto', 'user') | list | length }}{{ {'k': 'é'} | tojson }}
{{- 'abc'.split('b')[0] }}{{ 'x' * 3 }}{{ undefined_thing is defined }}{{ tools is none }}
{%- for k, v in {'one': 1}.items() %}{{ k }}{{ v }}{% endfor %}{% for x in nothing %}{% else %}empty{% endfor %}"""
    assert render(source) == '<s>[a]g[b]gassistant!a,bB1{"k": "é"}axxxFalseTrueone1empty'


def test_places_alone_are_formatted() -> None:
    assert render("{{ '<think{}>'.format(':x') }}{{ '{0}{1}{0}'.format('a', 2) }}{{ '{name}'.format(name='b') }}") == (
        "<think:x>a2ab"
    )


@pytest.mark.parametrize(
    "source",
    ["{{ '{:>9}'.format(1) }}", "{{ '{0.real}'.format(1) }}", "{{ '{!r}'.format('a') }}", "{{ '{0[0]}'.format('a') }}",
     "{{ '{}'.format(messages) }}", "{{ '{a}'.format_map({'a': 1}) }}"],
)  # fmt: skip
def test_no_other_format_is(source: str) -> None:
    with pytest.raises(TemplateFailed):
        render(source)


def test_a_template_for_tools_alone_gets_none() -> None:
    assert render("{{ tools is none }}{% for tool in tools or [] %}{% endfor %}") == "True"
    assert render("{% for tool in tools %}{{ tool }}{% endfor %}{{ 'x' + functions }}") == "x[]"


def test_json_is_written_as_asked() -> None:
    assert render("{{ {'b': 1, 'a': [1, 2]} | tojson(separators=(',', ':'), sort_keys=true) }}") == '{"a":[1,2],"b":1}'


def test_time_is_available() -> None:
    assert render("{{ strftime_now('%Y') | int > 2000 }}") == "True"


def test_days_are_written_alike_on_all_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own function may know fewer directives, and no letters of others: so it does on Windows."""
    asked: list[str] = []

    class WindowsTime(datetime.datetime):
        def strftime(self, pattern: str) -> str:
            asked.append(pattern)
            if not re.fullmatch("%[a-zA-Z%]", pattern) or pattern == "%k":
                raise ValueError("Invalid format string")
            return super().strftime(pattern)

    monkeypatch.setattr(sandbox.datetime, "datetime", WindowsTime)
    now = datetime.datetime(2026, 3, 4, 0, 7, 9).timestamp()
    written = sandbox._strftime(now, "%Y年%m月%-d日 %-H:%M %-j %-T %y %% %k %_d %_3y 100%")
    assert written == "2026年03月4日 0:07 63 00:07:09 26 % %k %_d %_3y 100%"
    assert all(pattern.isascii() for pattern in asked)


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages.append(1) }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ render.__func__ }}{{ (messages|attr('__class__')).__base__ }}",
        "{% include '/etc/passwd' %}",
        "{{ raise_exception('no') }}",
        "{{ 1 / 0 }}",
        "{% if %}",
    ],
)
def test_escapes_and_failures_end_in_one_error(source: str) -> None:
    with pytest.raises(TemplateFailed):
        render(source)


@pytest.mark.parametrize(
    "source",
    [
        "{% for i in range(10 ** 9) %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}",
        "{% set n = namespace(s='aaaaaaaa') %}{% for i in range(64) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "{% set n = namespace(s='aaaaaaaa') %}{% for i in range(64) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(64) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s='aa') %}{% for i in range(64) %}{% set n.s = n.s.replace('a', 'aaaa') %}{% endfor %}",
        "{% set n = namespace(s='aa') %}{% for i in range(64) %}{% set n.s = n.s|replace('a', 'aaaa') %}{% endfor %}",
        "{% set n = namespace(s='aa') %}{% for i in range(64) %}{% set n.s = n.s.join([n.s, n.s]) %}{% endfor %}",
        "{% set n = namespace(s='aa') %}{% for i in range(64) %}{% set n.s = [n.s, n.s]|join(n.s) %}{% endfor %}",
        "{{ 'a' * 10 ** 10 }}",
        "{{ [0] * 10 ** 10 }}",
        "{{ 2 ** 99999999 }}",
        "{{ 'a'.ljust(10 ** 10) }}",
        "{{ 'a'|center(10 ** 10) }}",
        "{{ '%999999999d' % 1 }}",
        "{{ '{:>999999999}'.format(1) }}",
        "{{ '%999999999d'|format(1) }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for x in messages recursive %}{{ loop(messages) }}{% endfor %}",
        "{% set longthread_bounded = messages %}",
        "x" * (1 << 21),
    ],
)
def test_templates_that_would_run_away_are_stopped(source: str) -> None:
    with pytest.raises(TemplateFailed):
        render(source)
