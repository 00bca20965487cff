from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.ui.chat.transcript.markdown import NESTED, Splitter, split, to_html
from app.ui.chat.transcript.plain import plain
from tests.effort import dear

PIECES = st.sampled_from(
    ["word ", "more words here. ", "\n", "\n\n", "- item\n", "1. one\n", "2", ".", " two\n", "```py\n", "x = 1\n",
     "```\n", "    indented\n", "# head\n", "| a | b |\n", "|---|---|\n", "> quote\n", "***", "`code`", "~~~\n", "\t",
     "$$\n", "$$", "\\[", "\\]\n", "$x$ ", "[^1]", "[^1]: note\n", "\\begin{align}\n", "\\end{align}\n", "- [ ] "]
)  # fmt: skip


@dear(100)
@given(st.lists(PIECES, max_size=40))
def test_a_growing_text_is_cut_like_the_whole(pieces: list[str]) -> None:
    """Streaming gives the same chunks as opening the chat later, and final chunks never change."""
    splitter = Splitter(40)
    text, before = "", []
    for piece in pieces:
        text += piece
        kept, chunks = splitter.feed(text)
        assert chunks[:kept] == before[:kept]
        assert kept >= max(0, len(before) - 1)
        before = chunks
    assert before == split(text, 40)


@dear(100)
@given(st.lists(PIECES, max_size=30))
def test_prose_is_not_lost(pieces: list[str]) -> None:
    text = "".join(pieces)
    chunks = split(text, 40)
    for word in ("word", "quote", "item", "two"):
        assert sum(chunk.source.count(word) for chunk in chunks) == text.count(word)


def test_code_is_a_chunk_with_language_and_state() -> None:
    chunks = split("before\n\n```Python title=x\na = 1\n\nb = 2\n```\nafter\n")
    assert [(c.kind, c.language, c.closed) for c in chunks] == [
        ("text", "", True),
        ("code", "python", True),
        ("text", "", True),
    ]
    assert chunks[1].source == "a = 1\n\nb = 2"
    assert not split("```\nstill open\n")[-1].closed
    assert split("````\n```\n````\n")[-1].source == "```"


def test_long_prose_is_cut_between_paragraphs() -> None:
    paragraph = "A sentence of some length. " * 8
    chunks = split("\n\n".join([paragraph] * 20))
    assert len(chunks) > 2
    assert all(len(chunk.source) < 2 * 1200 for chunk in chunks)
    assert all(chunk.source.startswith("A sentence") for chunk in chunks)


@pytest.mark.parametrize(
    ("source", "absent"),
    [
        ("<script>alert(1)</script>", "<script"),
        ('<img src="http://x/y.png">', "<img"),
        ("![x](http://x/y.png)", "<img"),
        ("[x](javascript:alert(1))", "<a "),
        ("[x](file:///etc/passwd)", "<a "),
        ("[x](data:text/html,hi)", "<a "),
        ("`<b>`", "<b>"),
        ("`<br>` <brx> <br class='x'> < br>", "<br"),
        ("`https://x.y`\n\n    https://x.y", "<a "),
        ("www.x ftp://x.y://z www. a@www.example.org http:// https:///x x.org", "<a "),
        ("```\n<b>\n```", "<b>"),
    ],
)
def test_nothing_of_a_message_becomes_markup_it_may_not_be(source: str, absent: str) -> None:
    assert absent not in to_html(source)


def test_safe_links_and_images_become_links() -> None:
    assert '<a href="https://example.org/a">' in to_html("[x](https://example.org/a)")
    assert '<a href="http://x/y.png">cat</a>' in to_html("![cat](http://x/y.png)")
    assert '<a href="mailto:a@b.c">' in to_html("<mailto:a@b.c>")


@pytest.mark.parametrize(
    ("source", "links"),
    [
        ("See https://example.org/a_b_c?x=1&y=2, and so on.", ["https://example.org/a_b_c?x=1&y=2"]),
        ("(https://en.wikipedia.org/wiki/A_(b)).", ["https://en.wikipedia.org/wiki/A_(b)"]),
        ("[http://localhost:8000/]!", ["http://localhost:8000/"]),
        ("www.example.org/x; HTTPS://Example.org", ["https://www.example.org/x", "https://Example.org"]),
        ("**https://a.org** \u201chttps://b.org/\u201d *www.c.org*", ["https://a.org", "https://b.org/", "https://www.c.org"]),
        ("<https://a.org/x> [https://no.org](https://b.org) ![https://no.org](https://c.org)",
         ["https://a.org/x", "https://b.org", "https://c.org"]),
        ("| a |\n|---|\n| https://a.org/x |", ["https://a.org/x"]),
        ("- [ ] https://a.org", ["https://a.org"]),
        ("\u770b https://a.org/\u9875\uff0c\u7136\u540e\u3002", ["https://a.org/%E9%A1%B5"]),
    ],
)  # fmt: skip
def test_bare_addresses_are_links(source: str, links: list[str]) -> None:
    found = [unescape(link) for link in re.findall('<a href="([^"]*)"', to_html(source))]
    assert [link.lower() for link in found] == [link.lower() for link in links]


@given(st.lists(st.sampled_from(["https://", "www.", "a", ".", "org", "(", ")", "]", "*", "_", " ", "/", "<br>", "`"])))
def test_links_and_breaks_change_no_word(pieces: list[str]) -> None:
    source = "".join(pieces)
    bare = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTED}).enable(["table", "strikethrough"])
    words = unescape(re.sub("<[^>]*>", "", bare.render(source)))
    assert squeezed(re.sub("<[^>]*>", "", to_html(source))) == squeezed(words.replace("<br>", ""))


def squeezed(text: str) -> str:
    return "".join(unescape(text).split())


def test_a_cell_holds_several_lines() -> None:
    assert "<td>one<br/>two<br/>three</td>" in to_html("| a |\n|---|\n| one<br>two <BR/> three |")
    assert plain("| a | b |\n|---|---|\n| one<br>two | x |", marks=True) == "a\tb\none two\tx"
    assert plain("one<br />two", marks=True) == "one\ntwo"


def test_task_lists_tables_and_line_breaks() -> None:
    html = to_html("- [ ] a\n- [x] b\n\n| l | r |\n|---|--:|\n| 1 | 2 |\n\none\ntwo\n")
    assert '<li class="unchecked">a' in html
    assert '<li class="checked" style="margin-bottom: 14px">b' in html
    signs = to_html("- [ ] a\n- [x] b\n", signs=True)
    assert "☐&nbsp;&nbsp;a" in signs and "☑&nbsp;&nbsp;b" in signs
    assert '<td align="right">2' in html
    assert "one<br/>two" in html


def test_formulas_are_told_from_money() -> None:
    drawn: list[tuple[str, bool]] = []

    def draw(tex: str, display: bool) -> str:
        drawn.append((tex.strip(), display))
        return "!"

    to_html("It costs $5 to $10. But $x^2$, \\(y\\) and $$z$$ are formulas; `$a$` and \\$b\\$ are not.", draw)
    assert drawn == [("x^2", False), ("y", False), ("z", True)]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("so:\n$$\na + b\n$$\nand", "a + b"),
        ("so:\n\\[ a + b \\]\nand", "a + b"),
        ("\\begin{align}\na &= b\n\\end{align}\n", "\\begin{align}\na &= b\n\\end{align}"),
    ],
)
def test_formulas_on_lines_of_their_own_are_chunks(text: str, inside: str) -> None:
    maths = [chunk for chunk in split(text) if chunk.kind == "math"]
    assert [(chunk.source, chunk.closed) for chunk in maths] == [(inside, True)]


def test_an_open_formula_is_shown_as_its_source() -> None:
    chunk = split("so:\n\n$$\na + ")[-1]
    assert (chunk.kind, chunk.closed, chunk.source) == ("math", False, "$$\na +")
    assert split("$$ is a currency\n\nand more")[-1].kind == "text"


def test_tables_are_chunks_and_footnotes_stand_where_they_are() -> None:
    chunks = split("a[^1]\n\n| x |\n|---|\n| 1 |\n\n[^1]: the *note*\n    goes on\n")
    assert [chunk.kind for chunk in chunks] == ["text", "table", "text"]
    assert '<a href="note:1" class="note"><sup>1</sup></a>' in to_html(chunks[0].source)
    note = to_html(chunks[2].source)
    assert '<p class="note"><a name="1"></a>1.&nbsp; the <em>note</em>' in note
    assert "goes on" in note


@pytest.mark.parametrize("source", ["[1]: https://a.org", "Sources:\n\n[1]: https://a.org\n[2]: https://b.org\n"])
def test_addresses_that_no_link_has_are_seen(source: str) -> None:
    html = "".join(to_html(chunk.source) for chunk in split(source))
    assert "[1]: " in html and '<a href="https://a.org">https://a.org</a>' in html


@pytest.mark.parametrize("link", ["[here][1]", "[here] [1]", "[1]", "[1][]", "at [1]: there"])
def test_addresses_of_links_are_left_out(link: str) -> None:
    (chunk,) = split(f"Look {link}.\n\n[1]: https://a.org\n")
    html = to_html(chunk.source)
    assert '<a href="https://a.org">' in html and "[1]:" not in html


def test_of_several_addresses_only_those_of_links_are_left_out() -> None:
    (chunk,) = split("Look at [2].\n\n[1]: https://a.org\n[2]: https://b.org\n[3]: https://c.org\n")
    html = to_html(chunk.source)
    assert '<a href="https://b.org">2</a>' in html and "[2]" not in html
    assert "[1]: " in html and "[3]: " in html
    behind_words = to_html("Look at [2].\n\nSources:\n[1]: https://a.org\n[2]: https://b.org\n")
    assert "[1]: " in behind_words and "[2]: " in behind_words, "no address, then: all are seen"


@pytest.mark.parametrize("code", ["`[a]`", "x\n\n  ```\n  [a]\n  ```", "\\[a]", "$[a]$"])
def test_labels_in_code_are_no_links(code: str) -> None:
    html = to_html(f"- So: {code}\n\n[a]: https://a.org\n")
    assert '[a]: <a href="https://a.org">' in html


def test_a_second_address_of_one_label_is_seen() -> None:
    html = to_html("[a]\n\n[a]: https://a.org\n[a]: https://b.org\n")
    assert '<a href="https://a.org">a</a>' in html and "https://b.org</a>" in html


@pytest.mark.parametrize(
    ("source", "seen"),
    [("#", "#"), ("## ##\n", "##"), ("1. #", "#"), ("> ###", "###"), ("a\n\n#\n\nb", "a # b"),
     ("[](https://a.org)", "https://a.org"), ("1. [](https://a.org)", "https://a.org"),
     ("# [ ](https://a.org)", "https://a.org"), ("[][a]\n\n[a]: https://a.org", "https://a.org"),
     ("| [](https://a.org) |\n|-|", "https://a.org"), ("[]()", "[]()"),
     ("[![](https://a.org)](https://b.org)", "image"),
     ("$$", "$$"), ("- a\n\n  $$\n  b", "a $$ b"), ("\\[a]", "\\[a]")],
)  # fmt: skip
def test_no_text_is_invisible(source: str, seen: str) -> None:
    shown = re.sub(r"<[^>]*>", " ", to_html(source))
    assert unescape(shown).split() == seen.split()
    assert plain(source, marks=False).split() == seen.split(), "found and copied as it is shown"


def test_addresses_in_lists_are_not_taken_for_links_to_themselves() -> None:
    html = to_html("1. [a]: https://a.org\n2. [b]: https://b.org\n")
    assert "[a]: " in html and "[b]: " in html


def test_lists_in_task_lists_keep_their_bullets() -> None:
    html = to_html("- [x] done\n  1. one\n     - inner\n- [ ] open\n")
    assert html.count("<ul>") == 2 and html.count("<ol>") == 1
    assert html.index('"checked"') < html.index('class="item">inner') < html.index('"unchecked"')
