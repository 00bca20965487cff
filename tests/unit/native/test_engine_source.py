"""What counts as a change of the engine's sources."""

from __future__ import annotations

from pathlib import Path

import engine_source as source


def test_words_about_the_sources_build_no_engine(tmp_path: Path) -> None:
    (tmp_path / "compaction" / "cache").mkdir(parents=True)
    file = tmp_path / "compaction" / "cache" / "store.cpp"
    file.write_text("int main;", "utf-8")
    before = source.files_digest(tmp_path / "compaction")

    (tmp_path / "compaction" / "README.md").write_text("How it works.", "utf-8")
    assert source.files_digest(tmp_path / "compaction") == before

    file.write_text("int other;", "utf-8")
    changed = source.files_digest(tmp_path / "compaction")
    assert changed != before
    file.rename(file.with_name("layout.cpp"))
    assert source.files_digest(tmp_path / "compaction") not in (before, changed)
