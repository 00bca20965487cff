"""One real reply through the real window and the real engine process, without a screen.

    python -m app.smoke [--model FILE.gguf] [--seconds 180]

Works in a temporary data folder; exit status 0 and one line on stdout if a reply came, 1 and the reason if not.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from app.core.library import STARTER_PREFIX
from app.core.paths import Paths
from app.core.types import ModelPhase, ModelState, Notice, Phase


def starter_model() -> Path | None:
    """The starter model in the data folder, if it is there."""
    return next(iter(sorted(Paths.default().models.glob(f"{STARTER_PREFIX}*.gguf"))), None)


def main(argv: list[str] | None = None) -> int:
    """Run the test; the exit status."""
    parser = argparse.ArgumentParser(prog="app.smoke", description=__doc__)
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


def talk(folder: Path, model: Path, seconds: int) -> tuple[str, str]:
    """Open the window on ``folder``, use ``model``, say hello: what went wrong ("" if nothing), and what came."""
    from PySide6.QtCore import QTimer

    from app.services.app_context import AppContext
    from app.ui.application import make_application, open_window

    app = make_application([sys.argv[0]])
    context = AppContext(Paths(folder))
    context.settings.set("sampling.temperature", 0.0)
    context.settings.set("sampling.max_tokens", 24)
    window = open_window(context)
    problems: list[str] = []
    conversation = context.conversation

    def fail(text: str) -> None:
        problems.append(text)
        app.quit()

    def on_model(state: ModelState) -> None:
        if state.phase is ModelPhase.LOADED and not conversation.view.messages:
            conversation.send("Say hello in one short sentence.")

    def on_notice(notice: Notice) -> None:
        if notice.level == "error":
            fail(f"{notice.text} {notice.hint}".strip())

    def on_phase(phase: Phase) -> None:
        messages = conversation.view.messages
        if phase is Phase.IDLE and messages and messages[-1].state != "streaming":
            app.quit()

    context.models.state_changed.connect(on_model)
    context.notice.connect(on_notice)
    conversation.phase_changed.connect(on_phase)
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
        else:
            speed = f"{reply.meta.tokens} tokens at {reply.meta.tokens_per_second:.0f}/s"
            return "", f"{speed}: {' '.join(reply.content.split())!r}"
    lines = "\n".join(context.engine.lines()[-20:])
    return f"{problems[0]}\n{lines}".strip(), ""


if __name__ == "__main__":
    sys.exit(main())
