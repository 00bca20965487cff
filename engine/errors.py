"""Errors of the engine: a stable code for programs, and a text for people."""

from __future__ import annotations

from engine.texts import TextError, english


class EngineError(TextError):
    """Base of all errors of the engine that reach a person.

    Attributes:
        code: which kind of error it is, for what a program does about it; stable.
    """

    code = "engine"
    sentences = english


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


class WorkerFailed(EngineError):
    """A worker cannot be reached, or is none."""

    code = "worker_failed"


class NoModel(EngineError):
    """The request needs a loaded model."""

    code = "no_model"


class NoChat(EngineError):
    """The request names a chat that is not open."""

    code = "no_chat"


class MessageTooLong(EngineError):
    """A message is longer than the memory even after compaction."""

    code = "message_too_long"


class ContextFull(EngineError):
    """No cell is free for the tokens given; nothing was decoded."""

    code = "memory_full"


class TemplateFailed(EngineError):
    """The model's chat template raised, or tried something forbidden."""

    code = "template_failed"


class CannotEmbed(EngineError):
    """The model makes no embeddings, or none of these texts."""

    code = "cannot_embed"


class BadForm(EngineError):
    """The form that a reply is to have (a grammar, a JSON schema) cannot be used."""

    code = "bad_form"


class CannotCompact(EngineError):
    """This memory cannot be compacted (now)."""

    code = "cannot_compact"


class ContextTooSmall(CannotCompact):
    """There is not enough room; with a larger memory of the model there would be."""

    code = "memory_too_small"


class ContextChanged(CannotCompact):
    """What was being compacted is not there any more; the memory is as whoever changed it left it."""


class BadSnapshot(EngineError):
    """A snapshot is cut, damaged, foreign, or from another version; it was not loaded."""

    code = "bad_snapshot"


class Unplaceable(BadSnapshot):
    """A snapshot is good, but the library has no place for it beside what the memory holds."""


class BadDocument(EngineError):
    """The text of a document is missing or has changed, or is none."""

    code = "bad_document"


class BadCartridge(EngineError):
    """A document read for a model is cut, damaged, foreign, or from another version; it was not mounted."""

    code = "bad_cartridge"


class DiskFull(EngineError):
    """A file could not be written; what was there before is untouched."""

    code = "disk_full"


class Cancelled(EngineError):
    """The request was cancelled."""

    code = "cancelled"


class Internal(EngineError):
    """A defect of ours."""

    code = "internal"
