"""The order of requests: what runs side by side, what waits, and what a stop reaches."""

from __future__ import annotations

from typing import Any

import pytest

from engine import protocol as p
from engine.process.queue import Order, Work


def work(number: int = 0, *, alone: bool = False) -> Work:
    return Work(lambda _: p.Done(id=number), lambda _: None, id=number, alone=alone)


def generate(number: int, chat: str) -> p.Generate:
    return p.Generate(id=number, chat_id=chat, reply_id="a")


def opening(number: int, chat: str) -> p.OpenChat:
    return p.OpenChat(id=number, chat_id=chat, folder="")


def reading(number: int, digest: str = "d") -> p.ReadDocument:
    return p.ReadDocument(id=number, digest=digest, name="", path="")


POLICY = p.SetPolicy(id=1, policy=p.CompactionPolicy())


@pytest.mark.parametrize(
    ("first", "second", "waits"),
    [
        (generate(1, "a"), p.Undo(id=2, chat_id="a"), True),
        (generate(1, "a"), generate(2, "b"), False),
        (generate(1, "a"), p.Fork(id=2, chat_id="a", source="", folder="", ids={}), True),
        (generate(1, "a"), p.CloseChat(id=2), True),
        (p.CloseChat(id=1), opening(2, "a"), True),
        (opening(1, "a"), POLICY, True),
        (POLICY, opening(2, "a"), True),
        (POLICY, POLICY, True),
        (POLICY, generate(2, "a"), False),
        (generate(1, "a"), p.Load(id=2, path=""), True),
        (p.Unload(id=1), p.Hello(id=2), True),
        (generate(1, "a"), work(), False),
        (generate(1, "a"), work(alone=True), True),
        (work(alone=True), generate(2, "a"), True),
        (p.Measure(id=1, path=""), p.Measure(id=2, path=""), True),
        (p.Measure(id=1, path=""), p.Quit(id=2), False),
        (reading(1), reading(2), True),
        (reading(1), p.Load(id=2, path=""), False),
        (p.Load(id=1, path=""), reading(2), True),
    ],
)
def test_what_waits_for_what(first: Any, second: Any, waits: bool) -> None:
    order = Order()
    before, after = order.add(first), order.add(second)
    assert order.next() is before
    assert order.next() is (None if waits else after)
    order.close(before)
    assert order.next() is (after if waits else None)
    order.close(after)
    assert not order and before.closed and after.closed


def test_nobody_passes_what_waits_itself() -> None:
    order = Order()
    running, load, late = (order.add(one) for one in (generate(1, "a"), p.Load(id=2, path=""), generate(3, "b")))
    assert (order.next(), order.next()) == (running, None)
    order.close(running)
    assert (order.next(), order.next()) == (load, None)
    order.close(load)
    assert order.next() is late


def test_a_stop_reaches_what_it_names_and_nothing_of_others() -> None:
    order = Order()
    tickets = [order.add(one) for one in (generate(1, "a"), generate(2, "a"), work(1), work(2))]
    assert [order.next(), order.next(), order.next()] == [tickets[0], *tickets[2:]]

    def stopped() -> list[bool]:
        return [ticket.cancel.is_set() for ticket in tickets]

    order.cancel(0)
    assert stopped() == [True, False, False, False], "what runs for the program"
    order.cancel(2)
    assert stopped() == [True, True, False, False], "what waits, too"
    order.cancel_all()
    assert all(stopped())


def test_one_document_is_given_up_or_all_are() -> None:
    order = Order()
    tickets = [order.add(reading(1, "c")), order.add(reading(2, "d")), order.add(generate(3, "a"))]
    order.cancel_reading("d")
    assert [ticket.cancel.is_set() for ticket in tickets] == [False, True, False]
    order.cancel_reading("")
    assert [ticket.cancel.is_set() for ticket in tickets] == [True, True, False]


def test_what_is_done_aside_keeps_nobody_from_being_idle() -> None:
    order = Order()
    for aside in (reading(1), p.Measure(id=2, path=""), p.Complete(id=3, prompt="", idle=True)):
        order.add(aside)
    assert order.quiet and not order.waited_for and not order.only(p.ReadDocument)
    asked = order.add(p.Complete(id=4, prompt=""))
    assert order.waited_for and not order.quiet
    assert asked in [order.next() for _ in range(4)]
    assert not order.waited_for and not order.quiet, "it runs"
