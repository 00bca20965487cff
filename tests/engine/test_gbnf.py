"""Grammars before the native library sees them: what is wrong is said, and nothing hostile gets through."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadForm
from engine.protocol import Sampling
from engine.sampling import gbnf
from engine.sampling.output_format import OutputGrammar, form_of

JSON = r"""
root   ::= object | array
value  ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws ( member ( "," ws member )* )? "}"
member ::= string ":" ws value ws
array  ::= "[" ws ( value ws ( "," ws value ws )* )? "]"
string ::= "\"" ( [^"\\\x00-\x1F\x7F] | "\\" ( ["\\/bfnrt] | "u" [0-9a-fA-F]{4} ) )* "\""
number ::= "-"? ( "0" | [1-9] [0-9]{0,15} ) ( "." [0-9]{1,15} )? ( [eE] [-+]? [0-9]{1,3} )?
ws     ::= " "? | "\n" [ \t]{0,20}
"""
LIST = 'root ::= item+\nitem ::= "- " [^\\r\\n]+ "\\n"  # a line\n'


@pytest.mark.parametrize(
    "source",
    [
        LIST,
        JSON,
        'root ::= "yes" | "no"',
        'root ::= ("a" | "b"){2,5} [^\\x00-\\x1F"\\\\]{3} .? "\\u00e9"',
        'root ::= (\n  "a"\n  | b\n)\nb ::=\n  "c"',
        "root ::= [a\\]^-]+",
        r"root ::= [a\-z]+",
        'root ::= [a-z]{0,900} "x"? ([0-9]? ":"){100}',
        'root ::= ("a"?){50}',
        'root ::= "{" (" "? "a" " "?){0,400} "}"',
        'root ::= expr\nexpr ::= term ([-+*/] term)*\nterm ::= [0-9]+ | "(" expr ")"',
    ],
)
def test_grammars_that_are_good(source: str) -> None:
    gbnf.check(source)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "no “root” rule"),
        ('first ::= "a"', "no “root” rule"),
        ('root = "a"', "Line 1, column 6: expected “::=”"),
        ('root ::= "a"\nroot ::= "b"', "Line 2, column 1: the rule “root” is defined twice"),
        ('root ::= a\n  "b" ::= c', "Line 2, column 3"),
        ('root ::= one\none ::= "a" two', "Line 2, column 13: the rule “two” isn't defined"),
        ('root ::= "a', "Line 1, column 10: this text has no closing quote"),
        ("root ::= [a", "isn't closed"),
        ("root ::= []", "these brackets are empty"),
        ('root ::= ("a"', "Line 1, column 10: this bracket isn't closed"),
        ('root ::= "a")', "doesn't belong here"),
        ("root ::= *", "has nothing to repeat"),
        ('root ::= "a"**', "has nothing to repeat"),
        ('root ::= ""*', "has nothing to repeat"),
        ('root ::= "a"{x}', "expected a number"),
        ('root ::= "a"{3,1}', "can't end at 1"),
        ('root ::= "a"{1,', "expected a number"),
        ('root ::= "a"{1001}', "more than 1,000 times"),
        (r'root ::= "\q"', "“\\q” is unknown"),
        (r'root ::= "\x4"', "hexadecimal digits"),
        ('root ::= "\\', "closing quote or unknown"),
        ("root ::= <think>", "model tokens"),
        ('root ::= "\0"', "can't write"),
        ('root ::= "\ud800"', "can't write"),
    ],
)
def test_mistakes_are_told_where_they_are(source: str, told: str) -> None:
    assert any(part in problem(source) for part in told.split(" or ")), problem(source)


def problem(source: str) -> str:
    """What is wrong with a grammar, "" if nothing is."""
    try:
        gbnf.check(source)
    except BadForm as error:
        return error.message or "?"
    return ""


HOSTILE = {
    "brackets": "root ::= " + "(" * 100_000 + '"a"' + ")" * 100_000,
    "endless recursion": 'root ::= root "a" | "b"',
    "recursion through nothing": 'root ::= b root "x" | "y"\nb ::= c\nc ::= ""',
    "empty rounds": 'root ::= ("a"*)*',
    "rounds that may be empty": 'root ::= ("a"?){200}',
    "some of these rounds": 'root ::= ("a"?){0,200}',
    "rounds of rounds that may be empty": 'root ::= (("a"?){20}){20}',
    "rules that may be empty": 'root ::= many{20}\nmany ::= one{20}\none ::= "a" | ""',
    "empty parts side by side": "root ::= " + '"a"? ' * 200,
    "ways to the same rule": "root ::= r0\n"
    + "\n".join(f"r{i} ::= r{i + 1} | r{i + 1}" for i in range(60))
    + '\nr60 ::= "a"',
    "a long chain": "root ::= r0\n" + "\n".join(f"r{i} ::= r{i + 1}" for i in range(5000)) + '\nr5000 ::= "a"',
    "a long chain to nothing": "root ::= r0\n"
    + "\n".join(f"r{i} ::= r{i + 1}" for i in range(8000))
    + '\nr8000 ::= ""',
    "many sets of characters": "root ::= r0\n"
    + "\n".join(f"r{i} ::= set set set set set set" for i in range(500))
    + "\nset ::= " + " | ".join(f"[{chr(1000 + i)}{'b' * 1000}x]" for i in range(64)),
    "doubles with each character": 'root ::= "a" root "x" | "a" root "y" | "z"',
    "doubles late": 'root ::= "' + "q" * 200 + '" s\ns ::= "b" s "x" | "b" s "y" | "z"',
    "doubles at once": "root ::= r0\n"
    + "\n".join(f'r{i} ::= r{i + 1} "x" | r{i + 1} "y"' for i in range(40))
    + '\nr40 ::= "a"',
    "repetitions": "root ::= " + " ".join("[a-z]{0,1000}" for _ in range(5000)),
    "long repetitions": "root ::= " + ("[" + "ab" * 5000 + "]{1000} ") * 20,
    "length": 'root ::= "a"' * 100_000,
    "a number": 'root ::= "a"{' + "9" * 5000 + "}",
}  # fmt: skip


MANY_FIELDS = {
    "fields that may be left out": "root ::= " + " ".join(f'("k{i}=" [0-9]+)?' for i in range(70)),
    "records of such fields": "root ::= "
    + " | ".join(f'"s{kind}" ' + " ".join(f'(" k{i}")?' for i in range(9)) for kind in range(8)),
    "a few rounds of them": 'root ::= ("a"? "b"? "c"?){16}',
}


@pytest.mark.parametrize("name", MANY_FIELDS)
def test_parts_that_may_be_left_out_are_taken(name: str) -> None:
    gbnf.check(MANY_FIELDS[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_grammars_are_refused(name: str) -> None:
    with pytest.raises(BadForm):
        gbnf.check(HOSTILE[name])


CHUNKS = st.sampled_from(
    ["root", " ::= ", "a", "b", '"x"', '"', "[a-z]", "[^", "(", ")", "|", "*", "+", "?", "{2}", "{", ",", "}",
     "\n", " ", "#"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=80), st.lists(CHUNKS, max_size=40).map("".join)))
def test_any_text_is_judged(text: str) -> None:
    assert problem("root ::= " + text) != "?"


def test_text_has_no_form_and_a_grammar_is_used_as_it_is() -> None:
    assert form_of(Sampling()) is None
    assert form_of(Sampling(output="grammar", form=LIST)) == OutputGrammar("gbnf", LIST)
    with pytest.raises(BadForm, match="no grammar yet"):
        form_of(Sampling(output="grammar", form=" "))
    with pytest.raises(BadForm, match="Line 1, column 10"):
        form_of(Sampling(output="grammar", form='root ::= ("a"'))
