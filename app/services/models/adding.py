"""Files that a person adds to the library: each judged by its header, and what is said of those that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.core.library import Library, UnusableModel, real
from app.core.model_values import ModelFacts
from app.core.store import StoredModel
from app.core.texts import Text, say
from app.core.work_values import Notice

TOLD_ALONE = 2  # of files that are added at once; more are told of in one sentence


def judged(
    library: Library, paths: Sequence[str], known: Mapping[str, StoredModel], listed: Mapping[str, str]
) -> tuple[list[StoredModel], list[Text]]:
    """The rows of the files that are fine, and why others are not; reads the disk.

    ``listed``: names by which the library knows files already, and the files themselves ("": not known); a file with
    two names counts once.
    """
    good: list[StoredModel] = []
    bad: list[Text] = []
    here = {file or real(path): path for path, file in listed.items()}
    for path in dict.fromkeys(here.get(real(path), path) for path in paths):
        try:
            good.append(library.judge(path, known.get(path)))
        except UnusableModel as problem:
            bad.append(problem.text)
    return good, bad


def writes(facts: ModelFacts | None) -> bool:
    """Whether it is a model that can be chatted with: none that only looks at pictures, or makes embeddings."""
    return facts is not None and facts.kind != "vision" and not facts.pooling


def refusals(bad: Sequence[Text]) -> list[Notice]:
    """One notice for each of a few files, one for all of many."""
    if len(bad) <= TOLD_ALONE:
        return [Notice("error", problem) for problem in bad]
    return [Notice("error", say("library.not_added", n=len(bad), problem=bad[0]))]
