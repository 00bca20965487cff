"""How often a part of a pattern is repeated, by counts within counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sampling.patterns import nested_repetitions

REPEATED = {
    "": 0,
    "^a{50000}$": 0,
    "a{9}b{9}": 0,
    "(a{9}b{9})*": 0,
    "^(a{20}){30}$": 600,
    "(a{20}){30,}": 600,
    "(a{20}){2,30}": 600,
    "(a{20}){,30}": 600,
    "( a{ 20 } ){ 2 , 30 }": 600,
    "a{20}{30}": 600,
    "(a{20}){0}": 20,
    "((a{2}){3}b){4}": 24,
    "((a{2}+)*){3}": 6,
    "(a{2}|b{5}|c){3}": 15,
    "(a|(?:b{5})c){3}(d{2}){2}": 15,
    "(?=(?<name>a{5})){3}": 15,
    "(?!a{5}){3}": 15,
    "(?i:a{5}){3}": 15,
    r"\(a{20}\){30}": 0,
    r"(a\{20}){30}": 0,
    r"(\x{20}\p{L}){30}": 0,
    r"(\d{20}){30}": 600,
    "[(]a{20}[)]{30}": 0,
    "([a{20}]){30}": 0,
    "([^]a{20}]){30}": 0,
    r"([\]a{20}]){30}": 0,
    "([[a]{20}]){30}": 0,
    "([a-z]{20}){30}": 600,
    "({20}){30}": 600,
    "(a{x}){30}": 0,
    "(a{20}) {30}": 0,
    "(?x)(a{20}) {30}": 600,
    "(?x)( # )\n a{20}){30}": 600,
    "(a{99999999999999999999}){2}": 2 * 999_999_999,
    "a{20}){30}": 600,
    "((a{20}": 0,
    "[": 0,
    "\\": 0,
}


@pytest.mark.parametrize("pattern", REPEATED)
def test_counts_within_counts_are_multiplied(pattern: str) -> None:
    assert nested_repetitions(pattern) == REPEATED[pattern]


@given(st.text(alphabet="ab(){}[]|\\?*+^,0123x# \n", max_size=40))
def test_any_text_is_looked_through(pattern: str) -> None:
    assert nested_repetitions(pattern) >= 0
