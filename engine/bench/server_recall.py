"""Facts that were planted in the first turns of a served conversation, asked for at its end.

Each is asked over HTTP in a copy of the session as it is then, so that all see the same conversation. The reply begins
as given and has to go on with the answer, which stands in no question. The same is asked of a chat of the engine's own
that was given the same messages of the user's in the same context, and of one that holds the turns with the facts
alone, uncompacted, where these fit.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import protocol as p
from engine.bench.facts import Fact, make_facts, plant
from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.bench.server_client import BenchClient
from engine.texts import english

EARLY = 8  # the facts are in the first of so many parts of the conversation
SAID = 12  # tokens of a reply
USUAL, UNCOMPACTED = p.CompactionPolicy(), p.CompactionPolicy(auto=False)


class FactsInTurns:
    """Facts, and the turns they stand in.

    Attributes:
        turns: with the facts planted.
        last: number of turns up to the last fact.
    """

    def __init__(self, turns: Sequence[str], n: int) -> None:
        """Raises BenchError when the first turns have too few sentences."""
        early = max(1, len(turns) // EARLY)
        whole = " ".join(turns)
        self.facts = next(facts for seed in itertools.count(1) if not _told(whole, facts := make_facts(n, seed)))
        self.turns = list(turns)
        self.last = min(early, n)
        for i in range(self.last):
            mine = [fact.statement for fact in self.facts[i * n // self.last : (i + 1) * n // self.last]]
            try:
                self.turns[i] = plant(f"{turns[i]} ", mine).strip()
            except ValueError as error:
                raise BenchError(f"A turn is too short: {error}.", "Use fewer turns, or fewer facts.") from error


def _told(text: str, facts: Sequence[Fact]) -> bool:
    return any(fact.answer.strip() in text or fact.name in text for fact in facts)


@dataclass
class ServedRecall:
    """Who is asked: ``client`` of the server, whose engine also has the chats. ``tokens``: of a reply in a turn."""

    client: BenchClient
    folder: Path
    context: int
    tokens: int
    progress: BenchProgress

    def measure(self, planted: FactsInTurns, messages: Sequence[dict[str, str]], session: str) -> dict[str, Any]:
        """``messages``: the whole conversation; ``session``: where it went on.

        Keys: ``recall`` over HTTP, ``recall_chat`` of the engine's own, ``recall_full`` with nothing compacted (left
        out if that does not fit), ``repeated``: facts whose answer a reply said again, ``per_fact``.
        """
        facts, messages = planted.facts, list(messages)
        found = {"found": self._served(facts, messages, session), "found_chat": self._own(facts, messages)}
        beginning = messages[: 1 + 2 * planted.last]
        if sum(self.client.count(message["content"]) + 8 for message in beginning) < 0.9 * self.context:
            found["found_full"] = self._uncompacted(facts, beginning)
        replies = "\n".join(message["content"] for message in messages if message["role"] == "assistant")
        again = [fact.answer.strip() in replies for fact in facts]
        told = {key.replace("found", "recall"): sum(said) / len(facts) for key, said in found.items()}
        per_fact = [
            {"name": fact.name, "repeated": again[i], **{key: said[i] for key, said in found.items()}}
            for i, fact in enumerate(facts)
        ]
        return {**told, "repeated": sum(again), "per_fact": per_fact}

    # ------------------------------------------------------------------ over HTTP

    def _served(self, facts: Sequence[Fact], messages: list[dict[str, str]], session: str) -> list[bool]:
        self.progress.stage("facts over HTTP")
        self.client.manage(f"/v1/sessions/{session}/save")
        found = []
        for fact in facts:
            copy = self.client.manage(f"/v1/sessions/{session}/fork")["id"]
            reply = self.client.reply([*messages, *_question(fact)], SAID)
            if reply.session != copy:
                raise BenchError("A question went on in another session than the copy made for it.")
            found.append(_says(reply.text, fact))
            self.progress.step()
        return found

    # ------------------------------------------------------------------ the engine's own chats

    def _own(self, facts: Sequence[Fact], messages: list[dict[str, str]]) -> list[bool]:
        """A chat that is told the user's messages one by one, and writes replies of its own."""
        self.progress.stage("the same in a chat")
        said = [messages[0]]
        self._carry_out(self._open("whole", said, USUAL))
        for n, message in enumerate(messages[1::2]):
            asked = p.PromptMessage(id=str(2 * n), role="user", content=message["content"])
            reply = self._reply("whole", str(2 * n + 1), self.tokens, asked)
            said += [message, {"role": "assistant", "content": reply}]
            self.progress.step()
        return self._in_copies("whole", said, facts, USUAL)

    def _uncompacted(self, facts: Sequence[Fact], messages: list[dict[str, str]]) -> list[bool]:
        self.progress.stage("the beginning in a chat")
        self._carry_out(self._open("beginning", messages, UNCOMPACTED))
        return self._in_copies("beginning", messages, facts, UNCOMPACTED)

    def _in_copies(
        self, name: str, messages: list[dict[str, str]], facts: Sequence[Fact], policy: p.CompactionPolicy
    ) -> list[bool]:
        """Which facts an open chat of ``messages`` knows, each asked in a copy of it."""
        self.progress.stage(f"facts in a chat: {name}")
        self._carry_out(p.Snapshot(id=1, chat_id=name))
        ids = {str(n): str(n) for n in range(len(messages) - 1)}
        found = []
        for n, fact in enumerate(facts):
            copy = f"{name}{n}"
            fork = p.Fork(
                id=1, chat_id=copy, source=str(self.folder / name), folder=str(self.folder / copy), ids=ids,
                chunks=self._chunks,
            )  # fmt: skip
            self._carry_out(fork)
            begun = [*messages, *_question(fact)]
            self._carry_out(self._open(copy, begun, policy))
            found.append(_says(self._reply(copy, str(len(begun) - 2), SAID), fact))
            self._carry_out(p.CloseChat(id=1, chat_id=copy))
            self.progress.step()
        self._carry_out(p.CloseChat(id=1, chat_id=name))
        return found

    def _open(self, name: str, messages: Sequence[dict[str, str]], policy: p.CompactionPolicy) -> p.OpenChat:
        told = tuple(
            p.PromptMessage(id=str(n), role="user" if message["role"] == "user" else "assistant",
                            content=message["content"])
            for n, message in enumerate(messages[1:])
        )  # fmt: skip
        return p.OpenChat(
            id=1, chat_id=name, folder=str(self.folder / name), system_prompt=messages[0]["content"], messages=told,
            policy=policy, chunks=self._chunks,
        )  # fmt: skip

    def _reply(self, name: str, reply_id: str, tokens: int, asked: p.PromptMessage | None = None) -> str:
        """What a chat says to ``asked`` (None: how it goes on with the last message)."""
        request = p.Generate(
            id=1, chat_id=name, reply_id=reply_id, user=asked, continue_reply=asked is None, anyway=True,
            sampling=p.Sampling(temperature=0.0, max_tokens=tokens),
        )  # fmt: skip
        return self._carry_out(request)

    def _carry_out(self, request: p.AnyRequest) -> str:
        """The text of the tokens that ``request`` gave; raises BenchError."""
        done, text = self.client.loop.said(request)
        if isinstance(done, p.Error):
            raise BenchError(english.whole(done.text))
        return text

    @property
    def _chunks(self) -> str:
        return str(self.folder / "pieces")


def _question(fact: Fact) -> list[dict[str, str]]:
    """The question, and how its reply begins."""
    return [
        {"role": "user", "content": f"What is the access code of {fact.name}?"},
        {"role": "assistant", "content": fact.question.strip()},
    ]


def _says(reply: str, fact: Fact) -> bool:
    return reply.strip().startswith(fact.answer.strip())
