"""Attachments, imports and exports."""

from __future__ import annotations

from engine.texts import Entry

_KNOWN = (
    "Files of Longthread, ChatGPT (conversations.json or its zip), LM Studio and Jan (thread.json) can be imported."
)

FILES: dict[str, Entry] = {
    "attachment.unreadable": ("The file cannot be read ({kind}).", "Try another one."),
    "attachment.not_opened": ("“{name}” cannot be read ({reason}).", "Look whether you may open it."),
    "attachment.picture_kind": (
        "“{name}” is a picture of a kind that cannot be read here.",
        "Save it as PNG or JPEG and attach that.",
    ),
    "attachment.picture_damaged": ("“{name}” is damaged, or too large to be read.", "Get or save it again, smaller."),
    "attachment.not_kept": ("“{name}” could not be kept ({reason}).", "Look whether there is room on the disk."),
    "attachment.picture_too_large": ("“{name}” is too large a picture.", "Make it smaller and attach that."),
    "attachment.not_word": ("“{name}” is not a Word document.", "Save it as .docx and attach that."),
    "attachment.cut": ("“{name}” is damaged: not all of it is there.", "Get or save it again."),
    "attachment.locked": ("“{name}” is locked with a password.", "Save it without one and attach that."),
    "attachment.unpacked_too_large": ("“{name}” is too large once it is unpacked.", "Attach a part of it."),
    "attachment.harmful_xml": (
        "“{name}” holds XML that no document needs and that could do harm.",
        "It may come from someone who means harm.",
    ),
    "attachment.damaged": ("“{name}” is damaged.", "Open it elsewhere and save it again."),
    "attachment.pdf_locked": (
        "“{name}” is locked with a password.",
        "Open it, save or print it without one, and attach that.",
    ),
    "attachment.encrypted": (
        "“{name}” is encrypted in a way that cannot be read here.",
        "Print it to a PDF and attach that.",
    ),
    "attachment.empty": ("“{name}” is empty.", "Attach a file with text in it."),
    "attachment.too_many_pages": (
        "“{name}” has {total} pages; at most {most} can be read.",
        "Save the pages that matter as another PDF.",
    ),
    "attachment.pdf_too_long": (
        "“{name}” is too long (more than {most} characters of text).",
        "Save the pages that matter as another PDF.",
    ),
    "attachment.no_good_page": (
        "“{name}” is damaged: none of its pages can be read.",
        "Open it elsewhere and save it again.",
    ),
    "attachment.scanned": (
        "“{name}” holds no text, only pictures of pages.",
        "Have a scanner program recognise the text first (OCR).",
    ),
    "attachment.folder": ("“{name}” is a folder.", "Attach the files in it."),
    "attachment.missing": ("“{name}” is not there, or is no file.", "Look whether it was moved."),
    "attachment.too_large": (
        "“{name}” is too large ({size:size}; at most {most:size} can be read).",
        "Attach a part of it.",
    ),
    "attachment.too_long": (
        "“{name}” is too long (more than {most} characters of text).",
        "Attach the part that matters.",
    ),
    "attachment.no_reader": ("“{name}” cannot be read: no process could be started for it.", "Try again."),
    "attachment.takes_too_long": (
        "“{name}” takes too long to be read.",
        "It may be damaged. Copy the text you need and paste it.",
    ),
    "attachment.takes_too_much_memory": (
        "“{name}” takes too much memory to be read.",
        "Copy the text you need and paste it.",
    ),
    "attachment.reading_failed": (
        "“{name}” cannot be read: reading it failed.",
        "Copy the text you need and paste it.",
    ),
    "attachment.not_text": (
        "“{name}” holds no text, but data of another kind.",
        "Attach text, code, PDF or Word files.",
    ),
    "attachment.built_unreadable": (
        "“{name}” is built in a way that cannot be read.",
        "Copy the text you need and paste it.",
    ),
    "attachment.not_as_it_seems": (
        "“{name}” is damaged or not what it seems.",
        "Open it elsewhere and save it again.",
    ),
    "attachment.picture_unseen": (
        "“{name}” is a picture, and no model that looks at pictures is loaded.",
        "Load a model with its vision part (mmproj), or describe it.",
    ),
    "attachment.old_office": (
        "“{name}” is a document of an old Office format.",
        "Save it as .docx or PDF and attach that.",
    ),
    "attachment.rich_text": ("“{name}” is Rich Text, which cannot be read here.", "Save it as .docx and attach that."),
    "attachment.document_cut": (
        "“{name}” is damaged: it begins like a document, but not all of it is there.",
        "Get or save it again.",
    ),
    "attachment.workbook": (
        "“{name}” is a workbook, which cannot be read here.",
        "Save the sheet as CSV and attach that.",
    ),
    "attachment.slides": ("“{name}” holds slides, which cannot be read here.", "Save them as PDF and attach that."),
    "attachment.open_document": (
        "“{name}” is an OpenDocument file, which cannot be read here.",
        "Save it as .docx or PDF and attach that.",
    ),
    "attachment.archive": ("“{name}” is an archive.", "Unpack it and attach the files in it."),
    "attachment.encoding": "Read as {encoding}.",
    "attachment.blank_pages": "{blank} of {total} pages hold no text (pictures are not read).",
    "attachment.failed_pages": "{failed} of {total} pages are damaged and left out.",
    "attachment.no_reason": "the system gives no reason",
    "json.ends": "it ends in the middle",
    "json.ends_or_not_json": "it ends in the middle or is not JSON",
    "json.long_number": "it holds a number that is too long",
    "json.nested": "it is nested too deeply",
    "json.not_json": "it is not JSON",
    "json.not_utf8": "it is not UTF-8 text",
    "json.goes_on": "there is more after its end",
    "json.no_number": "{text} is no number",
    "import.chat_too_large": "“{name}” holds a chat that is too large to be read.",
    "import.unknown_kind": "“{name}” is not an export of chats that is known here.",
    "import.no_version": "“{name}” does not say which version of the format it has.",
    "import.newer_version": ("“{name}” was written by a later version of Longthread.", "Install that version first."),
    "import.unreadable": "“{name}” cannot be read ({reason}).",
    "import.archive_locked": ("The archive “{name}” is damaged or locked.", "Unpack it first."),
    "import.too_many_files": ("“{name}” holds too many files.", "Choose a smaller folder."),
    "import.nothing_here": ("There is nothing to import here.", _KNOWN),
    "import.archive_damaged": ("The archive “{name}” is damaged.", "Get it once more."),
    "import.archive_too_many_files": ("“{name}” holds too many files.", "Unpack it and choose a smaller folder."),
    "import.broken_chat": "“{name}” holds a chat that is broken ({reason}).",
    "import.message_too_large": "“{name}” holds a message that is too large to be read.",
    "import.unknown_format": ("“{name}” is not an export of chats that is known here.", _KNOWN),
    "import.titled_chat_too_large": "The chat “{title}” is too large to be read.",
    "import.not_readable": (
        "“{name}” cannot be read: {reason}.",
        "Export the chats again; if the file was edited by hand, put back what was changed.",
    ),
    "import.cancelled": ("The import was cancelled.", "Nothing was added."),
    "import.no_chats": ("“{name}” holds no chats.", "Nothing was added."),
    "export.nothing": "There is nothing to export.",
    "transfer.busy": ("Another import or export goes on.", "Wait for its end, or cancel it."),
    "transfer.not_written": "The file cannot be written ({reason}).",
    "transfer.failed": ("This did not work ({reason}).", "Your conversations are as they were."),
    "draft.not_saved": (
        "What is written but not sent cannot be saved now ({reason}).",
        "It is tried again. Until then, keep the window open.",
    ),
    "diagnostics.not_written": ("The diagnostics could not be written ({reason}).", "Choose another folder."),
}
