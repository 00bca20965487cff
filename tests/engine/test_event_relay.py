"""What a chat's listener tells: all that was gathered, of the request that it answers."""

from __future__ import annotations

from engine import protocol as p
from engine.process.event_relay import Relay


def test_probabilities_are_told_also_of_tokens_that_have_no_text_yet() -> None:
    """Some bytes of a letter, of which a reply may end before the rest comes."""
    told: list[p.AnyEvent] = []
    relay = Relay("c", told.append)
    relay.begin(7, lambda: False)
    relay.token("Gr", 1)
    relay.flush()
    one = p.TokenLogprob(token=3, piece=b"\xc3", logprob=-0.5)
    relay.sampled(one)
    relay.flush()
    relay.flush()
    assert [(event.text, event.logprobs) for event in told if isinstance(event, p.Token)] == [("Gr", ()), ("", (one,))]
    assert {event.id for event in told} == {7}


def test_what_comes_after_a_request_answers_none_and_is_not_stopped_with_it() -> None:
    told: list[p.AnyEvent] = []
    relay = Relay("c", told.append)
    relay.begin(7, lambda: True)
    relay.announce_compactions = False  # it closes with its own
    assert relay.cancelled()
    relay.rest()
    assert not relay.cancelled() and relay.announce_compactions
    relay.progress("rebuild", 1, 1, 10.0)
    assert [event.id for event in told] == [0]
