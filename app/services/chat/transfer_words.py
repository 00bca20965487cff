"""What is said of exports and imports."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.core.transfer import ImportLosses, MarkdownWords
from app.services.wording import in_a_row, said_together

translate = QCoreApplication.translate

NAMED = 3  # of what was left out


def markdown_words() -> MarkdownWords:
    return MarkdownWords(
        user=translate("Transfers", "You"),
        assistant=translate("Transfers", "Assistant"),
        system=translate("Transfers", "System prompt"),
        picture=translate("Transfers", "an image, not in this file: {name}"),
        empty=translate("Transfers", "empty"),
        stopped=translate("Transfers", "stopped here"),
    )


def exported(chats: int, name: str) -> str:
    return translate("Transfers", "Exported %Ln chat(s) to {name}.", "", chats).format(name=name)


def without(pictures: int) -> str:
    if not pictures:
        return ""
    return translate("Transfers", "%Ln images aren't in the export, only their names.", "", pictures)


def folders(made: int) -> str:
    return translate("Transfers", "Added %Ln empty folder(s).", "", made) if made else ""


def missing(left_out: int) -> str:
    return translate("Transfers", "Skipped %Ln non-text item(s).", "", left_out) if left_out else ""


def lost(losses: ImportLosses) -> str:
    """What could not be imported of damaged databases, and chats that are too large."""
    told = [
        translate("Transfers", "“{name}” is damaged: recovered %Ln message(s).", "", read).format(name=name)
        for name, read in losses.damaged[:NAMED]
    ]
    if count := len(losses.too_large):
        titles = [problem.title for problem in losses.too_large[:NAMED]]
        names = in_a_row([*titles, "…"] if count > NAMED else titles)
        told.append(translate("Transfers", "Skipped %Ln oversized chat(s): {names}.", "", count).format(names=names))
    return said_together(*told)


def here(known: int, chats: int) -> str:
    count = translate("Transfers", "%Ln chat(s)", "", chats)
    return translate("Transfers", "Already here: {known} of {chats}.").format(
        known=QLocale().toString(known), chats=count
    )


def imported(chats: int, messages: int) -> str:
    with_messages = translate("Transfers", "%Ln message(s)", "", messages)
    return translate("Transfers", "Imported %Ln chat(s) with {messages}.", "", chats).format(messages=with_messages)
