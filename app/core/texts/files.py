"""Attachments, imports and exports."""

from __future__ import annotations

from engine.texts import Entry

_KNOWN = (
    "You can import exports and backups from Longthread, and chats from ChatGPT and Claude (conversations.json or the"
    " zip), Open WebUI, LM Studio and Jan (thread.json)."
)

FILES: dict[str, Entry] = {
    "attachment.unreadable": ("Can't read the file ({kind}).", "Try another file."),
    "attachment.not_opened": ("Can't read “{name}” ({reason}).", "Check the file's permissions."),
    "attachment.picture_kind": (
        "“{name}” has an image format that Longthread can't read.",
        "Save the image as PNG or JPEG and attach that.",
    ),
    "attachment.picture_damaged": ("“{name}” is damaged or too large.", "Save a smaller copy and attach that."),
    "attachment.not_kept": ("Can't save “{name}” ({reason}).", "Make sure the disk has enough free space."),
    "attachment.picture_too_large": ("The image “{name}” is too large.", "Attach a smaller version of the image."),
    "attachment.not_word": ("“{name}” isn't a Word document.", "Save the file as .docx and attach that."),
    "attachment.cut": ("“{name}” is damaged: the file is incomplete.", "Download or save the file again."),
    "attachment.locked": ("“{name}” is password-protected.", "Save a copy without a password and attach that."),
    "attachment.unpacked_too_large": ("“{name}” is too large when unpacked.", "Attach a part of the file."),
    "attachment.harmful_xml": (
        "“{name}” contains unsafe XML.",
        "The file may be malicious.",
    ),
    "attachment.damaged": ("“{name}” is damaged.", "Open the file in another program and save it again."),
    "attachment.pdf_locked": (
        "“{name}” is password-protected.",
        "Save or print a copy without a password and attach that.",
    ),
    "attachment.encrypted": (
        "“{name}” uses an encryption that Longthread can't read.",
        "Print the file to PDF and attach that.",
    ),
    "attachment.empty": ("“{name}” is empty.", "Attach a file that contains text."),
    "attachment.too_many_pages": (
        "“{name}” has {total} pages. The limit is {most}.",
        "Save the pages you need as another PDF and attach that.",
    ),
    "attachment.pdf_too_long": (
        "“{name}” is too long (more than {most} characters of text).",
        "Save the pages you need as another PDF and attach that.",
    ),
    "attachment.no_good_page": (
        "“{name}” is damaged: none of its pages can be read.",
        "Open the file in another program and save it again.",
    ),
    "attachment.scanned": (
        "“{name}” contains only images of pages, no text.",
        "Run text recognition (OCR) on the file first.",
    ),
    "attachment.folder": ("“{name}” is a folder.", "Attach the files in the folder."),
    "attachment.missing": ("“{name}” doesn't exist or isn't a file.", "Check whether the file was moved."),
    "attachment.too_large": (
        "“{name}” is too large ({size:size}; the limit is {most:size}).",
        "Attach a part of the file.",
    ),
    "attachment.too_long": (
        "“{name}” is too long (more than {most} characters of text).",
        "Attach only the part you need.",
    ),
    "attachment.no_reader": ("Can't read “{name}”: the reader didn't start.", "Try again."),
    "attachment.takes_too_long": (
        "“{name}” takes too long to read.",
        "The file may be damaged. Copy the text you need and paste it into your message.",
    ),
    "attachment.takes_too_much_memory": (
        "“{name}” takes too much RAM to read.",
        "Copy the text you need and paste it into your message.",
    ),
    "attachment.reading_failed": (
        "Can't read “{name}”: the reader failed.",
        "Copy the text you need and paste it into your message.",
    ),
    "attachment.not_text": (
        "“{name}” isn't a text file.",
        "Attach text, code, PDF or Word files.",
    ),
    "attachment.built_unreadable": (
        "“{name}” has a structure that Longthread can't read.",
        "Copy the text you need and paste it into your message.",
    ),
    "attachment.not_as_it_seems": (
        "“{name}” is damaged or isn't what it seems.",
        "Open the file in another program and save it again.",
    ),
    "attachment.picture_unseen": (
        "“{name}” is an image, but no model with a vision projector is loaded.",
        "Load a model with its vision projector (mmproj), or describe the image.",
    ),
    "attachment.old_office": (
        "“{name}” is in an old Office format.",
        "Save the file as .docx or PDF and attach that.",
    ),
    "attachment.rich_text": (
        "“{name}” is a Rich Text file, which Longthread can't read.",
        "Save the file as .docx and attach that.",
    ),
    "attachment.document_cut": (
        "“{name}” is damaged: the document is incomplete.",
        "Download or save the file again.",
    ),
    "attachment.workbook": (
        "“{name}” is a workbook, which Longthread can't read.",
        "Save the sheet as CSV and attach that.",
    ),
    "attachment.slides": (
        "“{name}” contains slides, which Longthread can't read.",
        "Save the slides as PDF and attach that.",
    ),
    "attachment.open_document": (
        "“{name}” is an OpenDocument file, which Longthread can't read.",
        "Save the file as .docx or PDF and attach that.",
    ),
    "attachment.archive": ("“{name}” is an archive.", "Unpack the archive and attach its files."),
    "attachment.encoding": "Read as {encoding}.",
    "attachment.blank_pages": "{blank} of {total} pages contain no text (images aren't read).",
    "attachment.failed_pages": "{failed} of {total} pages are damaged and were skipped.",
    "attachment.no_reason": "no reason given",
    "source.gone": ("“{name}” is gone.", "Put the file back, or remove the document."),
    "source.picture": ("“{name}” is an image.", "Add files that contain text."),
    "source.no_code": ("“{name}” contains no files that Longthread can read.", "Choose another folder."),
    "source.files_left_out": "{n} files were skipped: too large, too many or not text.",
    "source.not_read": ("Can't read “{name}” ({reason}).", "Try again."),
    "source.too_many": (
        "The folder “{name}” contains more files than Longthread adds.",
        "{n} files were skipped. Choose a smaller folder.",
    ),
    "source.stopped": ("Reading was stopped.", "Read the document again when you need it."),
    "source.changed": ("“{name}” has changed.", "Read it again to update what the model sees."),
    "source.left": ("“{name}” is gone.", "What Longthread read stays until you remove the document."),
    "source.odd_name": ("The name of “{name}” isn't valid Unicode.", "Rename the file, then add it."),
    "source.several_changed": (
        "{n} documents have changed.",
        "Read them again to update what the model sees.",
    ),
    "source.several_left": (
        "The files of {n} documents are gone.",
        "What Longthread read stays until you remove the documents.",
    ),
    "json.ends": "unexpected end of file",
    "json.ends_or_not_json": "unexpected end of file or invalid JSON",
    "json.long_number": "a number is too long",
    "json.nested": "nested too deeply",
    "json.not_json": "not valid JSON",
    "json.not_utf8": "not UTF-8 text",
    "json.goes_on": "unexpected data after the end",
    "json.no_number": "{text} isn't a number",
    "import.chat_too_large": "“{name}” contains a chat that is too large to import.",
    "import.unknown_kind": "“{name}” isn't a chat export that Longthread supports.",
    "import.no_version": "“{name}” doesn't say which format version it uses.",
    "import.newer_version": ("A newer version of Longthread wrote “{name}”.", "Install that version first."),
    "import.unreadable": "Can't read “{name}” ({reason}).",
    "import.archive_locked": ("The archive “{name}” is damaged or password-protected.", "Unpack the archive first."),
    "import.too_many_files": ("“{name}” contains too many files.", "Choose a smaller folder."),
    "import.nothing_here": ("There is nothing to import here.", _KNOWN),
    "import.archive_damaged": ("The archive “{name}” is damaged.", "Download or export the archive again."),
    "import.archive_too_many_files": (
        "“{name}” contains too many files.",
        "Unpack the archive and choose a smaller folder.",
    ),
    "import.broken_folders": "“{name}” contains damaged folders ({reason}).",
    "import.database_in_use": (
        "“{name}” is in use.",
        "Quit the program that uses it, or choose a copy from the backups folder.",
    ),
    "import.database_damaged": (
        "“{name}” is damaged, and no messages could be recovered from it.",
        "Choose another copy from the backups folder.",
    ),
    "import.unknown_database": ("“{name}” isn't a Longthread database.", _KNOWN),
    "import.broken_chat": "“{name}” contains a damaged chat ({reason}).",
    "import.message_too_large": "“{name}” contains a message that is too large to import.",
    "import.unknown_format": ("“{name}” isn't a chat export that Longthread supports.", _KNOWN),
    "import.titled_chat_too_large": "The chat “{title}” is too large to import.",
    "import.not_readable": (
        "Can't read “{name}”: {reason}.",
        "Export the chats again. If you edited the file, undo your changes.",
    ),
    "import.cancelled": ("The import was canceled.", "Nothing was added."),
    "import.no_chats": ("“{name}” contains no chats.", "Nothing was added."),
    "print.refused": ("Can't print the chat.", "Check the printer and try again."),
    "export.nothing": "There is nothing to export.",
    "transfer.busy": ("Another import or export is running.", "Wait until it finishes, or cancel it."),
    "file.slow": ("“{name}” is taking a while.", "If its drive isn't connected, connect it."),
    "transfer.no_answer": (
        "The drive or device isn't responding, so Longthread stopped waiting for it.",
        "Check the connection and try again.",
    ),
    "transfer.not_written": "Can't write the file ({reason}).",
    "transfer.failed": ("The import or export failed ({reason}).", "Your chats are unchanged."),
    "draft.not_saved": (
        "Can't save your draft right now ({reason}).",
        "Longthread keeps trying. Leave the window open until then.",
    ),
    "diagnostics.not_written": ("Can't save the diagnostics ({reason}).", "Choose another folder."),
}
