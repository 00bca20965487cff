"""What a file is, by how it begins; its name decides only what its content leaves open."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath

from app.core.archives import lists_too_much
from app.core.attachments.names import clean_name
from app.core.chat_values import AttachmentKind
from app.core.texts import Text, say

SAMPLE = 4096  # bytes of the beginning that decide

MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
# suffix -> alias of the Pygments lexer
LANGUAGES = {
    ".py": "python", ".pyi": "python", ".pyw": "python", ".ipynb": "json", ".js": "javascript", ".mjs": "javascript",
    ".cjs": "javascript", ".jsx": "jsx", ".ts": "typescript", ".tsx": "tsx", ".c": "c", ".h": "c", ".cc": "cpp",
    ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp", ".cu": "cuda", ".cuh": "cuda",
    ".m": "objective-c", ".mm": "objective-c", ".cs": "csharp", ".java": "java", ".kt": "kotlin", ".kts": "kotlin",
    ".scala": "scala", ".groovy": "groovy", ".gradle": "groovy", ".go": "go", ".rs": "rust", ".swift": "swift",
    ".rb": "ruby", ".php": "php", ".pl": "perl", ".pm": "perl", ".lua": "lua", ".r": "r", ".jl": "julia",
    ".hs": "haskell", ".ml": "ocaml", ".fs": "fsharp", ".ex": "elixir", ".exs": "elixir", ".erl": "erlang",
    ".clj": "clojure", ".lisp": "common-lisp", ".el": "emacs-lisp", ".scm": "scheme", ".f90": "fortran",
    ".pas": "delphi", ".vb": "vb.net", ".dart": "dart", ".zig": "zig", ".nim": "nim", ".v": "verilog",
    ".vhd": "vhdl", ".asm": "nasm", ".s": "gas", ".sh": "bash", ".bash": "bash", ".zsh": "bash", ".fish": "fish",
    ".ps1": "powershell", ".bat": "bat", ".cmd": "bat", ".sql": "sql", ".html": "html", ".htm": "html",
    ".xml": "xml", ".xsl": "xslt", ".svg": "xml", ".css": "css", ".scss": "scss", ".less": "less", ".vue": "vue",
    ".svelte": "html", ".json": "json", ".jsonl": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml",
    ".ini": "ini", ".cfg": "ini", ".conf": "ini", ".properties": "properties", ".cmake": "cmake", ".mk": "make",
    ".tex": "latex", ".bib": "bibtex", ".diff": "diff", ".patch": "diff", ".proto": "protobuf", ".graphql": "graphql",
    ".tf": "terraform", ".awk": "awk", ".vim": "vim", ".qml": "qml", ".glsl": "glsl", ".wgsl": "wgsl",
}  # fmt: skip
NAMES = {
    "makefile": "make", "gnumakefile": "make", "dockerfile": "docker", "containerfile": "docker",
    "cmakelists.txt": "cmake", "jenkinsfile": "groovy", "rakefile": "ruby", "gemfile": "ruby", "pkgbuild": "bash",
}  # fmt: skip

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM", b"II*\0", b"MM\0*", b"\0\0\1\0")
_PDF = b"%PDF-"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORD = (".docx", ".docm", ".dotx")
_MAIN = re.compile(r"word/document\d*\.xml")  # Word in the browser numbers it
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")


@dataclass(frozen=True)
class Sort:
    """What a file is. ``kind`` None: nothing that can be read: ``why`` says so.

    ``picture``: it is one, which has no text, but which a model with its vision part sees. ``language``: of code, a
    Pygments alias.
    """

    kind: AttachmentKind | None
    language: str = ""
    picture: bool = False
    why: Text | None = None


def sort_of(name: str, head: bytes, archive: io.BufferedIOBase | None = None) -> Sort:
    """What a file called ``name`` is that begins with ``head``, at least ``SAMPLE`` bytes of it or all.

    ``archive``: the open file, to look into if it is a zip; without it a zip counts as .docx by its name.
    """
    path, name = PurePath(name.lower()), clean_name(name)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(_PDF) or (path.suffix == ".pdf" and _PDF in head[:1024]):
        return Sort("pdf")  # others may speak of one
    if is_picture(head):
        return Sort(None, picture=True, why=say("attachment.picture_unseen", name=name))
    if head.startswith(_ZIP):
        return _of_archive(name, path.suffix in _WORD, archive)
    if head.startswith(_OLD_OFFICE):
        if path.suffix in _WORD:
            return Sort(None, why=say("attachment.locked", name=name))
        return Sort(None, why=say("attachment.old_office", name=name))
    if head.lstrip().startswith(b"{\\rtf"):
        return Sort(None, why=say("attachment.rich_text", name=name))
    language = NAMES.get(path.name) or LANGUAGES.get(path.suffix, "")
    if path.suffix in MARKDOWN:
        return Sort("markdown")
    return Sort("code", language) if language else Sort("text")


def is_picture(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is a picture."""
    if head.startswith(b"BM"):  # two letters are a word's beginning, too: then a length and four zero bytes follow
        return head[6:10] == b"\0\0\0\0"
    if head.startswith(_PICTURES):
        return True
    return (head.startswith(b"RIFF") and head[8:12] == b"WEBP") or (
        head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"avif")
    )


def _of_archive(name: str, docx: bool, archive: io.BufferedIOBase | None) -> Sort:
    names: set[str] = set()
    if archive is not None:
        try:
            if lists_too_much(archive):
                return Sort(None, why=say("attachment.archive", name=name))
            with zipfile.ZipFile(archive) as members:
                names = set(members.namelist())
        except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
            return Sort(None, why=say("attachment.document_cut", name=name))
        docx = any(map(_MAIN.fullmatch, names))
    if docx:
        return Sort("docx")
    if any(entry.startswith("xl/") for entry in names):
        return Sort(None, why=say("attachment.workbook", name=name))
    if any(entry.startswith("ppt/") for entry in names):
        return Sort(None, why=say("attachment.slides", name=name))
    if "content.xml" in names and "mimetype" in names:
        return Sort(None, why=say("attachment.open_document", name=name))
    return Sort(None, why=say("attachment.archive", name=name))
