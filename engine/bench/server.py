"""``bench server``: a conversation over HTTP that grows to eight times the context, and many clients at once.

``--turns``: each turn the client sends all of the conversation, as clients do. ``read_tokens`` are those that the
server read for each turn, ``first_token_ms`` the time to the first token. ``plain_read_tokens`` is what a server with
prefix caching alone would read, counted and not run: it cannot go on when the context is full, so its client leaves
out the oldest turns, as many as have to go, and from there on nothing but the system prompt is the same as before.
``late_to_early``: the time to the first token of the last turn by that of the fifth; ``late_to_early_median``: the
median of the last five turns by that of the third to the seventh, ``late_to_early_cpu``: the same in processor time of
server, engine and client, for a machine that has other things to do.

``--facts N``: facts in the first eighth of the turns, asked for at the end (:mod:`engine.bench.server_recall`).

``--clients``: so many conversations at once, each of ``tokens`` new tokens, against one alone: tokens written in a
second by all (``rate``) and by one (``rate_alone``), the time to the first token of the median and of the slowest of
a hundred. ``--peer PROGRAM``: the same with llama-server, in turns, each in a process of its own, ``rounds`` times
(``peer``: its median rate; ``to_peer``: ours by its).

``--conversation TOKENS``: so long instead of eight times the context. ``overhead_ms``: processor time that a streamed
token takes more over HTTP than in a chat of the engine's own, its client's included, without the threads that compute;
``overhead_engine_ms``: the same of the engine's thread alone, which computes; ``idle_cpu``: processor seconds in a
second in which nobody asks.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import protocol as p
from engine.bench.harness import BenchError, read_text
from engine.bench.progress import BenchProgress
from engine.bench.server_client import BenchClient, TimedReply, served
from engine.bench.server_peer import own, peer
from engine.bench.server_recall import FactsInTurns, ServedRecall
from engine.bench.thread_times import ThreadTimes

TIMES = 8  # the conversation is longer than the context
OVERHEAD_ROUNDS, OVERHEAD_TOKENS = 6, 64
RESERVE = 256  # tokens of the context that a client leaves to the reply
SYSTEM = "You are a careful assistant."


@dataclass(frozen=True)
class ServerBenchOptions:
    model: str
    text: str = ""
    context: int = 2048
    turns: int = 40
    clients: int = 0
    tokens: int = 32
    threads: int = 0
    conversation: int = 0
    peer: str = ""
    rounds: int = 3
    idle: float = 10.0
    facts: int = 0


def steps(options: ServerBenchOptions) -> int:
    """Steps of the progress bar."""
    crowd = 2 + (options.rounds if options.peer else 0) if options.clients else 0
    return options.turns + (options.turns + 3 * options.facts if options.facts else 0) + crowd + 2


def run(options: ServerBenchOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds."""
    if options.turns < 5:
        raise BenchError("--turns must be at least 5.")
    size = (options.model, options.context, max(4, options.clients), options.threads)
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as name, served(*size, Path(name)) as client:
        progress.stage("turns")
        found = _conversation(options, client, progress, Path(name))
        progress.stage("overhead")
        found |= _overhead(options, client, Path(name))
        progress.step()
        found["idle_cpu"] = _idle_cpu(options.idle)
        progress.step()
        if options.clients:
            progress.stage("clients")
            found["clients"] = _crowd(options, client, progress)
        return found


def _idle_cpu(seconds: float) -> float:
    """Processor seconds in a second without a request."""
    start, used = time.perf_counter(), time.process_time()
    time.sleep(seconds)
    return (time.process_time() - used) / (time.perf_counter() - start)


def _overhead(options: ServerBenchOptions, client: BenchClient, folder: Path) -> dict[str, float]:
    """Milliseconds of processor time that a token takes more over HTTP than in a chat: medians of some replies.

    On the engine's thread, which computes, and on all others together, which do not: those that compute beside it are
    no part of either, as they spin while they wait for each other.
    """
    loop = client.loop
    chat = p.OpenChat(id=1, chat_id="own", folder=str(folder / "own"), policy=p.CompactionPolicy(auto=False))
    loop.carry_out(chat)
    own: list[ThreadTimes] = []
    served: list[ThreadTimes] = []
    for n in range(OVERHEAD_ROUNDS):
        question = f"Write about the number {n * 53}, at length."
        begun = ThreadTimes.now()
        reply = client.reply([{"role": "user", "content": question}], OVERHEAD_TOKENS)
        served.append((ThreadTimes.now() - begun) / max(1, int(reply.usage["completion_tokens"])))
        loop.carry_out(p.Truncate(id=2, chat_id="own"))
        message = p.PromptMessage(id=f"q{n}", role="user", content=question)
        sampling = p.Sampling(temperature=0.0, max_tokens=OVERHEAD_TOKENS)
        begun = ThreadTimes.now()
        done = loop.carry_out(p.Generate(id=3, chat_id="own", reply_id=f"r{n}", user=message, sampling=sampling))
        used = ThreadTimes.now() - begun
        own.append(used / max(1, done.tokens if isinstance(done, p.Replied) else 1))
    more = _median(served) - _median(own)
    return {"overhead_ms": more.others * 1000, "overhead_engine_ms": more.engine * 1000}


def _median(times: Sequence[ThreadTimes]) -> ThreadTimes:
    return ThreadTimes(*map(statistics.median, zip(*times, strict=True)))


def _conversation(
    options: ServerBenchOptions, client: BenchClient, progress: BenchProgress, folder: Path
) -> dict[str, Any]:
    each = _length(options) // options.turns - options.tokens
    texts = _texts(options, client, max(8, each))
    planted = FactsInTurns(texts, options.facts) if options.facts else None
    messages: list[dict[str, str]] = [{"role": "system", "content": SYSTEM}]
    replies: list[TimedReply] = []
    plain: list[int] = []
    seen: list[dict[str, str]] = []
    sizes: dict[str, int] = {}
    for text in planted.turns if planted is not None else texts:
        messages.append({"role": "user", "content": f"{text}\n\nWhat of it matters most?"})
        reply = client.reply(messages, options.tokens)
        replies.append(reply)
        fitting = _fitting(messages, options.context - RESERVE, client, sizes)
        same = next((i for i, pair in enumerate(zip(seen, fitting, strict=False)) if pair[0] != pair[1]),
                    min(len(seen), len(fitting)))  # fmt: skip
        plain.append(sum(_size(message, client, sizes) for message in fitting[same:]))
        messages.append({"role": "assistant", "content": reply.text})
        seen = [*fitting, messages[-1]]
        progress.step()
    found = {} if planted is None else (
        ServedRecall(client, folder, options.context, options.tokens, progress)
        .measure(planted, messages, replies[-1].session)
    )  # fmt: skip
    firsts, cpu = [reply.first_ms for reply in replies], [reply.first_cpu_ms for reply in replies]
    return {
        "context": options.context,
        "conversation_tokens": replies[-1].usage["prompt_tokens"],
        "read_tokens": [reply.read for reply in replies],
        "read_tokens_all": sum(reply.read for reply in replies),
        "plain_read_tokens": plain,
        "plain_read_tokens_all": sum(plain),
        "first_token_ms": firsts,
        "first_token_cpu_ms": cpu,
        "late_to_early": firsts[-1] / firsts[4],
        "late_to_early_median": _late_to_early(firsts),
        "late_to_early_cpu": _late_to_early(cpu),
        **found,
    }


def _late_to_early(ms: Sequence[float]) -> float:
    """The median of the last five by that of the five around the fifth."""
    return statistics.median(ms[-5:]) / statistics.median(ms[2:7])


def _length(options: ServerBenchOptions) -> int:
    """Tokens of the conversation, about."""
    return options.conversation or TIMES * options.context


def _fitting(
    messages: list[dict[str, str]], room: int, client: BenchClient, sizes: dict[str, int]
) -> list[dict[str, str]]:
    """The system prompt and as many of the last turns as fit."""
    found: list[dict[str, str]] = []
    room -= _size(messages[0], client, sizes)
    for message in reversed(messages[1:]):
        room -= _size(message, client, sizes)
        if room < 0 and found:
            break
        found.insert(0, message)
    return [messages[0], *found]


def _size(message: dict[str, str], client: BenchClient, sizes: dict[str, int]) -> int:
    """About the tokens of a message; its marks are four."""
    if message["content"] not in sizes:
        sizes[message["content"]] = client.count(message["content"]) + 4
    return sizes[message["content"]]


def _texts(options: ServerBenchOptions, client: BenchClient, each: int) -> list[str]:
    """A text for each turn, of about so many tokens."""
    if options.text:
        words = read_text(options.text).split()
    else:
        words = " ".join(
            f"In the year {1000 + n} the boat number {n * 7919 % 1000} came home from the island." for n in
            range(_length(options) // 12)
        ).split()  # fmt: skip
    sample = words[:400]
    per_word = client.count(" ".join(sample)) / len(sample)
    n = max(1, int(each / per_word))
    if len(words) < n * options.turns:
        raise BenchError(f"The text has {len(words)} words; this needs {n * options.turns}.", "Give a longer text.")
    return [" ".join(words[i * n : (i + 1) * n]) for i in range(options.turns)]


def _crowd(options: ServerBenchOptions, client: BenchClient, progress: BenchProgress) -> dict[str, Any]:
    alone = _asked(client, options, 1, "warm up") and _asked(client, options, 1, "alone")
    progress.step()
    replies, rate = _together(client, options, "round")
    progress.step()
    firsts = sorted(reply.first_ms for reply in replies)
    found = {
        "n": options.clients,
        "rate": rate,
        "rate_alone": alone[0].usage["completion_tokens"] / alone[0].ms * 1000,
        "first_token_ms_alone": alone[0].first_ms,
        "first_token_ms_p50": statistics.median(firsts),
        "first_token_ms_p99": firsts[min(len(firsts) - 1, int(0.99 * len(firsts)))],
    }
    return found | (_beside(options, client, progress) if options.peer else {})


def _beside(options: ServerBenchOptions, client: BenchClient, progress: BenchProgress) -> dict[str, Any]:
    """The rate of both servers, asked in turns."""
    size = (options.model, options.context, options.clients, options.threads)
    with (
        tempfile.TemporaryDirectory(prefix="longthread-bench-") as name,
        own(*size, Path(name)) as ours,
        peer(options.peer, *size) as other,
    ):
        clients = [BenchClient(port, client.loop) for port in (ours, other)]
        rates: tuple[list[float], list[float]] = ([], [])
        for one in clients:
            _asked(one, options, 1, "warm up")
        for n in range(options.rounds):
            for one, found in zip(clients, rates, strict=True):
                found.append(_together(one, options, f"round {n}")[1])
            progress.step()
    to_peer = statistics.median([mine / theirs for mine, theirs in zip(*rates, strict=True)])
    return {"rates": rates[0], "peer_rates": rates[1], "peer": statistics.median(rates[1]), "to_peer": to_peer}


def _asked(client: BenchClient, options: ServerBenchOptions, clients: int, name: str) -> list[TimedReply]:
    """Replies to so many questions at once."""

    def one(n: int) -> TimedReply:
        question = f"{name.capitalize()}: write about the number {n * 37}, and of what it reminds you."
        return client.reply([{"role": "user", "content": question}], options.tokens)

    with ThreadPoolExecutor(clients) as pool:
        return list(pool.map(one, range(clients)))


def _together(client: BenchClient, options: ServerBenchOptions, name: str) -> tuple[list[TimedReply], float]:
    """The replies to all clients, and the tokens that were written in a second."""
    start = time.perf_counter()
    replies = _asked(client, options, options.clients, name)
    seconds = time.perf_counter() - start
    return replies, sum(reply.usage["completion_tokens"] for reply in replies) / seconds
