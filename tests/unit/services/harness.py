"""What a test does with the program behind the window, in its words."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.core.chat_values import Attachment, CompactionMark, Message
from app.core.model_values import ModelPhase
from app.core.work_values import MemoryState, Notice, Phase, Resumed
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from engine import protocol
from tests.fake_engine import InProcessEngine

PATIENCE_MS = 60_000


class Harness:
    """Records what the program tells and waits for what it should do."""

    def __init__(self, context: AppContext, qtbot: QtBot) -> None:
        self.context, self.qtbot = context, qtbot
        self.phases: list[Phase] = []
        self.notices: list[Notice] = []
        self.resumed: list[Resumed] = []
        self.marks: list[CompactionMark] = []
        self.memory: list[MemoryState] = []
        self.refused: list[str] = []
        self.streamed: dict[str, str] = {}
        conversation = context.conversation
        self.follow(
            phase_changed=self.phases.append,
            resumed=self.resumed.append,
            mark_added=self.marks.append,
            memory_changed=self.memory.append,
            text_streamed=self._stream,
        )
        conversation.send_refused.connect(lambda chat, begun, text, files: self.refused.append(text))
        context.notice.connect(self.notices.append)

    def follow(self, **slots: Callable[..., object]) -> None:
        """Have slots called for the chat that the first window shows."""
        ChatFollower(self.conversation, self.conversation, **slots)

    def _stream(self, message_id: str, text: str) -> None:
        self.streamed[message_id] = self.streamed.get(message_id, "") + text

    @property
    def conversation(self) -> Conversation:
        return self.context.conversation

    @property
    def engine(self) -> InProcessEngine:
        engine = self.context.engine
        assert isinstance(engine, InProcessEngine)
        return engine

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.conversation.view.messages

    @property
    def texts(self) -> list[str]:
        return [message.content for message in self.messages]

    @property
    def states(self) -> list[str]:
        return [message.state for message in self.messages]

    def wait(self, condition: Callable[[], object]) -> None:
        """Run the loop until ``condition`` holds; fails after a minute."""
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE_MS)

    def wait_idle(self) -> None:
        """Until the model is loaded and nothing streams or runs; fails at once when the engine cannot start or load."""
        self.wait(
            lambda: (
                self._alive()
                and self.conversation.phase is Phase.IDLE
                and all(message.state != "streaming" for message in self.messages)
            )
        )
        self.settle()

    def _alive(self) -> bool:
        state = self.context.models.state
        assert state.phase is not ModelPhase.FAILED, state.problem
        return True

    def settle(self) -> None:
        """Let all store operations end and their results arrive."""
        for _ in range(3):
            self.context.ops.flush()

    def send(self, text: str, *attachments: Attachment) -> None:
        """Send and wait for the whole reply."""
        self.conversation.send(text, attachments)
        self.wait_idle()

    def open(self, chat_id: str) -> None:
        """Show a chat and wait until it is shown."""
        self.conversation.open_chat(chat_id)
        self.wait(lambda: self.conversation.view.chat.id == chat_id)

    def requests(self, kind: type[protocol.Request]) -> list[protocol.Request]:
        """What the engine was asked of this kind, in order."""
        return [request for request in self.engine.requests if isinstance(request, kind)]

    def stored(self) -> list[Message]:
        """The open chat as the store has it."""
        self.settle()
        view = self.context.store.view(self.conversation.view.chat.id)
        return list(view.messages) if view is not None else []
