"""The tool that moves the patches onto another llama.cpp, on trees of a few lines."""

from __future__ import annotations

import argparse
import tarfile
from pathlib import Path

import pytest
import sync_patches as sync
import upstream_changes

BASE = "".join(f"line {number}\n" for number in range(1, 41))
PATCHED = BASE.replace("line 20\n", "line 20\nour hook\n")
HEADER = """
LLAMA_API void llama_decode(struct llama_context * ctx, int32_t n); // LLAMA_API int in_a_comment(void);
LLAMA_API bool llama_old (int a);
DEPRECATED(LLAMA_API int32_t llama_n_vocab(const struct llama_vocab * vocab), "use llama_vocab_n_tokens instead");
"""


def tree(folder: Path, **files: str) -> Path:
    """A folder with files; a name's ``__`` stands for a slash, its ``_dot_`` for the dot."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def patch(tmp_path: Path) -> Path:
    path = tmp_path / "0001-hook.patch"
    path.write_text("Why there is a hook\n\n" + sync.difference("src/cache.cpp", BASE, PATCHED), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("now", "state"),
    [
        (BASE, "fits"),
        ("new first line\n" + BASE, "moved"),
        (BASE.replace("line 19\n", "line nineteen\nand more\n"), "merged"),
        (BASE.replace("line 20\n", "").replace("line 21\n", "what upstream does there\n"), "conflicts"),
    ],
)
def test_a_patch_is_laid_over_a_newer_file(tmp_path: Path, patch: Path, now: str, state: str) -> None:
    new, base = tree(tmp_path / "new", src__cache_dot_cpp=now), tree(tmp_path / "base", src__cache_dot_cpp=BASE)
    outcome = sync.lay_over(new, base, patch)
    assert outcome.state == state
    text = (new / "src" / "cache.cpp").read_text()
    if state == "conflicts":
        assert text == now and "our hook" in outcome.conflicts[0] and "what upstream does there" in outcome.conflicts[0]
        return
    assert text == now.replace("line 20\n", "line 20\nour hook\n")
    patch.write_text(outcome.text, encoding="utf-8")  # the patch written anew applies to the new tree, with its reason
    again = tree(tmp_path / "again", src__cache_dot_cpp=now)
    sync.source.apply_patch(again, patch)
    assert (again / "src" / "cache.cpp").read_text() == text and outcome.text.startswith("Why there is a hook\n")


def test_what_both_add_at_the_same_place_is_joined_and_shown(tmp_path: Path, patch: Path) -> None:
    now = BASE.replace("line 20\n", "line 20\ntheirs\n").replace("line 3\n", "")
    new, base = tree(tmp_path / "new", src__cache_dot_cpp=now), tree(tmp_path / "base", src__cache_dot_cpp=BASE)
    outcome = sync.lay_over(new, base, patch)
    assert (outcome.state, outcome.joined) == ("merged", ["src/cache.cpp:\ntheirs\nour hook\n"])
    assert (new / "src" / "cache.cpp").read_text() == now.replace("theirs\n", "theirs\nour hook\n")
    changes = upstream_changes.compare(new, new, {"native": []})
    report = sync.report([outcome], changes, {}, new, {})
    assert (
        "0001-hook.patch: added at a place where the new release adds, too" in report and "theirs\nour hook" in report
    )


def test_one_conflict_beside_what_is_joined_still_asks_for_a_person() -> None:
    patched = BASE.replace("line 30\n", "ours\n").replace("line 10\n", "line 10\nwe add\n")
    now = BASE.replace("line 30\n", "theirs\n").replace("line 10\n", "line 10\nthey add\n")
    merged = sync.merge(now, BASE, patched)
    assert merged.text == now.replace("they add\n", "they add\nwe add\n")
    assert merged.joined == "they add\nwe add\n"
    assert "ours" in merged.conflicts and "line 30" in merged.conflicts and "they add" not in merged.conflicts


def test_what_the_new_release_took_over_in_part_asks_for_a_person() -> None:
    ours = BASE.replace("line 10\n", "line 10\nmended\nand more of ours\n")
    theirs = BASE.replace("line 10\n", "line 10\nfirst of theirs\nmended\n")
    merged = sync.merge(theirs, BASE, ours)
    assert merged.text == theirs and not merged.joined and "mended" in merged.conflicts


@pytest.mark.parametrize(
    ("theirs", "ours", "joined"),
    [
        ("f() {\n  case Q8:\n  return true;\n", "g() {\n  case Q8:\n  default:\n  return true;\n", True),
        ("f() {\n  case Q8:\n", "g() {\n  case Q8:\n    f() {\n", False),
        ("case Q8:\ncase Q5:\n", "case Q8:\n", False),
    ],
)
def test_what_any_switch_has_says_nothing_of_who_took_what_over(theirs: str, ours: str, joined: bool) -> None:
    new, patched = (BASE.replace("line 10\n", "line 10\n" + text) for text in (theirs, ours))
    merged = sync.merge(new, BASE, patched)
    assert merged.text == (new.replace(theirs, theirs + ours) if joined else new)
    assert bool(merged.joined) == joined and bool(merged.conflicts) != joined


@pytest.mark.parametrize("ours", ["our line\n", "", "our line\nand another\n"])
@pytest.mark.parametrize("added", ["added\nline 20\n", "line 20\nadded\n"])
def test_what_one_adds_beside_what_the_other_changes_is_joined(ours: str, added: str) -> None:
    now, patched = BASE.replace("line 20\n", added), BASE.replace("line 20\n", ours)
    for merged in (sync.merge(now, BASE, patched), sync.merge(patched, BASE, now)):
        assert merged.text == now.replace("line 20\n", ours) and not merged.conflicts
    again = sync.merge(now, BASE, BASE.replace("line 20\n", "added\n"))
    assert again.text == now and "line 20" in again.conflicts  # the release has some of it already


def test_files_that_a_partial_tree_lacks_are_named(tmp_path: Path, patch: Path) -> None:
    outcome = sync.lay_over(tmp_path / "new", tree(tmp_path / "base", src__cache_dot_cpp=BASE), patch)
    assert outcome.state == "missing" and outcome.missing == ["src/cache.cpp"]


def test_functions_are_read_with_what_they_take() -> None:
    found = upstream_changes.functions(HEADER)
    assert set(found) == {"llama_decode", "llama_old", "llama_n_vocab"}
    assert [one.name for one in found.values() if one.deprecated] == ["llama_n_vocab"]
    assert found["llama_old"].signature == "bool llama_old(int a)"


def test_what_changed_under_our_code(tmp_path: Path) -> None:
    cache = "class llama_kv_cache { bool attn_rot_k; int other_name; };\n"
    old = tree(tmp_path / "old", include__llama_dot_h=HEADER, src__llama_kv_dot_h=cache)
    (old / "src" / "llama_kv.h").rename(old / "src" / "llama-kv.h")
    kept = HEADER.replace("int32_t n", "uint32_t n").replace("LLAMA_API bool llama_old (int a);", "").splitlines()
    newer = "\n".join(kept[:-1]) + "\n#define LLAMA_SESSION_VERSION 11\n"
    new = tree(tmp_path / "new", include__llama_dot_h=newer)
    (new / "src").mkdir()
    (new / "src" / "llama-kv.h").write_text("class llama_kv_cache { int n_rot_k; };\n")
    ours = tree(
        tmp_path / "ours", cache_dot_cpp='#include "llama-kv.h"\n#include "llama.h"\nkv.attn_rot_k; llama_old(1);\n'
    )
    changes = upstream_changes.compare(old, new, {"native": [ours]})
    assert changes.removed == ["llama_n_vocab", "llama_old"] and list(changes.altered) == ["llama_decode"]
    assert list(changes.gone) == ["attn_rot_k", "llama_old"] and changes.gone["attn_rot_k"] == ["ours/cache.cpp"]
    assert changes.versions == {"LLAMA_SESSION_VERSION": ("", "11")}
    assert "+class llama_kv_cache { int n_rot_k; };" in changes.headers["src/llama-kv.h"]
    used = upstream_changes.used_functions([ours])
    report = sync.report([], changes, used, new, {"build": "compiled, native tests passed"})
    assert "**llama_old**, called in ours/cache.cpp" in report and "Not ours: llama_n_vocab" in report


def test_names_that_only_a_patch_has_count_and_those_of_other_headers_are_not_gone(tmp_path: Path) -> None:
    llama = HEADER + "int ggml_get_rows(int);\n"
    old, new = (tree(tmp_path / name, include__llama_dot_h=llama, src__x_dot_h="") for name in ("old", "new"))
    (old / "src" / "llama-kv.h").write_text(
        "struct cache { bool attn_rot_k; int other_name(int = ggml_get_rows(1)); };\n"
    )
    (new / "src" / "llama-kv.h").write_text("struct cache { int n_rot_k; };\n")
    patched = "--- a/src/kv.cpp\n+++ b/src/kv.cpp\n other_name\n-other_name\n+    if (attn_rot_k) ggml_get_rows(1);\n"
    ours = tree(tmp_path / "ours", a_dot_cpp='#include "llama-kv.h"\n#include "llama.h"\n', b_dot_patch=patched)
    assert upstream_changes.compare(old, new, {"native": [ours]}).gone == {"attn_rot_k": ["ours/b.patch"]}


def archive(path: Path, tree: Path, name: str) -> Path:
    with tarfile.open(path, "w:gz") as file:
        file.add(tree, name)
    return path


def options(**more: object) -> argparse.Namespace:
    usual = {"sdist": None, "tree": None, "write": False, "report": None, "out": None, "build": False, "quality": None}
    return argparse.Namespace(**usual | more)


@pytest.mark.parametrize("kind", ["sdist", "tree"])
def test_the_series_is_moved_and_reported(
    tmp_path: Path, patch: Path, monkeypatch: pytest.MonkeyPatch, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tree(tmp_path / "mark", src__cache_dot_cpp=BASE)
    (mark / "src" / "llama-kv-cache.cpp").write_text("")
    pinned = archive(tmp_path / "pinned.tar.gz", mark, "package/vendor/llama.cpp")
    (mark / "src" / "cache.cpp").write_text("one more\n" + BASE)
    newer = archive(tmp_path / "newer.tar.gz", mark, "other-1.0/thirdparty/llama.cpp")
    monkeypatch.setattr(sync.source, "fetch_sdist", lambda: pinned)
    monkeypatch.setattr(sync.source, "patch_files", lambda: [patch])
    (tmp_path / "scratch").mkdir()
    wanted = options(write=True, report=tmp_path / "report.md", out=tmp_path / "out")
    setattr(wanted, kind, newer if kind == "sdist" else mark)
    assert sync.sync(wanted, tmp_path / "scratch") == 0
    assert "0001-hook.patch: moved" in capsys.readouterr().out
    assert "| 0001-hook.patch | moved |" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "out" / "src" / "cache.cpp").read_text().startswith("one more\nline 1\n")
    assert "@@ -18,6 +18,7 @@" not in patch.read_text()  # written for the new line numbers
    assert (mark / "src" / "cache.cpp").read_text() == "one more\n" + BASE  # the person's tree is as it was


def test_the_python_part_of_an_sdist_comes_with_it(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "vendor" / "llama.cpp" / "src").mkdir(parents=True)
    (package / "vendor" / "llama.cpp" / "src" / "llama-kv-cache.cpp").write_text("")
    for name in ("llama_cpp", "docs"):
        (package / name).mkdir()
        (package / name / "__init__.py").write_text("import ctypes\n")
    llama = sync.unpack_llama(archive(tmp_path / "a.tar.gz", package, "llama_cpp_python-1.0"), tmp_path / "out")
    assert llama == tmp_path / "out" / "llama_cpp_python-1.0" / "vendor" / "llama.cpp"
    assert (llama.parents[1] / "llama_cpp" / "__init__.py").is_file() and not (llama.parents[1] / "docs").exists()


def test_an_archive_without_llama_is_refused(tmp_path: Path) -> None:
    nothing = archive(tmp_path / "no.tar.gz", tree(tmp_path / "no", README="hello"), "no")
    with pytest.raises(sync.source.SourceError, match=r"holds no llama\.cpp"):
        sync.unpack_llama(nothing, tmp_path / "out")


def test_our_code_calls_no_function_that_llama_1_0_removes() -> None:
    """Those of llama.h that were deprecated in 0.5; 1.0 drops them, and ``llama_set_warmup``."""
    names = (Path(__file__).parent / "removed_in_llama_1_0.txt").read_text().split()
    used = upstream_changes.used_functions([*sync.OURS["native"], sync.ENGINE])
    assert len(names) >= 30 and {"llama_decode", "llama_vocab_n_tokens"} & used.keys()
    assert not used.keys() & set(names)
