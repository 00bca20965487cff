"""How a reply of a chat went, and why it ended."""

from __future__ import annotations

import dataclasses
from typing import Literal

from engine.protocol import TokenLogprob

Reason = Literal["eos", "stop", "length", "cancelled", "memory"]


@dataclasses.dataclass
class Reply:
    """How a reply went. ``reason``: eos, stop, length, cancelled or memory; times in milliseconds.

    ``thoughts_dropped``: tokens of thoughts taken out of the memory at its end; ``logprobs``: of its tokens, if asked;
    ``stopped_by``: the stop string that ended it.
    """

    reason: Reason = "eos"
    text: str = ""
    tokens: int = 0
    prompt_tokens: int = 0
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    first_token_ms: float = 0.0
    thoughts_dropped: int = 0
    stopped_by: str = ""
    logprobs: list[TokenLogprob] = dataclasses.field(default_factory=list)
