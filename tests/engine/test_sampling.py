"""Sampling with the real model: what each parameter does, replies of a given form, and what the chain is made of."""

from __future__ import annotations

import contextlib
import ctypes
import json
import re
from typing import Any

import numpy as np
import pytest

from engine.chat.session import Session
from engine.errors import BadForm
from engine.protocol import PromptMessage, Sampling
from engine.sampling.constraint import Constraint
from engine.sampling.gbnf_matcher import GbnfMatcher
from engine.sampling.output_format import OutputGrammar, form_of
from engine.sampling.sampler import Sampler

pytestmark = [pytest.mark.model, pytest.mark.native]

ASK = PromptMessage(id="u1", role="user", content="Write a list of three colours.")


def replied(model: Any, question: PromptMessage = ASK, **parameters: Any) -> tuple[str, str]:
    """Text of a reply to ``question`` in a new chat, and why it ended."""
    model.clear()
    session = Session(model, system_prompt="You are a helpful assistant.")
    reply = session.generate("r1", question, sampling=Sampling(**{"max_tokens": 60, "seed": 7, **parameters}))
    return reply.text, reply.reason


def links(model: Any, **parameters: Any) -> list[str]:
    c = model.functions
    with Sampler(model, Sampling(**parameters)) as sampler:
        c.llama_sampler_name.restype = ctypes.c_char_p
        return [
            c.llama_sampler_name(c.llama_sampler_chain_get(sampler._chain, i)).decode()
            for i in range(c.llama_sampler_chain_n(sampler._chain))
        ]


def test_nothing_is_in_the_chain_that_does_nothing(model: Any) -> None:
    assert links(model) == ["top-k", "top-p", "min-p", "temp", "dist"]
    off = {"top_k": 0, "top_p": 1.0, "min_p": 0.0}
    assert links(model, **off, temperature=1.0) == ["dist"]
    assert links(model, temperature=0.0, xtc_probability=0.5, typical_p=0.5, mirostat=True) == ["greedy"]


def test_a_share_of_nothing_leaves_the_likeliest_token(model: Any) -> None:
    assert "top-p" in links(model, top_p=0.0)
    assert set(drawn(model, top_k=0, top_p=0.0, min_p=0.0)) == {0}


@pytest.mark.parametrize("temperature", [1e-7, 1e-40, 5e-324])
def test_a_temperature_that_no_logit_can_be_divided_by_is_greedy(model: Any, temperature: float) -> None:
    assert links(model, temperature=temperature) == ["greedy"]
    assert links(model, temperature=temperature, mirostat=True) == ["greedy"]


def test_the_order_of_the_chain(model: Any) -> None:
    everything = {
        "repeat_penalty": 1.1, "dry_multiplier": 0.8, "top_n_sigma": 1.5, "typical_p": 0.9, "xtc_probability": 0.3,
        "temperature_range": 0.3,
    }  # fmt: skip
    names = ["penalties", "dry", "top-n-sigma", "top-k", "typical", "top-p", "min-p", "xtc", "temp-ext", "dist"]
    assert links(model, **everything) == names
    assert links(model, **everything, mirostat=True) == ["penalties", "dry", "temp-ext", "mirostat-v2"]


def test_the_same_seed_gives_the_same_reply(model: Any) -> None:
    first, second = replied(model, temperature=1.2), replied(model, temperature=1.2)
    assert first == second
    assert any(replied(model, temperature=1.2, seed=seed) != first for seed in (8, 9))


@pytest.mark.parametrize(
    "parameters",
    [
        {"typical_p": 0.3}, {"top_n_sigma": 0.5}, {"temperature_range": 0.6}, {"mirostat": True, "mirostat_tau": 2.0},
        {"dry_multiplier": 2.0, "dry_base": 4.0}, {"repeat_penalty": 1.5}, {"frequency_penalty": 1.5},
        {"presence_penalty": 2.0}, {"xtc_probability": 1.0, "xtc_threshold": 0.05},
    ],
    ids=lambda parameters: next(iter(parameters)),
)  # fmt: skip
def test_each_parameter_matters(model: Any, parameters: dict[str, Any]) -> None:
    assert drawn(model, **parameters) != drawn(model)


def drawn(model: Any, **parameters: Any) -> list[int]:
    """What is chosen with a hundred seeds from logits that no model made, after a text that repeats itself."""
    logits = np.maximum(8 - 0.2 * np.arange(model.n_vocab, dtype=np.float32), -20)
    found = []
    for seed in range(100):
        candidates = np.zeros(model.n_vocab, dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        candidates["id"], candidates["logit"] = np.arange(model.n_vocab), logits
        with Sampler(model, Sampling(temperature=1.3, seed=seed, **parameters)) as sampler:
            sampler.begin([5, 6, 7, 5, 6, 7, 5, 6])
            found.append(sampler._choose(candidates))
    return found


def test_penalties_look_at_the_chat_as_far_as_their_window(model: Any) -> None:
    """A token of the question is as much a repetition as one of the reply, unless it lies behind the window."""
    tokens = model.tokenize("tree house", special=False)
    session = Session(model)
    session.add(ASK)
    session.catch_up("prefill", sample=lambda row: 0)

    def weight(window: int) -> float:
        with Sampler(model, Sampling(repeat_penalty=1.9, repeat_window=window, temperature=0)) as sampler:
            sampler.begin([*tokens, *model.tokenize(" one two three", special=False)])
            candidates = sampler._candidates(-1)
            before = float(candidates["logit"][tokens[0]])
            sampler._choose(candidates)
            return float(candidates["logit"][tokens[0]]) - before

    assert weight(64) < 0 and weight(-1) < 0
    assert weight(1) == 0


def test_windows_of_any_size_take_no_more_than_the_memory(model: Any) -> None:
    huge = {"repeat_window": 2**31 - 1, "dry_window": 2**31 - 1, "repeat_penalty": 1.1, "dry_multiplier": 0.5}
    assert replied(model, **huge, max_tokens=3)[1] in ("eos", "length")


# --------------------------------------------------------------------------- form


def form_for(**parameters: Any) -> OutputGrammar:
    found = form_of(Sampling(**parameters))
    assert found is not None
    return found


def begins(model: Any, wanted: OutputGrammar, text: str) -> bool:
    """Whether a reply of the form can begin with ``text``, read anew: none of it was sampled."""
    constraint = Constraint(model, wanted)
    try:
        constraint.resume(text)
    except BadForm:
        return False
    finally:
        constraint.close()
    return True


@pytest.mark.parametrize("seed", [1, 2])
def test_a_reply_in_json(model: Any, seed: int) -> None:
    """Whole, or cut by the limit of its length: then it is the beginning of one."""
    text, reason = replied(model, output="json", max_tokens=60, temperature=1.5, seed=seed)
    if reason == "eos":
        assert isinstance(json.loads(text), (dict, list))
    assert reason in ("eos", "length") and begins(model, form_for(output="json"), text.rstrip("\ufffd")), text


COLOURS = {
    "type": "object",
    "properties": {
        "colours": {"type": "array", "items": {"enum": ["red", "green", "blue"]}, "minItems": 2, "maxItems": 3},
        "sure": {"type": "boolean"},
        "word": {"type": "string", "maxLength": 8},
        "code": {"type": "string", "pattern": "^[^a-z]{2,4}$"},
    },
    "required": ["colours", "sure", "word", "code"],
}


def test_a_reply_as_a_schema_says(model: Any) -> None:
    for seed in (1, 2):
        text, reason = replied(
            model, output="schema", form=json.dumps(COLOURS), temperature=1.5, seed=seed, max_tokens=200
        )
        assert begins(model, form_for(output="schema", form=json.dumps(COLOURS)), text), text
        if reason == "eos":
            value = json.loads(text)
            assert set(value) == {"colours", "sure", "word", "code"}
            assert 2 <= len(value["colours"]) <= 3 and set(value["colours"]) <= {"red", "green", "blue"}
            assert isinstance(value["sure"], bool) and len(value["word"]) <= 8
            assert 2 <= len(value["code"]) <= 4 and not any("a" <= char <= "z" for char in value["code"])


TEXTS = [
    '{"colours": ["red", "blue"], "sure": true, "word": "x", "code": "\\"A\\\\"}',
    '{"colours": ["red", "blue"], "sure": true, "word": "x\ny", "code": "AB"}',
    '{"colours": ["red", "blue"], "sure": true, "word": "x\\ny", "code": "A\tB"}',
    '{"colours": ["red", "blue"], "sure": true, "word": "x", "code": "A"B"}',
    '{"colours": ["red"], "sure": true, "word": "x", "code": "AB"}',
    '{"colours": ["red", "blue"], "sure": true, "word": "123456789", "code": "AB"}',
]


def test_what_a_schema_lets_through_with_the_tokens_of_a_real_model(model: Any) -> None:
    """Texts of ours, so that it hangs on no token that a model chooses."""
    wanted = form_for(output="schema", form=json.dumps(COLOURS))
    assert [begins(model, wanted, text) for text in TEXTS] == [True, False, False, False, False, False]
    json.loads(TEXTS[0])


def test_no_token_brings_a_raw_control_character_into_a_string(model: Any) -> None:
    """The whole vocabulary, at the begin of a string and behind a backslash."""
    for wanted in (
        form_for(output="json"),
        form_for(output="schema", form='{"items": {"type": "string", "pattern": "^[^x]*$"}}'),
    ):
        for start in ('["', '["a\\'):
            constraint = Constraint(model, wanted)
            constraint.resume(start)
            fitting = constraint.fitting()
            constraint.close()
            pieces = [model.piece(token) for token in range(model.n_vocab) if fitting[token]]
            assert len(pieces) > 5
            for piece in pieces:
                inside, _, behind = (start[2:].encode() + piece).partition(b'"')
                if not inside.endswith(b"\\"):
                    assert not any(byte < 32 for byte in inside), piece
                assert not any(byte < 32 and byte != 10 for byte in behind), piece


def test_a_reply_as_a_grammar_says(model: Any) -> None:
    wanted = 'root ::= ("yes" | "no") ", " [0-9]{3} "é!"'
    for seed in range(4):
        text, reason = replied(model, output="grammar", form=wanted, temperature=2.0, seed=seed)
        assert reason == "eos" and re.fullmatch("(yes|no), [0-9]{3}é!", text), text


def test_penalties_count_what_a_reply_of_a_form_says_itself(model: Any) -> None:
    """Else one that must be JSON repeats itself where free text does not."""
    session = Session(model)
    same: dict[str, Any] = {"output": "grammar", "form": "root ::= [a-z]{200}", "temperature": 0, "max_tokens": 20}
    session.generate("r1", ASK, sampling=Sampling(**same))
    assert len(set(session.log.tokens[-20:])) < 20, "as the model would have it"
    session.start_over()
    session.generate("r1", ASK, sampling=Sampling(**same, presence_penalty=100.0))
    assert len(set(session.log.tokens[-20:])) == 20


def test_a_grammar_that_leads_nowhere_ends_the_reply(model: Any) -> None:
    """A character that no token writes: the reply ends there, and nothing dies of it."""
    text, reason = replied(model, output="grammar", form='root ::= "yes" "\\x00" "no"')
    assert (text, reason) == ("yes", "eos")


def test_nobody_hears_of_a_grammar_that_the_library_refuses(
    model: Any, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The library prints it, and it is the person's."""
    with caplog.at_level("DEBUG"), pytest.raises(BadForm):
        GbnfMatcher(model, 'root ::= "my secret" (')
    assert "secret" not in "".join(capfd.readouterr()) + caplog.text


def test_a_bad_form_changes_nothing(model: Any) -> None:
    session = Session(model)
    before = list(session.log.tokens)
    for form in ("root ::= (", 'root ::= ("a" ("b" | c){1000}){1000}\nc ::= ("d" ("e")?){900}'):
        with pytest.raises(BadForm):
            session.generate("r1", ASK, sampling=Sampling(output="grammar", form=form))
    assert list(session.log.tokens) == before and session.messages == []
    session.generate("r1", ASK, sampling=Sampling(max_tokens=2))
    assert [message.id for message in session.messages] == ["u1", "r1"]


def test_a_reply_of_a_form_is_gone_on_with(model: Any) -> None:
    form = 'root ::= "one two three four five six seven eight nine ten." "\\n"?'
    session = Session(model)
    first = session.generate("r1", ASK, sampling=Sampling(output="grammar", form=form, max_tokens=4))
    assert first.reason == "length"
    more = session.generate("r1", continue_reply=True, sampling=Sampling(output="grammar", form=form, max_tokens=80))
    assert (first.text + more.text).strip() == "one two three four five six seven eight nine ten."
    with pytest.raises(BadForm, match="doesn't match the output format"):
        session.generate("r1", continue_reply=True, sampling=Sampling(output="json"))


def test_thoughts_are_free_and_the_answer_has_the_form(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The template opens thoughts: the grammar waits for their end."""
    monkeypatch.setattr(
        model,
        "template",
        "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n<think>\n' }}{% endif %}",
    )
    thought = model.tokenize("well, hm\n</think>\n\n", special=False)
    draw = Sampler._choose

    class Thinker:
        """Chooses a thought first, whatever the logits say."""

        def __init__(self) -> None:
            self.left = list(thought)

        def sample(self, chain: Any, context: Any, row: int) -> int:
            return self.left.pop(0)

    thinker = Thinker()
    real = model.functions.llama_sampler_sample
    monkeypatch.setattr(model.functions, "llama_sampler_sample", thinker.sample)
    text, reason = replied(model, output="grammar", form='root ::= "yes" | "no"')
    monkeypatch.setattr(model.functions, "llama_sampler_sample", real)
    thoughts, _, answer = text.partition("</think>")
    assert thoughts.startswith("<think>") and "well, hm" in thoughts and answer.strip() in ("yes", "no")
    assert reason == "eos" and draw is Sampler._choose


def test_whatever_passes_the_check_does_no_harm(model: Any) -> None:
    """Odd grammars, and the library: each writes some tokens, none of them kills the process."""
    odd = [
        'root ::= "a"{1000}',
        "root ::= [a-z]{0,1000} .",
        "root ::= " + "(" * 60 + '"a"' + ")?" * 60,
        "root ::= " + " | ".join(f'"{i:04d}"' for i in range(390)),
        'root ::= ""',
        'root ::= "" | "a" root',
        "root ::= [^\\x00-\\U0010FFFF]",
        'root ::= "' + "long " * 2000 + '"',
        "root ::= (.? .? .? .?) .*",
        'root ::= a{5} b*\na ::= "x" | "y" | c\nb ::= "z" c?\nc ::= [0-9] | [α-ω]',
        'root ::= "(" root ")" | "x"',
    ]
    for form in odd:
        session = Session(model)
        model.clear()
        sampling = Sampling(output="grammar", form=form, max_tokens=12, temperature=2.0, seed=3, top_k=0)
        with contextlib.suppress(BadForm):
            assert session.generate("r1", ASK, sampling=sampling).reason in ("eos", "length"), form


def test_a_token_that_does_not_fit_is_never_given_to_the_library(model: Any) -> None:
    constraint = Constraint(model, form_for(output="grammar", form='root ::= "yes"'))
    yes, no = (model.tokenize(text, special=False)[0] for text in ("yes", "no"))
    assert constraint.allows(yes) and not constraint.allows(no) and not constraint.allows(model.end_token)
    with pytest.raises(BadForm):
        constraint.resume("no")
    constraint.resume("yes")
    assert constraint.allows(model.end_token) and not constraint.allows(yes)
    constraint.close()


def test_thoughts_that_were_cut_in_the_middle_of_their_end_still_end(model: Any) -> None:
    constraint = Constraint(model, form_for(output="grammar", form='root ::= "yes"'))
    constraint.resume("<think>\nWell</thi")
    assert constraint.waiting
    for token in model.tokenize("nk>", special=False):
        constraint.accept(token)
    assert not constraint.waiting
    (yes,) = model.tokenize("yes", special=False)
    assert constraint.allows(yes)
    constraint.close()
