"""What the hub answers, and which of it is believed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import hub

SHA = "a" * 64
REVISION = "0" * 40


def info(*siblings: dict[str, Any], **others: Any) -> bytes:
    return json.dumps({"id": "o/n", "sha": REVISION, "siblings": siblings, **others}).encode()


def file(name: str, size: int = 100, sha: str = SHA) -> dict[str, Any]:
    return {"rfilename": name, "size": size, "lfs": {"sha256": sha, "size": size}}


def test_files_come_smallest_first_and_vision_parts_last() -> None:
    repo = hub.read_repo(info(file("m-Q8_0.gguf", 300), file("mmproj-m-f16.gguf", 10), file("m-Q4_K_M.gguf", 200),
                              file("README.md")))  # fmt: skip
    assert [(f.label, f.quantization, f.kind) for f in repo.files] == [
        ("m-Q4_K_M.gguf", "Q4_K_M", "model"), ("m-Q8_0.gguf", "Q8_0", "model"), ("mmproj-m-f16.gguf", "F16", "vision"),
    ]  # fmt: skip
    assert repo.files[0].parts[0].sha256 == SHA


def test_parts_of_a_split_file_are_one_choice() -> None:
    repo = hub.read_repo(info(*(file(f"big/b-Q6_K-{n:05d}-of-00003.gguf", 10 + n) for n in (2, 1, 3)),
                              file("half-00001-of-00002.gguf")))  # fmt: skip
    assert [f.label for f in repo.files] == ["big/b-Q6_K.gguf"]
    assert repo.files[0].size == 36
    assert [part.size for part in repo.files[0].parts] == [11, 12, 13]
    assert repo.incomplete == ("half.gguf",)


@pytest.mark.parametrize(
    "name",
    ["../x.gguf", "/etc/x.gguf", "a/../../x.gguf", "c:\\x.gguf", "a//b.gguf", "x\n.gguf", "a./b.gguf", "a b?.gguf"],
)
def test_names_that_lead_elsewhere_are_left_out(name: str) -> None:
    assert hub.read_repo(info(file(name))).files == ()


def test_a_checksum_that_is_none_is_not_believed() -> None:
    assert hub.read_repo(info(file("m.gguf", sha="zz"))).files[0].parts[0].sha256 == ""


def test_a_repository_without_revision_is_refused() -> None:
    with pytest.raises(hub.BadAnswer, match="revision"):
        hub.read_repo(json.dumps({"id": "o/n", "siblings": []}).encode())


@pytest.mark.parametrize("name", ["o/n..x", "o/n\n"])
def test_a_repository_is_listed_only_by_a_name_that_can_be_fetched(name: str) -> None:
    with pytest.raises(hub.BadAnswer):
        hub.read_repo(info(file("m.gguf"), id=name))


def test_search_results_keep_only_names_of_repositories() -> None:
    body = json.dumps([
        {"id": "o/n", "downloads": None, "likes": 3, "lastModified": "2026-05-06T00:00:00Z", "gated": "auto"},
        {"id": "../evil"}, {"id": "noslash"}, {"id": "a/b", "downloads": 7},
    ]).encode()  # fmt: skip
    found = hub.read_search(body)
    assert [model.repo for model in found] == ["o/n", "a/b"]
    assert found[0] == hub.HubModel("o/n", 0, 3, "2026-05-06", True)


@pytest.mark.parametrize(
    ("typed", "repo"),
    [
        ("owner/name", "owner/name"),
        (" https://huggingface.co/owner/name-GGUF/tree/main?x=1 ", "owner/name-GGUF"),
        ("hf.co/a/b", "a/b"),
        ("tiny model", ""),
        ("a/../b", ""),
        ("https://elsewhere.org/a/b", ""),
    ],
)
def test_a_pasted_address_is_understood(typed: str, repo: str) -> None:
    assert hub.repo_in(typed) == repo


@pytest.mark.parametrize(
    ("name", "found"),
    [("Qwen2.5-0.5B-Instruct-Q4_K_M.gguf", "Q4_K_M"), ("gemma-3-1b-it-IQ3_XXS.gguf", "IQ3_XXS"), ("m.f16.gguf", "F16"),
     ("model.gguf", ""), ("Q8-tips-bf16.gguf", "BF16")],
)  # fmt: skip
def test_the_quantization_is_read_from_the_name(name: str, found: str) -> None:
    assert hub.quantization_in(name) == found


def test_addresses_are_quoted() -> None:
    assert hub.file_url("o/n", "main", "a b/c#d.gguf") == "https://huggingface.co/o/n/resolve/main/a%20b/c%23d.gguf"
    assert "search=a+%26+b" in hub.search_url("a & b")
    with pytest.raises(hub.BadAnswer):
        hub.file_url("../x", "main", "y")


@pytest.mark.parametrize(
    ("size", "free", "total", "fit"),
    [(1 << 30, 8 << 30, 16 << 30, "fits"), (8 << 30, 4 << 30, 16 << 30, "tight"),
     (20 << 30, 4 << 30, 16 << 30, "too_big"),
     (1, 0, 0, "unknown")],
)  # fmt: skip
def test_fit(size: int, free: int, total: int, fit: str) -> None:
    assert hub.fit(size, free, total) == fit


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**60) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["id", "sha", "siblings", "rfilename", "size", "lfs", "sha256", "gated", "downloads"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(st.binary(max_size=60) | _json.map(lambda value: json.dumps(value).encode()))
def test_any_answer_is_read_or_refused(body: bytes) -> None:
    for read in (hub.read_search, hub.read_repo):
        try:
            read(body)
        except hub.BadAnswer:
            pass
