"""Chat templates that no budget inside of Python stops: their process is ended, and the next one works."""

from __future__ import annotations

from collections.abc import Iterator

import psutil
import pytest

from engine.errors import TemplateFailed
from engine.prompt.prompt import Prompt
from engine.prompt.renderer import AT_ONCE, KEPT, Renderer, TemplateRequest
from engine.prompt.template import ChatTemplate
from engine.protocol import PromptMessage

GOOD = TemplateRequest(
    "{% for m in messages %}{{ m.content }}{% endfor %}", messages=[{"role": "user", "content": "hello"}]
)
SHARED = "{% set ns = namespace(a=[1]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}"
OTHER = SHARED.replace("ns", "nt")
ENDLESS = TemplateRequest(SHARED + OTHER + "{{ ns.a == nt.a }}", messages=[])
SECONDS, SOON = 1.0, 0.3  # until a process is ended; soon where nothing else could end it


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    made = Renderer(seconds=SECONDS, memory=400 << 20)
    assert made.ask(GOOD).text == "hello"
    yield made
    made.close()


def pid(renderer: Renderer) -> int:
    assert renderer._child is not None
    return renderer._child.pid


@pytest.mark.parametrize(
    "source",
    [
        SHARED + OTHER + "{{ ns.a == nt.a }}",
        SHARED + OTHER + "{{ ns.a < nt.a }}",
        SHARED + "{{ ns.a | string }}",
        SHARED + "{{ ns.a ~ '' }}",
        SHARED + "{{ ns.a | tojson }}",
        SHARED + OTHER + "{{ ns.a in [nt.a] }}",
        SHARED + OTHER + "{{ [ns.a, nt.a] | sort }}",
        SHARED + OTHER + "{{ [ns.a, nt.a] | unique | list }}",
        "{{ [1] | tojson(indent=4000000000) }}",
        "{{ range(16000) | map('string') | map('length') | sum(start='a' * 10) }}",
        "{% set ns = namespace(a=[[]]) %}{% for i in range(25) %}{% set ns.a = ns.a + ns.a %}{% endfor %}"
        "{{ ns.a | sum(start=[]) }}",
        "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
        "{{ '" + "(" * 5000 + "' }}{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "".join(f"{{% for a{i} in range(2) %}}" for i in range(25)) + "{% endfor %}" * 25,
    ],
    ids=range(14),
)
def test_it_ends_and_the_next_one_is_rendered(renderer: Renderer, source: str) -> None:
    question = TemplateRequest(source, messages=[{"role": "user", "content": "hello"}])
    renderer._seconds = SOON if source.startswith(SHARED) else SECONDS
    with pytest.raises(TemplateFailed):
        renderer.ask(question)
    renderer._seconds = SECONDS
    assert renderer.ask(GOOD).text == "hello"


def test_a_process_that_takes_too_long_is_ended(renderer: Renderer) -> None:
    before = pid(renderer)
    renderer._seconds = SOON
    with pytest.raises(TemplateFailed, match="runs too long"):
        renderer.ask(ENDLESS)
    assert not psutil.pid_exists(before)


def test_questions_that_take_long_together_come_to_the_process_one_after_another(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer._seconds = 60.0
    asked: list[int] = []
    ask_some = renderer.ask_some
    monkeypatch.setattr(renderer, "ask_some", lambda rest: asked.append(len(rest)) or ask_some(rest))
    slow = TemplateRequest("{% for i in range(9000) %}{{ 'x' * 20 }}{% endfor %}", messages=[])
    assert [len(answer.text) for answer in renderer.ask_all([slow] * 100)] == [180_000] * 100
    assert asked[0] == 100 and len(asked) > 1


def test_no_more_is_asked_and_answered_at_once_than_a_little(renderer: Renderer) -> None:
    """Of many texts that a template may write each, all together would take the memory of the engine."""
    writes = TemplateRequest("{% for i in range(4) %}{{ 'x' * 4000000 }}{% endfor %}", messages=[])
    assert [len(answer.text) for answer in renderer.ask_some([GOOD, writes, writes, writes])] == [5, 16_000_000]
    long = TemplateRequest("{{ messages[0].content | length }}", messages=[{"role": "user", "content": "x" * AT_ONCE}])
    assert [answer.text for answer in renderer.ask_some([long, long])] == [str(AT_ONCE)]
    assert [answer.text for answer in renderer.ask_all([long, long])] == [str(AT_ONCE)] * 2


def test_a_question_that_nobody_can_be_asked_leaves_those_before_it_their_answers(renderer: Renderer) -> None:
    bad = TemplateRequest("x", messages=[{"role": "user", "content": "\ud800"}])
    assert [answer.text for answer in renderer.ask_some([GOOD, bad, GOOD])] == ["hello"]
    with pytest.raises(TemplateFailed):
        renderer.ask_some([bad])
    with pytest.raises(TemplateFailed):
        renderer.ask_all([GOOD, bad])


def test_what_is_rendered_ahead_takes_little_and_is_let_go() -> None:
    source = (
        "{% for m in messages %}{{ m.content }};{% endfor %}"
        "{% if messages|length > 2 %}{% for i in range(20) %}{{ 'x' * 100000 }}{% endfor %}{% endif %}"
    )
    prompt = Prompt(ChatTemplate(source))
    history = [PromptMessage(str(n), ("user", "assistant")[n % 2], str(n)) for n in range(64)]  # type: ignore[arg-type]
    with prompt.rendered_ahead([], history):
        assert 0 < sum(len(text) for pair in prompt._ahead.values() for text in pair) < 2 * AT_ONCE
    assert not prompt._ahead


def test_a_question_that_takes_too_long_ends_those_with_it(renderer: Renderer) -> None:
    before = pid(renderer)
    renderer._seconds = SOON
    with pytest.raises(TemplateFailed, match="runs too long"):
        renderer.ask_all([GOOD, ENDLESS, GOOD])
    assert not psutil.pid_exists(before)


def test_a_process_that_dies_is_replaced(renderer: Renderer) -> None:
    before = pid(renderer)
    psutil.Process(before).kill()
    psutil.wait_procs([psutil.Process(before)] if psutil.pid_exists(before) else [])
    texts = []
    for _ in range(2):  # its death may be noticed by the first question
        try:
            texts.append(renderer.ask(GOOD).text)
        except TemplateFailed:
            continue
    assert "hello" in texts
    assert pid(renderer) != before


def test_texts_that_no_frame_can_hold_are_mended(renderer: Renderer) -> None:
    assert renderer.ask(TemplateRequest("{{ '\\ud800' }}x", messages=[])).text == "?x"


def test_a_process_keeps_a_few_templates_and_their_answers_apart(renderer: Renderer) -> None:
    before = pid(renderer)
    for again in range(2):
        for i in range(2 * KEPT):
            assert (
                renderer.ask(TemplateRequest(f"{{{{ bos_token }}}}{i}", bos=str(again), messages=[])).text
                == f"{again}{i}"
            )
    assert pid(renderer) == before


def test_it_ends_with_the_program_that_asks(renderer: Renderer) -> None:
    child = renderer._child
    assert child is not None and child.stdin is not None
    child.stdin.close()
    assert child.wait(timeout=60) == 0
