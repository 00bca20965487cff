"""``bench cartridge``: documents read once and mounted into a chat, against reading them in this very chat.

Facts are planted in the documents at even depths and asked for through the model's chat template, each alone, from the
same state. A cartridge is fitted on the reading of its document behind a neutral preamble: questions, answers and the
chat are never part of that. A fact counts as recalled when greedy decoding says its answer within ``SAID`` tokens.

``read_ms``: reading the documents in the chat, uncompacted; ``mount_ms``: mounting them there, from files, both per
document, the median of ``MOUNTS`` (``mount_first_ms``: the first one, ``mount_cpu_ms``: processor time of the median);
``made_ms``: making a cartridge; ``bytes_ratio``: keys and values of the documents, uncompacted to mounted; ``kl``: nats
between the next-token distributions of both chats over replies that say the answers, and ``kl_question`` over the
questions before them.

Several ratios are measured on the same reading, in the chat and for the cartridges; the first one's numbers stand at
the top, those of each in ``ratios``. Cartridges that ``--cartridges`` has already are mounted as they are.
``--order`` says how the documents stand in the chat, in both chats alike: ``2,1`` puts the text's second one first.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from blake3 import blake3

from engine.bench.facts import Fact, make_facts, plant
from engine.bench.harness import SEQ, BenchError, listed, memory_bytes, read_text, reset, windows
from engine.bench.progress import BenchProgress
from engine.cartridges.cartridge import Bytes, Cartridge
from engine.cartridges.mounting import mount, why_not_mountable
from engine.cartridges.reading import Reading, Step, read_steps
from engine.cartridges.refining import Refining
from engine.cartridges.store import CartridgeStore
from engine.chat.documents import END
from engine.compaction.ratio import uncompacted_bytes
from engine.heads import profile
from engine.model.metrics import Rows, kl_divergence
from engine.model.model import Model
from engine.model.reading import forced, last_logits, read
from engine.prompt.prompt import Prompt
from engine.prompt.template import ChatTemplate
from engine.protocol import PromptMessage
from engine.scheduling.scheduler import Scheduler
from engine.snapshots.header import key_of
from engine.snapshots.snapshot import layout_of

READER, SPARE = 1, 2
SAID = 40  # tokens of a reply that may pass before the answer
MOUNTS = 5  # of each document, whose median counts
ROOM = 1536  # cells beside the documents
SYSTEM_PROMPT = "You are a helpful assistant. Answer briefly."
TALK = 150  # tokens of the text in each turn before the documents come
_PLACE = "Lt0Documents7Lt"


@dataclass(frozen=True)
class CartridgeOptions:
    model: str
    text: str
    context: int = 8192
    documents: int = 1
    ratio: str = "8"
    facts: int = 20
    seed: int = 1
    order: str = ""
    mid_chat: bool = False
    cartridges: str = ""
    refine: bool = False
    threads: int = 0


@dataclass(frozen=True)
class Answer:
    """What a chat did with a question: whether it said the answer, its distributions over question and answer."""

    found: bool
    question: Rows
    reply: Rows


@dataclass(frozen=True)
class Mounted:
    """A chat with the documents mounted: milliseconds of mounting each, bytes of their rows, what it said."""

    ms: Sequence[float]
    first_ms: Sequence[float]
    cpu_ms: Sequence[float]
    size: int
    answers: list[Answer]


def steps(options: CartridgeOptions) -> int:
    """Of the progress bar."""
    n_ratios = len(options.ratio.split(","))
    return options.documents * (1 + n_ratios) + 1 + n_ratios


def run(options: CartridgeOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds.

    Raises:
        BenchError: options that cannot be, or a model whose memory takes no documents.
    """
    ratios = listed(options.ratio, "ratio")
    if options.documents < 1 or min(ratios) <= 1:
        raise BenchError("--documents must be at least 1, and --ratio above 1.")
    with ExitStack() as held:
        model = held.enter_context(
            Model.open(
                options.model, n_ctx=options.documents * options.context + ROOM, n_seq_max=3, n_threads=options.threads
            )
        )
        if reason := why_not_mountable(model):
            raise BenchError(f"Nothing can be mounted into this model's memory: {reason.code}.")
        exam = Exam(model, options)
        read_ms, full = exam.in_chat(progress)
        folder = options.cartridges or held.enter_context(tempfile.TemporaryDirectory(prefix="longthread-bench-"))
        stores = {ratio: CartridgeStore(Path(folder) / f"{ratio:g}x") for ratio in ratios}
        made, made_ms = exam.make(stores, progress, refine=options.refine)
        rows = [
            {"ratio": ratio, **_compared(exam, full, made[ratio], exam.mounted(stores[ratio], made[ratio], progress))}
            for ratio in ratios
        ]
    n = options.documents
    for row in rows:
        row["mount_to_read"] = row["mount_ms"] / (read_ms / n)
    return {
        "read_ms": read_ms / n,
        "made_ms": made_ms / (n * len(ratios)),
        **{key: value for key, value in rows[0].items() if key != "ratio"},
        "recall_read": float(np.mean([answer.found for answer in full])),
        "document_tokens": [one.tokens for one in made[ratios[0]]],
        "ratios": rows,
    }


def _compared(exam: Exam, full: Sequence[Answer], made: Sequence[Cartridge], mounted: Mounted) -> dict[str, Any]:
    """The chat that has them mounted against the one that has read them."""
    pairs = list(zip(full, mounted.answers, strict=True))
    return {
        "mount_ms": float(np.mean(mounted.ms)),
        "mount_first_ms": float(np.mean(mounted.first_ms)),
        "mount_cpu_ms": float(np.mean(mounted.cpu_ms)),
        "bytes_ratio": sum(one.tokens for one in made) * exam.token_bytes / mounted.size,
        "kl": float(np.mean([kl_divergence(a.reply, b.reply).mean() for a, b in pairs])),
        "kl_question": float(np.mean([kl_divergence(a.question, b.question).mean() for a, b in pairs])),
        "recall": float(np.mean([answer.found for answer in mounted.answers])),
        "error": float(np.mean([one.error for one in made])),
        "per_fact": [
            {
                "name": fact.name,
                "place": place,
                "found_read": a.found,
                "found": b.found,
                "kl": float(kl_divergence(a.reply, b.reply).mean()),
            }
            for fact, place, (a, b) in zip(exam.facts, exam.places, pairs, strict=True)
        ],
    }


class Exam:
    """Documents with facts in them, a chat that has them in view, and the questions.

    Attributes:
        facts: in the order of the documents; places: of their documents in the chat, from 1; token_bytes: of an
            uncompacted token.
    """

    def __init__(self, model: Model, options: CartridgeOptions) -> None:
        self._model = model
        self.token_bytes = uncompacted_bytes(model)
        facts = make_facts(options.facts, options.seed)
        text = model.tokenize(read_text(options.text), special=False)
        n = options.documents
        per_document = [facts[i * len(facts) // n : (i + 1) * len(facts) // n] for i in range(n)]
        planted = sum(len(model.tokenize(f" {fact.statement}", special=False)) for fact in per_document[-1])
        documents: list[list[int]] = []
        for window, told in zip(windows(text, options.context - planted, n, None), per_document, strict=True):
            plain = model.text(window)
            _check(plain, facts)
            documents.append(model.tokenize(plant(plain, [fact.statement for fact in told]), special=False))
        order = _order(options.order, n)
        self._documents = [documents[i] for i in order]
        self.facts = [fact for i in order for fact in per_document[i]]
        self.places = [place for place, i in enumerate(order, 1) for _ in per_document[i]]
        self._template = ChatTemplate(model.template, model.bos_text, model.eos_text)
        self._prompt = Prompt(self._template, SYSTEM_PROMPT)
        self._history = self._talk(text) if options.mid_chat else []

    def in_chat(self, progress: BenchProgress) -> tuple[float, list[Answer]]:
        """Read the documents in the chat and ask: milliseconds of reading them, what it said."""
        reset(self._model)
        read(self._model, self._opening(), 0, SEQ)
        last_logits(self._model)
        ms = 0.0
        for i, tokens in enumerate(self._documents):
            progress.stage(f"document {i + 1} in the chat")
            read(self._model, self._before(i), self._model.length(SEQ), SEQ)
            last_logits(self._model)
            start = time.perf_counter()
            read(self._model, tokens, self._model.length(SEQ), SEQ)
            last_logits(self._model)
            ms += _ms_since(start)
            progress.step()
        progress.stage("questions")
        answers = self._ask()
        progress.step()
        return ms, answers

    def make(
        self, stores: Mapping[float, CartridgeStore], progress: BenchProgress, *, refine: bool
    ) -> tuple[dict[float, list[Cartridge]], float]:
        """Make the cartridges by their ratios, each document's of one reading: what they say of themselves,
        milliseconds.
        """
        model, key = self._model, key_of(self._model.facts.fingerprint, layout_of(self._model))
        shares = profile.load_for(model.facts)
        made: dict[float, list[Cartridge]] = {ratio: [] for ratio in stores}
        start = time.perf_counter()
        for i, tokens in enumerate(self._documents):
            prefilled: Bytes | None = None
            at_once = len(stores) > 1

            def keep(step: Step, done: int, total: int) -> None:
                nonlocal prefilled, at_once
                if step == "saving" and done < total:  # it comes in pieces: each ratio has a reading of its own
                    at_once = False
                if step == "reading" and done == total and at_once and prefilled is None:
                    prefilled = model.state(READER).copy()

            for ratio, store in stores.items():
                progress.stage(f"cartridge {i + 1}, {ratio:g}x")
                reset(model)
                reading = Reading(blake3(np.asarray(tokens, "<i4").tobytes()).hexdigest(), key, ratio=ratio)
                work = read_steps(
                    model, tokens, reading, store, seq_id=READER, spare=SPARE, shares=shares, progress=keep,
                    prefilled=prefilled, refining=Refining() if refine else None,
                )  # fmt: skip
                made[ratio].append(Scheduler(model).run(work))
                progress.step()
        return made, _ms_since(start)

    def mounted(self, store: CartridgeStore, made: Sequence[Cartridge], progress: BenchProgress) -> Mounted:
        """Mount the cartridges into the chat and ask."""
        progress.stage("questions to the mounted")
        model = self._model
        reset(model)
        read(model, self._opening(), 0, SEQ)
        last_logits(model)
        middle, first, cpu = [], [], []
        for i, cartridge in enumerate(made):
            read(model, self._before(i), model.length(SEQ), SEQ)
            last_logits(model)
            pos, times = model.length(SEQ), []
            for _ in range(MOUNTS):
                if not model.remove_tail(pos, SEQ):
                    raise BenchError("This memory cannot go back to where a document began.", "Use another model.")
                start, used = time.perf_counter(), time.process_time()
                mount(model, store, cartridge, SEQ, pos, SPARE)
                times.append((_ms_since(start), (time.process_time() - used) * 1000))
            first.append(times[0][0])
            middle.append(float(np.median([ms for ms, _ in times])))
            cpu.append(float(np.median([ms for _, ms in times])))
        info = model.info(SEQ)
        size = info.bytes_blocks if info else memory_bytes(model, 0)
        answers = self._ask()
        progress.step()
        return Mounted(middle, first, cpu, size, answers)

    def _ask(self) -> list[Answer]:
        model, pos = self._model, self._model.length(SEQ)
        answers = []
        for fact in self.facts:
            asked = self._question(fact)
            said = model.tokenize(f"{fact.question.strip()}{fact.answer}.", special=False)
            rows = forced(model, [*asked, *said], pos, SEQ)
            question, reply = rows[: len(asked) - 1], rows[len(asked) - 1 : -1]
            if not model.remove_tail(pos + len(asked), SEQ):
                raise BenchError("This memory cannot go back to the end of a question.", "Use another model.")
            answers.append(Answer(self._says(fact, int(reply[0].argmax()), pos + len(asked)), question, reply))
            if not model.remove_tail(pos, SEQ):
                raise BenchError("This memory cannot go back to the end of a document.", "Use another model.")
        return answers

    def _says(self, fact: Fact, token: int, pos: int) -> bool:
        said: list[int] = []
        for i in range(SAID):
            said.append(token)
            if fact.answer.strip() in self._model.text(said):
                return True
            if self._model.is_end(token):
                return False
            self._model.decode([token], pos + i, SEQ)
            token = int(last_logits(self._model).argmax())
        return False

    def _turn(self, question: str) -> tuple[str, str]:
        """The user's turn before the documents, and what stands behind them, a reply opened."""
        text = f"{_PLACE}\n{question}"
        before, place, behind = self._prompt.user_turn(self._history, text).partition(_PLACE)
        if not place:
            raise BenchError("The model's chat template left the documents out.")
        return before, behind + self._prompt.reply_opening(text)

    def _opening(self) -> list[int]:
        """What stands before the first document: the system part, and the turns before."""
        parts = [self._prompt.system]
        for i in range(0, len(self._history), 2):
            user, reply = self._history[i : i + 2]
            parts += [self._prompt.user_turn(self._history[:i], user.content)]
            parts += [self._prompt.reply_opening(user.content), reply.content]
        return self._model.tokenize("".join([*parts, self._turn("x")[0]]), special=True)

    def _before(self, i: int) -> list[int]:
        end = f"{END}\n" if i else ""
        return self._model.tokenize(f'{end}<document name="text {i + 1}">\n', special=False)

    def _question(self, fact: Fact) -> list[int]:
        asked = f"What is the access code of {fact.name}?"
        return [
            *self._model.tokenize(f"{END}\n", special=False),
            *self._model.tokenize(self._turn(asked)[1], special=True),
        ]

    def _talk(self, text: Sequence[int]) -> list[PromptMessage]:
        """Two turns about a part of the text that is no document's."""
        parts = [self._model.text(text[i * TALK : (i + 1) * TALK]) for i in range(4)]
        return [
            PromptMessage(id=str(i), role="assistant" if i % 2 else "user", content=part)
            for i, part in enumerate(parts)
        ]


def _order(wanted: str, n: int) -> list[int]:
    """Indices of ``n`` documents in the order of the chat.

    Raises:
        BenchError: not each of them once.
    """
    try:
        order = [int(number) - 1 for number in wanted.split(",")] if wanted else list(range(n))
    except ValueError as error:
        raise BenchError(f"--order {wanted!r} is no list of numbers.", "Give numbers with commas between.") from error
    if sorted(order) != list(range(n)):
        raise BenchError(f"--order {wanted} does not name each of {n} documents once.", f"Give 1 to {n}, each once.")
    return order


def _check(text: str, facts: Sequence[Fact]) -> None:
    for fact in facts:
        if fact.answer.strip() in text or fact.name in text:
            raise BenchError(f"The text itself speaks of {fact.name} or {fact.answer.strip()}.", "Use another seed.")


def _ms_since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
