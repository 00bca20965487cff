"""Errors of the engine: a stable code for programs, a sentence and a next step for people."""

from __future__ import annotations


class EngineError(Exception):
    """Base of all errors that reach a person.

    Attributes:
        code: stable, machine-readable.
        message: what happened, one sentence.
        hint: what to do about it, one sentence (may be empty).
    """

    code = "engine"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadModelFile(EngineError):
    """Not a GGUF, or a broken or truncated one."""

    code = "bad_model_file"


class IncompleteModelFile(BadModelFile):
    """A file that ends too early: half of a download, or one that is still being written."""


class ModelTooLarge(EngineError):
    """Weights, cache and buffers do not fit the memory there is."""

    code = "model_too_large"


class ModelLoadFailed(EngineError):
    """The library refused the model."""

    code = "model_load_failed"


class NoModel(EngineError):
    """The request needs a loaded model."""

    code = "no_model"


class NoChat(EngineError):
    """The request names a chat that is not open."""

    code = "no_chat"


class MessageTooLong(EngineError):
    """A message is longer than the memory even after compaction."""

    code = "message_too_long"


class MemoryFull(EngineError):
    """No cell is free for the tokens given; nothing was decoded."""

    code = "memory_full"


class TemplateFailed(EngineError):
    """The model's chat template raised, or tried something forbidden."""

    code = "template_failed"


class BadForm(EngineError):
    """The form that a reply is to have (a grammar, a JSON schema) cannot be used."""

    code = "bad_form"


class CannotCompact(EngineError):
    """This memory cannot be compacted (now)."""

    code = "cannot_compact"


class MemoryTooSmall(CannotCompact):
    """There is not enough room; with a larger memory of the model there would be."""

    code = "memory_too_small"


class MemoryChanged(CannotCompact):
    """What was being compacted is not there any more; the memory is as whoever changed it left it."""


class BadSnapshot(EngineError):
    """A snapshot is cut, damaged, foreign, or from another version; it was not loaded."""

    code = "bad_snapshot"


class Unplaceable(BadSnapshot):
    """A snapshot is good, but the library has no place for it beside what the memory holds."""


class DiskFull(EngineError):
    """A file could not be written; what was there before is untouched."""

    code = "disk_full"


class Cancelled(EngineError):
    """The request was cancelled."""

    code = "cancelled"


class Internal(EngineError):
    """A defect of ours."""

    code = "internal"
