"""What is read as text from outside: chat templates, files to import, replies in Markdown, the hub's answers.

Targets of tests.hostile.search. Each knows the words of its form, so that what it makes up gets past the first look.
"""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from app.core import hub
from app.core.transfer import ImportProgress, JsonExport, TransferError, imported, sources
from app.ui.chat.transcript.markdown import NOTE, QUOTES, SAFE_SCHEMES, Splitter, to_html
from engine.errors import TemplateFailed
from engine.prompt.renderer import Renderer, TemplateRequest
from tests.hostile.readers import Target, edited

# --------------------------------------------------------------------------- templates

GOOD = TemplateRequest(
    "{% for m in messages %}{{ m.content }}{% endfor %}", messages=[{"role": "user", "content": "hello"}]
)
LEAVES = [
    "messages",
    "ns.a",
    "ns.b",
    "m",
    "1",
    "4000000000",
    "-1",
    "''",
    "'ab'",
    "[]",
    "{}",
    "bos_token",
    "range(9)",
    "x",
]
FILTERS = [
    "string", "length", "list", "tojson", "tojson(indent=4000000000)", "sum", "sum(start=[])", "sort", "unique|list",
    "join", "map('string')|list", "batch(2)|list", "slice(3)|list", "center(100000)", "indent(99999)",
    "replace('', 'ab')", "reverse", "items", "dictsort", "groupby('role')", "format(1)", "wordwrap(1)", "first",
    "last", "int", "float",
]  # fmt: skip
JOINED = ["+", "*", "**", "~", "==", "<", "in", "and", "%", "//"]
NAMES = ["ns.a", "ns.b", "x"]
INSIDE = ["role", "content", "__class__", "format", "items()", "a"]


def templates(stay: ExitStack) -> Target:
    """Any template ends with a text or a reason, in its time, and the next one is rendered."""
    leaf = st.sampled_from(LEAVES)

    def more(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return (
            st.builds("({} {} {})".format, part, st.sampled_from(JOINED), part)
            | st.builds("({}|{})".format, part, st.sampled_from(FILTERS))
            | st.builds("[{}, {}]".format, part, part)
            | st.builds("{}[{}]".format, part, part)
            | st.builds(
                "{}.{}".format, part, st.sampled_from(["role", "content", "__class__", "format", "items()", "a"])
            )
        )

    expression = st.recursive(leaf, more, max_leaves=6)
    line = (
        st.builds("{{{{ {} }}}}".format, expression)
        | st.builds("{{% set {} = {} %}}".format, st.sampled_from(NAMES), expression)
        | st.sampled_from(["text", "{{", "{%", "{% endif %}", "{% break %}", "{#", "\x00"])
    )

    def blocks(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        body = st.lists(part, max_size=4).map("".join)
        return (
            st.builds("{{% for m in {} %}}{}{{% endfor %}}".format, expression, body)
            | st.builds("{{% if {} %}}{}{{% endif %}}".format, expression, body)
            | st.builds("{{% macro f(x) %}}{}{{{{ f(x) }}}}{{% endmacro %}}{{{{ f(1) }}}}".format, body)
            | st.builds("{{% for i in range(60) %}}{{% set ns.a = [ns.a, ns.a] %}}{{% endfor %}}{}".format, body)
        )

    tree = st.lists(st.recursive(line, blocks, max_leaves=6), min_size=1, max_size=4).map("".join)
    renderer = stay.enter_context(closing(Renderer(seconds=2.0, memory=400 << 20)))

    def check(body: str) -> None:
        question = TemplateRequest("{% set ns = namespace(a=[1], b='b') %}" + body, messages=GOOD.messages)
        try:
            renderer.ask(question)
        except TemplateFailed:
            pass
        assert renderer.ask(GOOD).text == "hello"

    return tree, check


# --------------------------------------------------------------------------- JSON from outside


def values(words: list[str]) -> st.SearchStrategy[Any]:
    """JSON values whose keys, and many of whose texts, are ``words``."""
    some = st.sampled_from(words)
    leaf = (
        st.none() | st.booleans() | st.integers() | st.floats() | some | st.text(max_size=12) | st.just("`" * 3000)
    )  # NaN and infinity too, which Python writes
    return st.recursive(
        leaf, lambda part: st.lists(part, max_size=4) | st.dictionaries(some, part, max_size=6), max_leaves=24
    )


OWN = [
    "format", "version", "longthread-chats", "chats", "title", "messages", "head", "folder", "pinned", "titled_by",
    "created", "updated", "settings", "files", "id", "role", "user", "assistant", "content", "parent", "state",
    "done", "meta", "attachments", "system_prompt", "temperature", "person",
]  # fmt: skip
FOREIGN = [
    "mapping", "current_node", "root", "a", "b", "id", "parent", "children", "message", "author", "role", "user",
    "assistant", "tool", "content", "content_type", "parts", "text", "code", "language", "create_time",
    "update_time", "title", "metadata", "is_visually_hidden_from_conversation", "thoughts", "summary", "name",
    "messages", "versions", "currentlySelected", "type", "singleStep", "multiStep", "steps", "contentBlock",
    "createdAt", "object", "thread", "thread.message", "created_at", "value", "assistants", "systemPrompt", "status",
]  # fmt: skip


def _message(key: str) -> st.SearchStrategy[dict[str, Any]]:
    """A node of a ChatGPT export, most of it right."""
    content = st.fixed_dictionaries({"content_type": st.sampled_from(["text", "code"]), "parts": values(FOREIGN)})
    author = st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant", "tool", "system"]) | values(FOREIGN)})
    inner = st.fixed_dictionaries(
        {"id": st.just(key), "author": author, "content": content | values(FOREIGN)},
        optional={"create_time": st.floats()},
    )
    keys = st.sampled_from(["root", "a", "b", None])
    children = st.lists(st.sampled_from(["a", "b", "root"]), max_size=3)
    return st.fixed_dictionaries(
        {"id": st.just(key), "parent": keys, "children": children, "message": inner | st.none()}
    )


def imports(stay: ExitStack) -> Target:
    """Any file is read or refused, and what was read can be written and read again."""
    mapping = st.fixed_dictionaries({key: _message(key) | values(FOREIGN) for key in ("root", "a", "b")})
    chatgpt = st.fixed_dictionaries({"mapping": mapping, "current_node": st.sampled_from(["a", "b", "x"])})
    message = st.fixed_dictionaries(
        {"id": st.sampled_from("abc"), "role": st.sampled_from(["user", "assistant"]), "content": st.text(max_size=9)},
        optional={key: values(OWN) for key in ("parent", "state", "meta", "created", "attachments")},
    )
    chat = st.fixed_dictionaries(
        {"title": st.text(max_size=9), "messages": st.lists(message, max_size=4)},
        optional={key: values(OWN) for key in OWN[6:14]},
    )
    head = {"format": st.just("longthread-chats"), "version": st.sampled_from([1, 1, 2, "1"])}
    own = st.fixed_dictionaries({**head, "chats": st.lists(chat, max_size=3) | values(OWN)})
    turn = st.fixed_dictionaries(
        {"versions": st.lists(values(FOREIGN), max_size=3), "currentlySelected": st.integers()}
    )
    lm_studio = st.fixed_dictionaries({"name": st.text(max_size=9), "messages": st.lists(turn, max_size=4)})
    whole = own | st.lists(chatgpt, max_size=3) | lm_studio | values(OWN) | values(FOREIGN)
    right = whole.map(lambda value: json.dumps(value).encode())
    bodies = right | right.flatmap(edited)
    names = st.sampled_from(["chats.json", "conversations.json", "a.conversation.json", "thread.json", "a.zip"])
    folder = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="hostile-")))

    def check(example: tuple[str, bytes, bytes]) -> None:
        name, body, beside = example
        for old in folder.iterdir():
            old.unlink()
        (folder / "messages.jsonl").write_bytes(beside)
        if name.endswith(".zip"):
            with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("conversations.json", body)
        else:
            (folder / name).write_bytes(body)
        try:
            found = [one for one in imported(sources([folder / name]), ImportProgress()) if one is not None]
        except TransferError:
            return
        writer = JsonExport()
        pieces = [writer.begin(1.0), *(writer.chat(one.chat, one.messages, one.folder) for one in found), writer.end()]
        (folder / "again.json").write_bytes(b"".join(pieces))
        again = [one for one in imported(sources([folder / "again.json"]), ImportProgress()) if one is not None]
        assert [len(one.messages) for one in again] == [len(one.messages) for one in found]

    return st.tuples(names, bodies, right), check


# --------------------------------------------------------------------------- Markdown

MARKS = [
    "> ", ">", "a", " ", "\n", "\n\n", "- ", "1. ", "```\n", "```py\n", "  ", "| a |\n|---|\n", "$$\n", "$x$", "\\(",
    "- [ ] ", "# ", "\t", "*", "**", "_", "~~", "`", "[", "](", ")", "![", "<", ">", "<a href=", "&amp;", "&#0;",
    "[^1]", "[^1]: ", "http://a", "javascript:a", "file:///a", "//a", "data:a", "\\", "\x00", "\u202e", "\ufeff",
    "\r", "---\n", "word " * 9,
]  # fmt: skip


def replies(stay: ExitStack) -> Target:
    """Any reply is cut alike at once and piece by piece, is laid out in few tables, and leads to safe places only."""
    piece = st.sampled_from(MARKS) | st.builds(
        lambda mark, times: mark * times, st.sampled_from(MARKS), st.sampled_from([3, 20, 61, 500])
    )

    def check(pieces: list[str]) -> None:
        text, splitter = "", Splitter(40, window=4096)
        for one in pieces:
            text += one
            chunks = splitter.feed(text)[1]
        if pieces:
            assert chunks == Splitter(40, window=4096).feed(text)[1]
        html = to_html(text)
        deep = most = 0
        for tag in re.findall(r"</?table", html):
            deep += 1 if tag == "<table" else -1
            most = max(most, deep)
        assert deep == 0 and most <= QUOTES + 1
        assert not re.search(r"<(img|script|iframe|object|style)\b|\ssrc=", html, re.IGNORECASE)
        for address in re.findall(r'href="([^"]*)"', html):
            assert address.startswith((*SAFE_SCHEMES, NOTE)), address

    return st.lists(piece, max_size=40), check


# --------------------------------------------------------------------------- the hub

HUB = [
    "id", "downloads", "likes", "lastModified", "gated", "private", "sha", "siblings", "rfilename", "size", "lfs",
    "sha256", "oid", "a/b", "a/b_c", "../..", "a.gguf", "b/a-00001-of-00002.gguf", "a-00002-of-00002.gguf",
    "a-99999-of-99999.gguf", "..\\a.gguf", "/a.gguf", "mmproj-a.gguf", "a-Q4_K_M.gguf", "CON.gguf", "0" * 40,
    "0" * 64, "auto",
]  # fmt: skip


def answers(stay: ExitStack) -> Target:
    """Any answer is read or refused, and the names that come of it lead nowhere else."""
    value = values(HUB)
    file = st.fixed_dictionaries(
        {"rfilename": st.sampled_from(HUB) | st.text(max_size=20).map(lambda stem: stem + ".gguf")},
        optional={
            "size": st.integers() | value,
            "lfs": st.fixed_dictionaries({}, optional={"size": st.integers()}) | value,
        },
    )
    repository = st.fixed_dictionaries(
        {"id": st.just("a/b") | value, "sha": st.just("0" * 40) | value},
        optional={"siblings": st.lists(file, max_size=8), "gated": value},
    )
    bodies = (repository | st.lists(repository, max_size=4) | value).map(lambda one: json.dumps(one).encode())

    def check(body: bytes) -> None:
        try:
            for model in hub.read_search(body):
                assert hub.is_repo(model.repo)
                hub.repo_url(model.repo)
        except hub.BadAnswer:
            pass
        try:
            found = hub.read_repo(body)
        except hub.BadAnswer:
            return
        for part in (part for one in found.files for part in one.parts):
            assert part.size > 0
            place = (Path("/models") / part.path).parts
            assert place[:2] == ("/", "models") and ".." not in place
            assert hub.file_url(found.repo, found.revision, part.path).startswith(hub.HUB)

    return bodies | bodies.flatmap(edited), check
