"""A database is looked into wherever it is, and nothing is changed by that."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from app.core.read_only import open_read_only, uri_of


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PurePosixPath("/home/a b/100 %?#.db"), "file:///home/a%20b/100%20%25%3F%23.db"),
        (PureWindowsPath("C:\\Users\\Ä b\\x.db"), "file:///C:/Users/%C3%84%20b/x.db"),
        (PureWindowsPath("\\\\server\\share\\a b\\x.db"), "file:////server/share/a%20b/x.db"),
    ],
    ids=["here", "a drive of Windows", "another computer's folder"],
)
def test_paths_are_written_as_sqlite_reads_them(path: PurePath, uri: str) -> None:
    assert uri_of(path) == uri


def test_sqlite_takes_a_server_as_part_of_the_path_only(tmp_path: Path) -> None:
    """What it does on Windows with the last of these."""
    file = tmp_path / "x.db"
    sqlite3.connect(file).close()
    with pytest.raises(sqlite3.OperationalError, match="authority"):
        sqlite3.connect(f"file://server{file}?mode=ro", uri=True)
    sqlite3.connect(f"file:///{file}?mode=ro", uri=True).close()


def test_it_is_read_and_never_written(tmp_path: Path) -> None:
    file = tmp_path / "a b%#?.db"
    with closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE TABLE t (n)")
        made.execute("INSERT INTO t VALUES (7)")
    with closing(open_read_only(file)) as there:
        assert there.execute("SELECT n FROM t").fetchall() == [(7,)]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            there.execute("DELETE FROM t")
    with pytest.raises(sqlite3.OperationalError), closing(open_read_only(tmp_path / "none.db")) as nothing:
        nothing.execute("SELECT 1")
    assert not (tmp_path / "none.db").exists()
