"""Pictures of the main states of the window: ``python tests/ui/screens.py --out DIR [--only NAME] [--scale 2]``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))

import msgspec
from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from app.core.chat_values import Message, MessageMeta
from app.core.model_values import ModelState
from app.core.paths import Paths
from app.core.texts import say
from app.core.work_values import Notice, Phase, Resumed, WorkProgress
from app.services.app_context import AppContext
from app.services.web import WebProblem
from app.ui import language
from app.ui.chat.composer.cost import Cost
from app.ui.chat.transcript import TranscriptView
from app.ui.chat.transcript.markers import MarkerRow
from app.ui.theme import Theme, theme
from app.ui.window.drop import Plan, judge
from app.ui.window.windows import Windows
from installers import translations
from tests.fake_engine import in_process_engine
from tests.ui import (
    activity_scenes,
    attach_scenes,
    document_scenes,
    habit_scenes,
    hub_scenes,
    knowledge_scenes,
    memory_scenes,
    model_scenes,
    scenes,
    server_scenes,
    settings_scenes,
    transcript_scenes,
)


class Stage:
    """A window on a context whose engine never starts; states are played through the services' own signals."""

    def __init__(self, folder: Path) -> None:
        self.context = AppContext(Paths(folder), engine=in_process_engine())
        self.context.folders.stop()  # what is shown is what a scene says
        self.context.models.refresh = lambda *_: None  # type: ignore[method-assign]
        self.window = Windows(self.context).first
        self.window.resize(1280, 820)
        self.talk = self.context.conversation
        self.phase(Phase.IDLE)
        self.context.chats.changed.emit(scenes.GROUPS)
        self.context.models.state_changed.emit(scenes.LOADED)
        self.context.models.library_changed.emit(scenes.ENTRIES)

    @property
    def transcript(self) -> TranscriptView:
        return self.window.chat.transcript

    def settle(self) -> None:
        """Let what was asked for be laid out."""
        for _ in range(4):
            QApplication.processEvents()

    def until(self, condition: Callable[[], bool]) -> None:
        """Run the loop until ``condition`` holds, at most a minute."""
        deadline = QDeadlineTimer(60_000)  # formulas take long where other work goes on
        while not condition():
            if deadline.hasExpired():
                raise TimeoutError("the scene did not come about")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def phase(self, phase: Phase) -> None:
        self.talk.state.set_phase(phase)

    def close(self) -> None:
        theme().set_text_size(theme().tokens.type.body)
        theme().set_compact(False)
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.context.shutdown()


def chat(stage: Stage) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def empty(stage: Stage) -> None:
    stage.talk.chat_opened.emit(stage.talk.view)


def no_model(stage: Stage) -> None:
    empty(stage)
    stage.context.chats.changed.emit(())
    stage.context.models.state_changed.emit(ModelState())


def streaming(stage: Stage) -> None:
    half = scenes.ANSWER[: scenes.ANSWER.index("    beta")]
    stage.talk.chat_opened.emit(
        scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.message("m4", "assistant", half, state="streaming"))
    )
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    stage.phase(Phase.REPLYING)


def reading(stage: Stage) -> None:
    streaming(stage)
    stage.talk.state.message_changed.emit(scenes.message("m4", "assistant", "", state="streaming"))
    stage.phase(Phase.READING)
    stage.talk.state.progress_changed.emit(WorkProgress("prefill", 1240, 3856, 41.0))


def compacting(stage: Stage) -> None:
    chat(stage)
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=6700))
    stage.phase(Phase.COMPACTING)
    stage.talk.state.progress_changed.emit(WorkProgress("compact", 420, 1000))


def compacted(stage: Stage) -> None:
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=(scenes.MARK,)))
    stage.talk.state.memory_changed.emit(scenes.memory())


def quality(stage: Stage) -> None:
    """A compaction opened: what it did and its error by layer."""
    lowered = msgspec.structs.replace(scenes.MARK, asked=64.0)
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.NEXT, marks=(lowered,)))
    stage.talk.state.memory_changed.emit(scenes.memory())
    for _ in range(4):
        QApplication.processEvents()
    for row in stage.window.findChildren(MarkerRow):
        row.toggle()


def resumed(stage: Stage) -> None:
    stage.talk.chat_opened.emit(
        scenes.view(
            *scenes.EARLIER, scenes.QUESTION, scenes.REPLY, scenes.NEXT,
            scenes.message("m6", "assistant", scenes.THOUGHT + scenes.TABLE, meta=scenes.DONE), marks=(scenes.MARK,),
        )
    )  # fmt: skip
    stage.talk.state.memory_changed.emit(scenes.memory())
    stage.talk.state.resumed.emit(Resumed(scenes.CHAT, "resumed", 21.0, 51_340))


def interrupted(stage: Stage) -> None:
    cut = Message(
        id="m4", chat=scenes.CHAT, role="assistant", content=scenes.ANSWER[:330], state="interrupted",
        meta=MessageMeta(tokens=58, reason="crash"), siblings=("m4", "m4b"),
    )  # fmt: skip
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, cut))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    stage.context.notice.emit(
        Notice(
            "error", say("engine.out_of_memory"), say("engine.stays_down"),
            "retry_engine", "last lines",
        )
    )  # fmt: skip
    stage.phase(Phase.DOWN)


def failed(stage: Stage) -> None:
    refused = Message(
        id="m4", chat=scenes.CHAT, role="assistant", content="", state="error",
        meta=MessageMeta(
            error=say("chat.message_too_long", tokens=51_200, room=8_040),
        ),
    )  # fmt: skip
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, refused))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def bad_form(stage: Stage) -> None:
    """A grammar that cannot be used: the way to it stands in the card."""
    stage.context.settings.set("sampling.output", "grammar")
    stage.context.settings.set("sampling.form", "root = yes")
    refused = Message(
        id="m4", chat=scenes.CHAT, role="assistant", content="", state="error",
        meta=MessageMeta(
            error=say("grammar.no_root"), code="bad_form",
        ),
    )  # fmt: skip
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, refused))
    stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))


def drop(stage: Stage) -> None:
    chat(stage)
    stage.window.overlay.show_plan(
        Plan("Add and load Qwen3-4B-Instruct-Q4_K_M.gguf", "2.5 GB, used in place without a copy", ("x",))
    )


def drop_mixed(stage: Stage) -> None:
    chat(stage)
    with tempfile.TemporaryDirectory() as folder:
        model, chats, note = (Path(folder, name) for name in ("new.gguf", "own.json", "note.txt"))
        model.write_bytes(b"GGUF" + bytes(1996))
        chats.write_text('{"format":"longthread-chats","version":1,"chats":[]}')
        note.write_text("a note")
        stage.window.overlay.show_plan(judge([str(model), str(chats), str(note)]))


def drop_bad(stage: Stage) -> None:
    chat(stage)
    stage.window.overlay.show_plan(
        Plan("notes.gguf is not a GGUF model: it does not begin like one. Download it again", "Drop a .gguf model")
    )


def settings(stage: Stage) -> None:
    chat(stage)
    stage.window.show_settings()


def library(stage: Stage) -> None:
    chat(stage)
    stage.window.show_library()
    stage.window.pages.library.show_entries(scenes.ENTRIES)
    stage.window.pages.library.show_model(scenes.LOADED)


def downloads(stage: Stage) -> None:
    """Models on their way, above those that are there."""
    library(stage)
    stage.window.pages.library.downloads.show_downloads(hub_scenes.DOWNLOADS)
    stage.context.web.active_changed.emit(True)


def find(stage: Stage) -> None:
    """What a search of the hub found."""
    library(stage)
    stage.window.pages.library.show_find()
    stage.window.pages.library.hub.field.setText("qwen3 4b instruct")
    stage.window.pages.library.hub.show_found(hub_scenes.FOUND)


def find_files(stage: Stage) -> None:
    """The files of a repository, with what fits."""
    find(stage)
    stage.window.pages.library.hub._judge = lambda size: "fits" if size < 3e9 else "tight" if size < 6e9 else "too_big"
    stage.window.pages.library.hub.show_repo(hub_scenes.REPO)
    stage.window.pages.library.downloads.show_downloads(hub_scenes.DOWNLOADS[:1])


def find_problem(stage: Stage) -> None:
    """A model whose owner asks for an account."""
    find(stage)
    stage.window.pages.library.hub.show_problem(
        WebProblem("web.members_only", answer=401, needs="token")
    )  # fmt: skip


def activity(stage: Stage) -> None:
    """The course of a chat and what the engine did in it."""
    chat(stage)
    page = stage.window.pages.activity
    page.wanted.disconnect()
    stage.window.show_activity()
    page.show_activities(activity_scenes.course(), 46_080)
    page.show_engine(scenes.LOADED, True, activity_scenes.LINES)


def activity_empty(stage: Stage) -> None:
    """Nothing was done yet."""
    chat(stage)
    page = stage.window.pages.activity
    page.wanted.disconnect()
    stage.window.show_activity()
    page.show_activities([], 0.0)
    page.show_engine(scenes.LOADED, True, ())


def toast(stage: Stage) -> None:
    compacted(stage)
    stage.context.notice.emit(Notice("info", "Moved “Trip to Lisbon” to the trash.", "", "undo_trash", "c"))
    stage.context.notice.emit(Notice("warning", say("chat.full")))


def chat_scenes() -> tuple[Callable[[Stage], None], ...]:
    """Those of the list of chats."""
    from tests.ui import chat_scenes as scenes_of_chats

    return scenes_of_chats.SCENES


def narrow(stage: Stage) -> None:
    stage.window.resize(760, 700)
    compacted(stage)
    stage.window.chat.composer.set_text("What about the system prompt?")
    stage.window.chat.composer.set_cost("What about the system prompt?", Cost("6 tokens"))


SCENES: dict[str, Callable[[Stage], None]] = {
    scene.__name__: scene
    for scene in (
        *chat_scenes(),
        no_model, empty, chat, streaming, reading, compacting, compacted, quality, resumed, interrupted, failed,
        bad_form, drop, drop_mixed, drop_bad, settings, library, downloads, find, find_files, find_problem, activity,
        activity_empty, toast, narrow,
        *model_scenes.SCENES, *transcript_scenes.SCENES, *habit_scenes.SCENES, *memory_scenes.SCENES,
        *attach_scenes.SCENES,
        *settings_scenes.SCENES,
        *server_scenes.SCENES,
        *document_scenes.SCENES,
        *knowledge_scenes.SCENES,
    )
}  # fmt: skip


def render(name: str, mode: str, out: Path, width: int = 0) -> Path:
    """One picture; the file it lies in. ``width``: of the window in px, 0: the scene's own."""
    theme().set_mode(mode)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        try:
            if width:
                stage.window.resize(width, 820)
            stage.window.show()
            SCENES[name](stage)
            stage.settle()
            file = out / f"{name}{f'_{width}' if width else ''}_{mode}.png"
            if not stage.window.grab().save(str(file)):
                raise OSError(f"{file} isn't writable")
        finally:
            stage.close()
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", action="append", choices=sorted(SCENES))
    parser.add_argument("--mode", action="append", choices=("dark", "light"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--width", type=int, default=0, help="of the window in px")
    parser.add_argument("--language", default="en", choices=sorted(language.LANGUAGES))
    given = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(given.scale)
    app = QApplication(sys.argv[:1])
    Theme.install(app).reduced_motion = True
    translations.compile_stale()
    language.install(app, given.language)
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.only or SCENES:
        for mode in given.mode or ("dark", "light"):
            print(render(name, mode, given.out, given.width))


if __name__ == "__main__":
    main()
