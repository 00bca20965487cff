"""The open chat: the object the window binds to. (Interface; the implementation follows.)"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.types import ChatView, MemoryState, Phase


class Conversation(QObject):
    """The chat that is shown, and what the engine does for it. Methods return at once; results come as signals.

    Signals, with the type of what they carry:
        chat_opened(ChatView): another chat is shown (or none: chat.id == ""); replace the transcript.
        chat_changed(Chat): title, pin or memory figures of the open chat changed.
        message_added(Message): at the end of the transcript.
        message_changed(Message): text, state or meta of a shown message changed.
        text_streamed(str, str): message id and the text to append to it.
        messages_removed(tuple[str, ...]): ids that are no longer in the branch shown (always the tail).
        mark_added(CompactionMark): put after the message ``mark.after``.
        memory_changed(MemoryState): at most ten times a second.
        phase_changed(Phase)
        progress_changed(WorkProgress | None): None when there is nothing to show progress of.
        resumed(Resumed): the memory of the open chat is there.
        queue_changed(int): messages that wait for an answer behind the present one.
        notice(Notice): tell the person.
        send_refused(str): the text could not be saved and was not sent; give it back to the composer.
    """

    chat_opened = Signal(object)
    chat_changed = Signal(object)
    message_added = Signal(object)
    message_changed = Signal(object)
    text_streamed = Signal(str, str)
    messages_removed = Signal(object)
    mark_added = Signal(object)
    memory_changed = Signal(object)
    phase_changed = Signal(object)
    progress_changed = Signal(object)
    resumed = Signal(object)
    queue_changed = Signal(int)
    notice = Signal(object)
    send_refused = Signal(str)

    @property
    def view(self) -> ChatView:
        """The chat shown with its messages and marks as of now (text of a streaming reply included)."""
        raise NotImplementedError

    @property
    def phase(self) -> Phase:
        raise NotImplementedError

    @property
    def memory(self) -> MemoryState | None:
        """The last memory state of the open chat; None before the engine told one."""
        raise NotImplementedError

    def new_chat(self) -> None:
        """Show an empty chat; it is stored with its first message."""
        raise NotImplementedError

    def open_chat(self, chat_id: str) -> None:
        """Show a stored chat; a reply that runs elsewhere is stopped and can be continued later."""
        raise NotImplementedError

    def send(self, text: str) -> None:
        """Store ``text`` as a user message and have it answered; waits behind a running reply. Blank: nothing."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop what runs; the text so far stays and can be continued."""
        raise NotImplementedError

    def force_stop(self) -> None:
        """Kill the engine that does not stop, and start another."""
        raise NotImplementedError

    def continue_reply(self) -> None:
        """Go on with the last reply if it stopped before its end."""
        raise NotImplementedError

    def regenerate(self, message_id: str = "") -> None:
        """Answer again in place of the reply ``message_id`` ("": the last); the old one stays as a version.

        Given a user message without an answer, answers it.
        """
        raise NotImplementedError

    def edit(self, message_id: str, text: str) -> None:
        """Put another user message in place of ``message_id`` and answer it; the old one stays as a version."""
        raise NotImplementedError

    def select_version(self, message_id: str) -> None:
        """Show the branch that goes through ``message_id`` (one of a shown message's siblings)."""
        raise NotImplementedError

    def delete_from(self, message_id: str) -> None:
        """Remove ``message_id`` and all after it from the chat (kept in the store as deleted)."""
        raise NotImplementedError

    def compact_now(self) -> None:
        """Compact the memory of the open chat now."""
        raise NotImplementedError

    def count_tokens(self, text: str) -> None:
        """Count the tokens of a draft; ``tokens_counted`` follows unless a newer text overtook it."""
        raise NotImplementedError

    tokens_counted = Signal(str, int)
