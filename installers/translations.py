"""The catalogues of the window's text: what the code says, ``.ts`` for translators, ``.qm`` for the program.

python installers/translations.py update     (the .ts files from the code)
python installers/translations.py compile    (the .qm files from the .ts files)

lupdate's own reader of Python leaves calls out whose number is not a literal, does not see plurals in ``translate``,
and takes f-strings as they stand. So the text is found here, with Python's own parser, and handed to lupdate in the one
form that it reads without loss; merging and the files are its work. What is found, and how text is to be written:
docs/TRANSLATING.md.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = {"en": "en_US", "de": "de_DE", "fr": "fr_FR", "es": "es_ES", "zh": "zh_CN"}  # and their places
WRAPPED = ("app/ui", "app/services")  # text is wrapped: translate("Context", "text")
DECLARED = ("app/services", "app/core", "engine")  # settings
SENTENCES = ("engine/texts", "app/core/texts")  # tables of codes and their sentences
APART = (  # programs of their own, in English; what the model is told; where text from below is said
    "engine/bench/", "engine/cli/", "engine/__main__", "app/services/chat/titles.py", "app/ui/language.py",
    "app/ui/sentences.py",
)  # fmt: skip
SENTENCE = "Sentence"


@dataclass(frozen=True, order=True)
class Text:
    """A text of the window. ``plural``: it changes with a number."""

    context: str
    source: str
    comment: str = ""
    plural: bool = False


class Unfit(Exception):
    """Text that cannot be translated as it is written; says where and why."""


def files(*folders: str, root: Path = ROOT) -> list[Path]:
    """The Python files below ``folders``, without the programs of their own."""
    found = [file for folder in folders for file in sorted((root / folder).rglob("*.py"))]
    return [file for file in found if not file.relative_to(root).as_posix().startswith(APART)]


# what is written in one file ---------------------------------------------------------------


def called(node: ast.AST) -> str:
    """The last name of what a call calls, else ""."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def wrapped(tree: ast.AST, name: str) -> Iterator[Text]:
    """What stands in ``translate("Context", "text", comment, number)``.

    Raises:
        Unfit: context or text is no literal, or ``%n`` and a number do not come together.
    """
    for node in ast.walk(tree):
        if called(node) != "translate" or not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        context, source = _literal(node.args[0]), _literal(node.args[1])
        where = f"{name}:{node.lineno}"
        if not context or not source:
            raise Unfit(f"{where}: context and text must be literals, with values put in by .format afterwards")
        comment = _literal(node.args[2]) if len(node.args) > 2 else ""
        plural = len(node.args) > 3 or any(keyword.arg == "n" for keyword in node.keywords)
        if plural != bool(re.search("%L?n", source)):
            raise Unfit(f"{where}: a number needs %n or %Ln in the text, and the other way around")
        yield Text(context, source, comment or "", plural)


def sentences(tree: ast.Module) -> Iterator[Text]:
    """The sentences and hints of a table of codes: ``NAME: dict[str, Entry] = {"code": ("sentence", "hint")}``.

    Raises:
        Unfit: an entry is neither a literal nor two of them; a name may stand for one of the module.
    """
    names = {
        line.targets[0].id: line.value
        for line in tree.body
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
    }
    for line in tree.body:
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.value, ast.Dict):
            continue
        for code, entry in zip(line.value.keys, line.value.values, strict=True):
            if code is None:  # a table made of others
                continue
            for part in entry.elts if isinstance(entry, ast.Tuple) else (entry,):
                said = _literal(names.get(part.id) if isinstance(part, ast.Name) else part)
                if said is None:
                    raise Unfit(f"{_literal(code)}: a sentence must be a literal")
                if re.search("[a-z]", re.sub(r"\{.*?\}", "", said)):  # else there is nothing to translate
                    yield Text(SENTENCE, said, plural="%Ln" in said)


def setting_fields(trees: Iterable[ast.AST]) -> list[str]:
    """What a setting declares, in its order.

    Raises:
        Unfit: there is no such class.
    """
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef) and node.name == "Setting":
            return [str(getattr(line.target, "id", "")) for line in node.body if isinstance(line, ast.AnnAssign)]
    raise Unfit("no class Setting says what settings declare")


def declared(tree: ast.AST, fields: Sequence[str]) -> Iterator[Text]:
    """Label, help, page, unit and labels of choices of settings. ``fields``: of a setting, in their order."""
    names = {
        line.targets[0].id: line.value
        for line in getattr(tree, "body", ())
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or called(node) != "Setting":
            continue
        given = dict(zip(fields, node.args, strict=False)) | {k.arg: k.value for k in node.keywords if k.arg}
        if _truth(given.get("hidden")):
            continue
        for field in ("label", "help", "page", "unit", "group"):
            said = given.get(field)
            text = _literal(names.get(said.id) if isinstance(said, ast.Name) else said)
            if text:
                yield Text("Setting", text)
        labels = given.get("labels")
        for label in labels.elts if isinstance(labels, ast.Tuple) else ():
            if word := _literal(label):  # names of languages are none: each is named in itself
                yield Text("Choice", word)


def _truth(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _trees(folders: Sequence[str], name: str, root: Path) -> dict[Path, ast.Module]:
    """The files below ``folders`` in which ``name`` stands, parsed: all of them take seconds."""
    sources = ((file, file.read_text(encoding="utf-8")) for file in files(*folders, root=root))
    return {file: ast.parse(source) for file, source in sources if name in source}


def texts(root: Path = ROOT) -> dict[Path, list[Text]]:
    """All text of the window, by the file it stands in.

    Raises:
        Unfit: something cannot be translated as it is written.
    """
    found: dict[Path, set[Text]] = {}
    below = _trees(DECLARED, "Setting", root)
    fields = setting_fields(below.values())
    for file, tree in below.items():
        found[file.relative_to(root)] = {*declared(tree, fields)}
    for file, tree in _trees(SENTENCES, "", root).items():
        found.setdefault(file.relative_to(root), set()).update(sentences(tree))
    for file, tree in _trees(WRAPPED, "translate", root).items():
        name = file.relative_to(root)
        found.setdefault(name, set()).update(wrapped(tree, name.as_posix()))
    return {name: sorted(here) for name, here in found.items() if here}


# catalogues -----------------------------------------------------------------------------


def _tool(name: str, *arguments: str | Path) -> None:
    """Run lupdate or lrelease of PySide6.

    Raises:
        subprocess.CalledProcessError: it failed; what it said is in the error.
    """
    start = f"from PySide6.scripts.pyside_tool import {name}; {name}()"
    command = [sys.executable, "-c", start, *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, text=True)


def english(source: str, number: int) -> str:
    """ "%Ln token(s)" for one or for many."""
    return re.sub(r"\((\w{1,3})\)", "" if number == 1 else r"\1", source)


def update(folder: Path = FOLDER, root: Path = ROOT) -> None:
    """Bring the ``.ts`` files in ``folder`` up to the code; text that is gone leaves them."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for file, found in texts(root).items():
            lines = []
            for text in found:
                arguments = [text.context, text.source, text.comment]
                number = ", 1" if text.plural else ""
                lines.append(f"translate({', '.join(json.dumps(a, ensure_ascii=False) for a in arguments)}{number})")
            place = scratch / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("\n".join(lines) + "\n", encoding="utf-8")
        listed = scratch / "files.lst"
        listed.write_text("\n".join(str(file) for file in sorted(scratch.rglob("*.py"))), encoding="utf-8")
        for language in LANGUAGES:
            options = ["-no-obsolete", "-sort-messages", "-locations", "none", "-disable-heuristic", "similartext"]
            options += ["-source-language", "en_US", "-target-language", LANGUAGES[language]]
            plurals = ["-pluralonly"] if language == "en" else []
            _tool("lupdate", *options, *plurals, f"@{listed}", "-ts", folder / f"longthread_{language}.ts")
    _fill_english(folder / "longthread_en.ts")


def _fill_english(file: Path) -> None:
    """English plurals by their rule; those that have none stay unfinished, until somebody writes them."""
    text = file.read_text(encoding="utf-8")
    tree = ElementTree.fromstring(text)
    for message in tree.iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") != "unfinished":
            continue
        source = message.findtext("source", "")
        if english(source, 1) == source:
            continue
        for form, number in zip(translation.iter("numerusform"), (1, 2), strict=False):
            form.text = english(source, number)
        del translation.attrib["type"]
    body = ElementTree.tostring(tree, encoding="unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def compile_stale(folder: Path = FOLDER, out: Path | None = None) -> None:
    """The ``.qm`` files, next to the ``.ts`` files or in ``out``, where they are not newer than these."""
    for language in LANGUAGES:
        source = folder / f"longthread_{language}.ts"
        made = (out or folder) / f"longthread_{language}.qm"
        if made.exists() and made.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        part = made.with_suffix(f".{os.getpid()}.part")  # two test runs at once must not read half a file
        _tool("lrelease", "-silent", source, "-qm", part)
        part.replace(made)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("update", "compile"))
    try:
        update() if parser.parse_args().what == "update" else compile_stale()
    except Unfit as problem:
        print(problem, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as problem:
        print(problem.stdout, problem.stderr, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
