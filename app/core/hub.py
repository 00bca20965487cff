"""What the Hugging Face hub answers, read with care, and the files of a repository as a person chooses among them.

Plain functions of bytes: nothing here touches the network. The forms are those of ``GET /api/models`` (search) and
``GET /api/models/{repo}?blobs=true`` (one repository with sizes and SHA-256 sums of its files); answers come from
outside, so every field is optional and names are checked before they become paths.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote, urlencode

import msgspec

from app.core.problem import Problem

HUB = "https://huggingface.co"
SEARCH_LIMIT = 40
MAX_ANSWER = 32 << 20  # a longer answer is not read

_REPO = re.compile(r"^[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}$")
_REVISION = re.compile(r"^[0-9a-f]{40}$")
_SHA256 = re.compile(r"^[0-9a-f]{64}$")
_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf$", re.IGNORECASE)
_QUANT = re.compile(r"(?<![A-Za-z0-9])((?:I?Q\d\w*|TQ\d\w*|MXFP\d\w*|B?F16|F32)(?:_[A-Z0-9]+)*)(?![A-Za-z0-9])", re.I)

Fit = Literal["fits", "tight", "too_big", "unknown"]


class BadAnswer(Problem):
    """The hub's answer is not what it should be."""


class HubModel(msgspec.Struct, frozen=True):
    """A repository found. ``gated``: its owner asks for an agreement on the website before it can be downloaded."""

    repo: str
    downloads: int = 0
    likes: int = 0
    updated: str = ""  # ISO date
    gated: bool = False

    @property
    def owner(self) -> str:
        return self.repo.partition("/")[0]

    @property
    def name(self) -> str:
        return self.repo.partition("/")[2]


class HubPart(msgspec.Struct, frozen=True):
    """One file of a repository. ``size`` in bytes; ``sha256`` in hex, "" where the hub does not tell."""

    path: str
    size: int
    sha256: str = ""


class HubFile(msgspec.Struct, frozen=True):
    """A model to choose: one file, or all parts of a split one. ``kind``: a model, or the vision part of one."""

    label: str
    parts: tuple[HubPart, ...]
    quantization: str = ""
    kind: Literal["model", "vision"] = "model"

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(part.size for part in self.parts)


class HubRepo(msgspec.Struct, frozen=True):
    """One repository at one revision, so that what is listed is what is fetched."""

    repo: str
    revision: str
    gated: bool
    files: tuple[HubFile, ...]
    incomplete: tuple[str, ...] = ()  # split files of which a part is missing


class _Found(msgspec.Struct):
    id: str = ""
    downloads: int | None = 0
    likes: int | None = 0
    lastModified: str | None = ""
    gated: bool | str | None = False
    private: bool | None = False


class _Lfs(msgspec.Struct):
    sha256: str | None = ""
    oid: str | None = ""
    size: int | None = 0


class _Sibling(msgspec.Struct):
    rfilename: str = ""
    size: int | None = 0
    lfs: _Lfs | None = None


class _RepositoryInfo(msgspec.Struct):
    id: str = ""
    sha: str | None = ""
    gated: bool | str | None = False
    siblings: list[_Sibling] | None = None


# --------------------------------------------------------------------------- addresses


def search_url(words: str, base: str = HUB) -> str:
    """Address of a search for GGUF repositories, most downloaded first."""
    query = {"search": words, "filter": "gguf", "sort": "downloads", "direction": "-1", "limit": str(SEARCH_LIMIT)}
    return f"{base}/api/models?{urlencode(query)}"


def repo_url(repo: str, base: str = HUB) -> str:
    """Address of a repository's file list; raises BadAnswer for what is no repository name."""
    return f"{base}/api/models/{_checked(repo)}?blobs=true"


def file_url(repo: str, revision: str, path: str, base: str = HUB) -> str:
    """Address of a file's bytes."""
    return f"{base}/{_checked(repo)}/resolve/{quote(revision, safe='')}/{quote(path)}"


def page_url(repo: str, base: str = HUB) -> str:
    """The repository's page, where a person accepts its terms."""
    return f"{base}/{_checked(repo)}"


def repo_in(text: str) -> str:
    """The repository that a person typed or pasted ("owner/name" or an address of the hub), "" if it is none."""
    text = text.strip().removesuffix("/")
    match = re.match(r"^(?:https?://)?(?:www\.)?(?:huggingface\.co|hf\.co)/(.+)$", text)
    if match:
        text = "/".join(re.split(r"[?#]", match[1])[0].split("/")[:2])
    return text if is_repo(text) else ""


def is_repo(text: str) -> bool:
    """Whether this is the name of a repository, "owner/name"."""
    return bool(_REPO.fullmatch(text)) and ".." not in text


def _checked(repo: str) -> str:
    if not is_repo(repo):
        raise BadAnswer("hub.repo_name", repo=repo)
    return repo


# --------------------------------------------------------------------------- answers


def read_search(body: bytes) -> tuple[HubModel, ...]:
    """The repositories in the answer to a search.

    Raises:
        BadAnswer: it is not a list of repositories.
    """
    try:
        found = msgspec.json.decode(body, type=list[_Found])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadAnswer("hub.search_unreadable") from problem
    return tuple(
        HubModel(
            repo=item.id,
            downloads=max(0, item.downloads or 0),
            likes=max(0, item.likes or 0),
            updated=(item.lastModified or "")[:10],
            gated=bool(item.gated),
        )
        for item in found
        if is_repo(item.id)
    )


def read_repo(body: bytes) -> HubRepo:
    """The GGUF files of a repository, split ones put together, smallest first, vision parts last.

    Raises:
        BadAnswer: not a repository, or without a revision.
    """
    try:
        info = msgspec.json.decode(body, type=_RepositoryInfo)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadAnswer("hub.files_unreadable") from problem
    if not is_repo(info.id) or not _REVISION.fullmatch(info.sha or ""):
        raise BadAnswer("hub.files_incomplete")
    parts = [part for part in map(_part, info.siblings or []) if part is not None]
    files, incomplete = _group(parts)
    files.sort(key=lambda file: (file.kind == "vision", file.size, file.label.casefold()))
    return HubRepo(info.id, info.sha or "", bool(info.gated), tuple(files), tuple(incomplete))


def _part(sibling: _Sibling) -> HubPart | None:
    path = sibling.rfilename
    if not path.lower().endswith(".gguf") or not safe_path(path):
        return None
    lfs = sibling.lfs
    size = (lfs.size if lfs is not None else 0) or sibling.size or 0
    sum_ = ((lfs.sha256 or lfs.oid or "") if lfs is not None else "").lower().removeprefix("sha256:")
    return HubPart(path, size, sum_ if _SHA256.match(sum_) else "") if size > 0 else None


def safe_path(path: str) -> bool:
    """Whether a file name of a repository can be used as one here: relative, no way up, nothing a system forbids."""
    pieces = path.split("/")
    return (
        0 < len(path) <= 300
        and all(piece not in ("", ".", "..") and not piece.endswith((" ", ".")) for piece in pieces)
        and not re.search(r'[\x00-\x1f\\:*?"<>|]', path)
    )


def label_of(path: str) -> str:
    """What a file is called among those to choose from: all parts of a split one have one name."""
    match = _PART.match(path)
    return f"{match['stem']}.gguf" if match else path


def _group(parts: list[HubPart]) -> tuple[list[HubFile], list[str]]:
    files: list[HubFile] = []
    split: dict[tuple[str, str], dict[int, HubPart]] = {}
    for part in parts:
        match = _PART.match(part.path)
        if match:
            split.setdefault((match["stem"], match["count"]), {})[int(match["number"])] = part
        else:
            files.append(_file(part.path, (part,)))
    incomplete = []
    for (stem, count), numbered in split.items():
        if len(numbered) == int(count) == max(numbered) and min(numbered) == 1:
            files.append(_file(f"{stem}.gguf", tuple(numbered[n] for n in sorted(numbered))))
        else:
            incomplete.append(f"{stem}.gguf")
    return files, incomplete


def _file(label: str, parts: tuple[HubPart, ...]) -> HubFile:
    name = label.rpartition("/")[2]
    vision = name.lower().startswith("mmproj") or "-mmproj" in name.lower()
    return HubFile(label, parts, quantization_in(name), "vision" if vision else "model")


def quantization_in(name: str) -> str:
    """ "Qwen2.5-0.5B-Instruct-Q4_K_M.gguf" -> "Q4_K_M"; "" if the name says nothing."""
    found = _QUANT.findall(name.removesuffix(".gguf"))
    return found[-1].upper() if found else ""


# --------------------------------------------------------------------------- fit

ROOM = 1.15  # weights, and what else a small memory needs, as a rough rule before the header is known
OVERHEAD = 400 << 20


def fit(size: int, free: int, total: int) -> Fit:
    """Whether a model of ``size`` bytes runs here: now (``free``), only with other programs closed (``total``), or not.

    A rule of thumb for files that are not here yet; once a file is here its header gives an honest estimate.
    """
    if free <= 0 or size <= 0:
        return "unknown"
    need = size * ROOM + OVERHEAD
    if need <= free:
        return "fits"
    return "tight" if need <= total * 0.9 else "too_big"
