"""One real reply through the real window and the real engine process, without a screen.

    python -m installers.smoke_test [--model FILE.gguf] [--seconds 180]

The question comes with a PDF and a Word file, which are read on the way; the reply has to follow a JSON schema; and the
window has to find its words in each language. So what a frozen program can lack without showing it at its start is
tried as well.

Works in a temporary data folder; exit status 0 and one line on stdout if all went well, 1 and the reason if not.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import zipfile
from pathlib import Path

from app.core.attachments import ReadProblem, read_file
from app.core.chat_values import Attachment
from app.core.library import STARTER_PREFIX
from app.core.model_values import ModelPhase, ModelState
from app.core.paths import Paths
from app.core.work_values import Notice, Phase

WORD = "heron"  # what the files hold
SCHEMA = {"type": "object", "properties": {"greeting": {"type": "string", "maxLength": 20}}, "required": ["greeting"]}
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def starter_model() -> Path | None:
    """The starter model in the data folder, if it is there."""
    return next(iter(sorted(Paths.default().models.glob(f"{STARTER_PREFIX}*.gguf"))), None)


def main(argv: list[str] | None = None) -> int:
    """Run the test; the exit status."""
    parser = argparse.ArgumentParser(prog="installers.smoke_test", description=__doc__)
    parser.add_argument("--model", type=Path, help="model file; default: the starter model in the data folder")
    parser.add_argument("--seconds", type=int, default=180, help="give up after this long")
    given = parser.parse_args((sys.argv if argv is None else argv)[1:])
    model = given.model or starter_model()
    if model is None or not model.is_file():
        print(f"smoke: no model ({model or Paths.default().models}); run the setup or give --model", file=sys.stderr)
        return 1
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="longthread-smoke-") as folder:
        problem, line = talk(Path(folder), model, given.seconds)
    if problem:
        print(f"smoke: {problem}", file=sys.stderr)
        return 1
    print(f"smoke: ok, {line}")
    return 0


def small_pdf() -> bytes:
    """A PDF of one page with one word."""
    drawn = f"BT /F1 12 Tf 72 720 Td ({WORD}) Tj ET"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R"
        " /Resources << /Font << /F1 3 0 R >> >> >>",
        f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
    )
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    entries = "".join(f"{place:010d} 00000 n \n" for place in places)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}"
    return f"{text}{table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n".encode("ascii")


def files_read(folder: Path) -> tuple[Attachment, ...]:
    """A PDF and a Word file, made in ``folder`` and read the way of the program.

    Raises:
        ReadProblem: one cannot be read, or its text is not what was written.
    """
    pdf, word = folder / "bird.pdf", folder / "bird.docx"
    pdf.write_bytes(small_pdf())
    with zipfile.ZipFile(word, "w") as archive:
        paragraph = f"<w:p><w:r><w:t>{WORD}</w:t></w:r></w:p>"
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{W}"><w:body>{paragraph}</w:body></w:document>')
    files = read_file(pdf), read_file(word)
    for file in files:
        if file.text.strip() != WORD:
            raise ReadProblem(f"“{file.name}” was read as {file.text[:40]!r}.")
    return files


def untranslated() -> str:
    """What the window cannot say in one of its languages, "" if it can; afterwards it speaks English."""
    from PySide6.QtCore import QCoreApplication

    from app.core.texts import say
    from app.ui import language
    from app.ui.sentences import sentence

    app = QCoreApplication.instance()
    assert app is not None

    def said() -> tuple[str, ...]:
        return (
            sentence(say("chat.gone")),
            QCoreApplication.translate("Sidebar", "New chat"),
            QCoreApplication.translate("QPlatformTheme", "Cancel"),
        )

    language.install(app, "en")
    english = said()
    missing = []
    for name in language.LANGUAGES:
        language.install(app, name)
        if name != "en":
            missing += [f"{text} ({name})" for text, other in zip(english, said(), strict=True) if other == text]
    language.install(app, "en")
    return ", ".join(missing)


def talk(folder: Path, model: Path, seconds: int) -> tuple[str, str]:
    """Open the window on ``folder``, use ``model``, say hello: what went wrong ("" if nothing), and what came."""
    from PySide6.QtCore import QTimer

    from app.services.app_context import AppContext
    from app.services.chat.follower import ChatFollower
    from app.ui.application import make_application, open_windows
    from app.ui.sentences import hint, sentence

    app = make_application([sys.argv[0]])
    if english := untranslated():
        return f"not translated: {english}", ""
    try:
        files = files_read(folder)
    except ReadProblem as problem:
        return str(problem), ""
    context = AppContext(Paths(folder / "data"))
    context.settings.set("sampling.temperature", 0.0)
    context.settings.set("sampling.max_tokens", 32)
    context.settings.set("sampling.output", "schema")
    context.settings.set("sampling.form", json.dumps(SCHEMA))
    window = open_windows(context).first
    problems: list[str] = []
    conversation = context.conversation

    def fail(text: str) -> None:
        problems.append(text)
        app.quit()

    def on_model(state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED and not conversation.view.messages:
            conversation.send("Say hello in one short sentence.", files)

    def on_notice(notice: Notice) -> None:
        if notice.level == "error":
            fail(f"{sentence(notice.text)} {hint(notice.hint)}".strip())

    def on_phase(phase: Phase) -> None:
        messages = conversation.view.messages
        if phase is Phase.IDLE and messages and messages[-1].state != "streaming":
            app.quit()

    context.models.state_changed.connect(on_model)
    context.notice.connect(on_notice)
    ChatFollower(conversation, window, phase_changed=on_phase)
    QTimer.singleShot(0, window, lambda: context.models.add([str(model)]))
    QTimer.singleShot(seconds * 1000, window, lambda: fail(f"no reply within {seconds} s"))
    app.exec()
    messages = conversation.view.messages
    context.shutdown()
    window.close()
    if not problems:
        reply = messages[-1] if messages else None
        if reply is None or reply.state != "done" or not reply.content.strip():
            problems.append(f"the reply ended as {reply.state if reply else 'nothing'}")
        elif not reply.content.startswith('{"greeting"') and not reply.content.startswith('{ "greeting"'):
            problems.append(f"the reply does not follow the schema: {reply.content[:80]!r}")
        else:
            speed = f"{reply.meta.tokens} tokens at {reply.meta.tokens_per_second:.0f}/s"
            return "", f"{speed}: {' '.join(reply.content.split())!r}"
    lines = "\n".join(context.engine.lines()[-20:])
    return f"{problems[0]}\n{lines}".strip(), ""


if __name__ == "__main__":
    sys.exit(main())
