"""The documents speak of what is there: links, modules, members, commands and options that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cli import USAGE

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "native/*/README.md", "installers/README.md", "tests/fixtures/*/README.md")
    for path in ROOT.glob(pattern)
)
PARTS = ("app", "engine", "native", "installers", "tests")
ARCHITECTURE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
BY_NAME = {page.relative_to(ROOT).as_posix(): page for page in PAGES}


def anchors(page: Path) -> set[str]:
    """What can be linked to in a page, as GitHub names headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", BY_NAME)
def test_links_lead_somewhere(name: str) -> None:
    page = BY_NAME[name]
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        if "://" in link:
            continue
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


# ---------------------------------------------------------------------- the map of modules


def rooms(start: str, end: str, base: str) -> Iterator[tuple[list[Path], str]]:
    """Rows of the tables between two headings: folders below ``base`` that a row is about, and what it says of them."""
    part = ARCHITECTURE[ARCHITECTURE.index(start) : ARCHITECTURE.index(end)]
    for row in re.findall(r"^\| (`.*) \|$", part, re.MULTILINE):
        subject, _, told = row.partition(" | ")
        folders = [ROOT / base / name for name in re.findall(r"`([\w/]+)/`", subject)]
        if folders:
            yield folders, told


def names_of(folder: Path) -> set[str]:
    """Modules and folders of a package, and the classes and functions that they define."""
    sources = sorted(folder.rglob("*.py"))
    defined = (re.findall(r"^\s*(?:class|def) (\w+)", path.read_text(encoding="utf-8"), re.M) for path in sources)
    modules = {path.stem for path in sources} | {path.name for path in sources}
    return modules.union({path.name for path in folder.rglob("*") if path.is_dir()}, *defined)


@pytest.mark.parametrize(
    ("start", "end", "base", "least"),
    [
        ("## engine", "### Many chats", "engine", 12),
        ("### app/core", "### app/services", "app/core", 7),
        ("### app/services", "### When things go wrong", "app/services", 4),
    ],
)
def test_each_package_has_the_modules_that_the_map_names(start: str, end: str, base: str, least: int) -> None:
    rows = list(rooms(start, end, base))
    assert len(rows) >= least
    neighbours = {path.name for path in (ROOT / base).iterdir() if path.is_dir()}
    for folders, told in rows:
        there = neighbours.union(*map(names_of, folders))
        named = [name for name in re.findall(r"`([^`]+)`", told) if re.fullmatch(r"[a-z]\w*(\.py)?", name)]
        missing = [name for name in named if name not in there and not name.startswith("llama_")]
        assert not missing, f"{[folder.name for folder in folders]}: {missing}"


def test_files_that_the_map_names_are_there() -> None:
    named = set(re.findall(r"`([a-z][\w/]*\.(?:py|cpp|h))`", ARCHITECTURE))
    assert len(named) > 100
    there = ["/" + path.relative_to(ROOT).as_posix() for base in PARTS for path in (ROOT / base).rglob("*.*")]
    there += [f"/{path.name}" for path in ROOT.glob("*.py")]
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in there)] == []


def test_the_engines_packages_are_all_on_the_map() -> None:
    part = ARCHITECTURE[ARCHITECTURE.index("## engine") : ARCHITECTURE.index("### Many chats")]
    packages = {path.name for path in (ROOT / "engine").iterdir() if (path / "__init__.py").exists()}
    assert packages - set(re.findall(r"`(\w+)/`", part)) == set()


def test_words_that_stand_in_several_rooms_stand_there() -> None:
    part = ARCHITECTURE[ARCHITECTURE.index("| word | where |") : ARCHITECTURE.index("## Three ways")]
    rows = [row.strip("| ").split(" | ") for row in part.splitlines()[2:] if row.startswith("|")]
    assert len(rows) > 8
    word = ""
    for row in rows:
        places = re.findall(r"`([^`]+)`", row[-2])
        word = re.findall(r"`(\w+)`", row[0])[0] if len(row) == 3 else word
        for place in places:
            path = ROOT / place if place.startswith("engine/") else ROOT / "app" / place
            module = path.with_suffix(".py") if not place.endswith("/") else path / f"{word}.py"
            named = path.is_dir() and path.name.startswith((word, "cartridges"))
            assert module.exists() or named, f"{word}: {place}"


def test_members_of_the_context_and_their_signals_are_there() -> None:
    context = (ROOT / "app" / "services" / "app_context.py").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `ctx\.(\w+)` \(`([\w/.]+)`.*\| ([^|]*) \|$", ARCHITECTURE, re.MULTILINE)
    assert len(rows) > 15
    for member, module, told in rows:
        assert re.search(rf"self\.{member}\b", context), member
        files = [*(ROOT / "app").rglob(module)]
        source = "".join(path.read_text(encoding="utf-8") for path in files)
        own = told.partition(";")[0]  # behind it come those of what it owns
        missing = [name for name in re.findall(r"`(\w+)`", own) if not re.search(rf"\b{name}\b", source)]
        assert files and not missing, f"{member}: {missing}"


# ---------------------------------------------------------------------- commands


def commands() -> set[str]:
    return set(re.findall(r"^  ([\w-]+) ", USAGE, re.MULTILINE))


def test_the_readme_names_each_command_of_the_engine() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^python -m engine ([\w-]+)", text, re.MULTILINE))
    assert named == commands() - {"worker"}  # which people don't start


@pytest.mark.parametrize("name", BY_NAME)
def test_commands_that_are_named_are_there(name: str) -> None:
    text = BY_NAME[name].read_text(encoding="utf-8")
    assert set(re.findall(r"python -m engine ([a-z][\w-]*)", text)) <= commands()
    for module in re.findall(r"python -m ((?:app|tests|engine)[\w.]*)", text):
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module
    for script in re.findall(r"python3? ((?:native|installers|tests)/[\w/]+\.py|dev\.py)", text):
        assert (ROOT / script).exists(), script


@pytest.mark.native
@pytest.mark.parametrize("name", BY_NAME)
def test_options_of_benches_that_are_named_are_there(name: str) -> None:
    from engine.bench.cli import parser
    from engine.bench.registry import BENCHES

    text = BY_NAME[name].read_text(encoding="utf-8")
    for bench, given in re.findall(r"(?:python -m engine|dev\.py) bench ([a-z]+)([^`\n#]*)", text):
        if bench not in {*BENCHES, "all"}:
            assert bench == "knowledge", bench  # a bench of the program
            continue
        command = next(
            action.choices[bench]
            for action in parser()._actions
            if hasattr(action, "choices") and isinstance(action.choices, dict) and bench in action.choices
        )
        known = {option for action in command._actions for option in action.option_strings}
        options = re.findall(r"--[a-z][a-z-]*", given)
        assert set(options) <= known, f"{bench}: {sorted(set(options) - known)}"


# ---------------------------------------------------------------------- constants


def constant(path: str, name: str) -> str:
    """What a source file sets a name to, as it is written there."""
    source = (ROOT / path).read_text(encoding="utf-8")
    (found,) = re.findall(
        rf"^[^\S\n]*(?:[\w:]+ )*(?:res\.)?{name}\s*=\s*([^;#\n]+?)f?(?:;|\s*#|$)", source, re.MULTILINE
    )
    return str(found.strip())


PROFILE, CALIBRATION = "engine/heads/profile.py", "engine/heads/calibration.py"
SENSITIVITY, PREDICTION = "engine/heads/sensitivity.py", "engine/compaction/prediction.py"
PRESETS, POSITIONS = "engine/compaction/presets.py", "engine/compaction/positions.py"
PARAMS, PIPELINE = "native/compaction/api/context.cpp", "native/compaction/pipeline"


@pytest.mark.parametrize(
    ("path", "name", "value", "told"),
    [
        (PARAMS, "n_queries", "1536", "1,536 queries per KV head"),
        (PARAMS, "n_held_out", "96", "its error 96 others"),
        (PARAMS, "future_span", "512", "0 to 511, evenly in logarithm"),
        (PARAMS, "n_iter", "60", "FISTA (60 steps"),
        (PARAMS, "beta_max", "3.0", "from -3 to 3"),
        (PARAMS, "ridge", "1e-2", "0.01 of the mean diagonal"),
        (PARAMS, "n_query_positions", "2", "asked from two positions"),
        (PARAMS, "n_moves", "64", "two rounds of 64 steps of Adam"),
        (f"{PIPELINE}/head_fit.cpp", "ROUNDS", "2", "two rounds of 64 steps of Adam"),
        (f"{PIPELINE}/head_fit.cpp", "MAX_GROUP", "384", "more than 384 rows in groups"),
        (f"{PIPELINE}/key_moves.cpp", "PARTS", "8", "eighth of the queries"),
        (f"{PIPELINE}/layer_fit.cpp", "N_WEIGHTS", "24", "24 steps of FISTA"),
        (f"{PIPELINE}/layer_fit.cpp", "N_VALUES", "32", "32 steps of conjugate gradients"),
        (f"{PIPELINE}/queries.h", "MAX_SCORES", "8*1024*1024", "at most 8 Mi numbers in f32, 32 MB"),
        (f"{PIPELINE}/crew.cpp", "ENOUGH", "16u << 20", "up to 16 MB or a sixty-fourth of the cache"),
        (f"{PIPELINE}/crew.cpp", "ENOUGH_TOGETHER", "64u << 20", "a fifth of the cache holds (64 MB at least)"),
        ("native/compaction/cpu/host_functions.h", "SCORE_QUERIES", "32", "summed per 32 queries"),
        ("native/compaction/cache/row_classes.h", "MAX_CLASSES", "3", "at most three different options"),
        ("engine/sizing/file_sizes.py", "_TOKENS", "384", "of 384 tokens at least"),
        ("engine/compaction/classes.py", "CLASSES", "3", "at most three different options"),
        ("engine/compaction/budget.py", "MIN_ROWS", "4", "4 rows to all"),
        ("engine/compaction/budget.py", "FEW_BITS_PART", "0.3", "less than 0.3 of its rows"),
        ("engine/compaction/policy.py", "MERGE_GAIN", "1.1", "more than 1.1 times"),
        ("engine/compaction/quality.py", "STEP", "2.0", "tried at half the ratio"),
        (POSITIONS, "EXACT", "0.5", "half of the trained context keeps"),
        (POSITIONS, "STEP", "0.25", "each move frees a quarter of it"),
        (PREDICTION, "UNSEEN", "1.4", "times 1.4 and the model's own `together`"),
        (PREDICTION, "CHANGED", "(0.446, 0.438)", "0.446 times its power 0.438"),
        (PREDICTION, "BY_ERROR", "(0.4, 2.0)", "0.4 times the held-out error squared"),
        (PROFILE, "COPY_WEIGHT", "0.1", "weighs 0.1 of one on prose"),
        (PROFILE, "PROSE_GROWS", "0.5", "by the root of how many times as long"),
        (PROFILE, "FEW_ROWS, FEW_POWER, FEW_LOSS", "64, 1.6, 1e-3", "by the power 1.6 of how many times fewer"),
        (CALIBRATION, "N_TOKENS", "768", "768 random tokens are read twice"),
        (CALIBRATION, "N_PROSE", "896", "896 tokens of prose are read"),
        (CALIBRATION, "N_AFTER", "64", "64 that go on, and 64 of them once more"),
        (CALIBRATION, "CUT_ROWS", "128", "fitted with 128 rows"),
        (CALIBRATION, "SECONDS", "300.0", "(300 s)"),
        (SENSITIVITY, "SIZES", "(16, 64, 256, 768)", "cut to 16, 64, 256 and 768 rows"),
        (SENSITIVITY, "N_RANDOM", "256", "256 random tokens and prose"),
        (SENSITIVITY, "N_COPY", "64", "64 of the random tokens and 64 of the prose"),
        (SENSITIVITY, "NOISE", "3e-4", "above 3e-4 nats"),
        (SENSITIVITY, "NOISY_GROUPS", "8", "in 8 groups only"),
        ("engine/heads/passes.py", "STRETCH", "8", "a stretch of 8 tokens"),
        ("engine/gguf/weights.py", "MOST_NORMS", "32", "the bits of 32 norms"),
        (PRESETS, "REPLAYED", "512", "up to 512 tokens"),
        (PRESETS, "SNAPKV_WINDOW", "64", "keeps its window of 64"),
        ("engine/bench/quality.py", "continuation: int", "256", "first choices of 256 further tokens"),
    ],
)
def test_constants_of_compaction_are_those_in_force(path: str, name: str, value: str, told: str) -> None:
    assert constant(path, name) == value
    text = " ".join((ROOT / "docs" / "COMPACTION.md").read_text(encoding="utf-8").split())
    assert told in text, f"{name} is told in other words: change both"
