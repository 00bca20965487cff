"""The design tokens as typed values."""

from __future__ import annotations

from functools import cache

import msgspec

from app.core.paths import resource_path as resource_path


class Colors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour scheme; each value is ``#RRGGBB``.

    One meaning per colour: live (blue) is exact memory, compacted (violet) compacted memory, documents (cyan) what is
    mounted, pinned (green) what never changes and what is fine, warn (amber) what comes soon, error (red) what failed.
    """

    bg: str
    side: str
    card: str
    raised: str
    hover: str
    selected: str
    line: str
    line_strong: str
    track: str
    text: str
    dim: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    live: str
    compacted: str
    documents: str
    pinned: str
    warn: str
    error: str
    code_bg: str
    selection: str
    syn_keyword: str
    syn_function: str
    syn_string: str
    syn_number: str
    syn_comment: str
    syn_type: str


class Schemes(msgspec.Struct, frozen=True):
    dark: Colors
    light: Colors


class Space(msgspec.Struct, frozen=True):
    xs: int
    s: int
    m: int
    l: int  # noqa: E741
    xl: int
    xxl: int
    xxxl: int


class Radius(msgspec.Struct, frozen=True):
    s: int
    m: int
    l: int  # noqa: E741


class Type(msgspec.Struct, frozen=True):
    """Font families in order of preference, sizes in px."""

    sans: tuple[str, ...]
    mono: tuple[str, ...]
    tiny: int
    small: int
    base: int
    body: int
    title: int
    display: int


class Size(msgspec.Struct, frozen=True):
    sidebar: int
    header: int
    column: int
    row: int
    control: int
    bar: int


class Motion(msgspec.Struct, frozen=True):
    ease_ms: int


class Tokens(msgspec.Struct, frozen=True):
    color: Schemes
    space: Space
    radius: Radius
    type: Type
    size: Size
    motion: Motion


@cache
def load_tokens() -> Tokens:
    """The tokens of this build (msgspec.ValidationError if the file is not what this program expects)."""
    return msgspec.json.decode(resource_path("tokens.json").read_bytes(), type=Tokens)
