"""What waits while the computer runs on its battery, and that it stays awake while a model works."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.services.power import saving
from app.services.power.awake import LINGER_MS
from app.services.power.battery import on_battery_of
from app.services.power.inhibitors import REASON, Caffeinate, DesktopSession, NoSleepControl, PowerRequest
from engine import protocol
from tests.fake_engine import Script
from tests.unit.services import test_cartridges as cartridges
from tests.unit.services import test_knowledge as knowledge
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

Supply = dict[str, str]
BATTERY = {"type": "Battery", "present": "1"}
MOUSE = {"type": "Battery", "scope": "Device", "status": "Discharging"}


# where the power comes from --------------------------------------------------------------


@pytest.mark.parametrize(
    ("supplies", "expected"),
    [
        ({}, False),
        ({"BAT0": {**BATTERY, "status": "Discharging"}, "AC": {"type": "Mains", "online": "0"}}, True),
        ({"BAT0": {**BATTERY, "status": "Charging"}, "AC": {"type": "Mains", "online": "1"}}, False),
        # two batteries, the second of which is full while the first is used up
        ({"BAT0": {**BATTERY, "status": "Discharging"}, "BAT1": {**BATTERY, "status": "Full"}}, True),
        # plugged in, but its load is more than the plug gives, or charging was ended by a threshold
        ({"BAT0": {**BATTERY, "status": "Discharging"}, "ucsi": {"type": "USB", "online": "1"}}, False),
        ({"BAT0": {**BATTERY, "status": "Not charging"}}, False),
        ({"hidpp_battery_0": MOUSE}, False),
        ({"hidpp_battery_0": MOUSE, "BAT0": {**BATTERY, "status": "Discharging"}}, True),
        # a mouse that hangs on its cable plugs nothing else in
        ({"mouse": {**MOUSE, "online": "1"}, "BAT0": {**BATTERY, "status": "Discharging"}}, True),
        ({"ups": {"type": "UPS", "status": "Discharging"}}, True),
        ({"BAT0": {"type": "Battery"}}, False),
    ],
)
def test_linux_tells_the_computers_battery_from_those_of_devices(
    tmp_path: Path, supplies: dict[str, Supply], expected: bool
) -> None:
    for name, files in supplies.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(f"{text}\n")
    assert on_battery_of(tmp_path) is expected


def test_a_computer_without_power_supplies_is_plugged_in(tmp_path: Path) -> None:
    assert not on_battery_of(tmp_path / "none")


class Plug:
    """What the computer says of where its power comes from."""

    def __init__(self, battery: bool = True) -> None:
        self.battery = battery
        self.asked = 0
        self.problem: OSError | None = None

    def __call__(self) -> bool:
        self.asked += 1
        if self.problem is not None:
            raise self.problem
        return self.battery

    def turn(self, h: Harness, battery: bool) -> None:
        self.battery = battery
        h.context.power.look()
        h.wait(lambda: h.context.power.saving is battery)


def told(h: Harness) -> list[bool]:
    """What the engine was told."""
    return [request.on for request in h.requests(protocol.SavePower) if isinstance(request, protocol.SavePower)]


def test_the_engine_hears_of_it_and_so_does_the_next_one(start: Start) -> None:
    plug = Plug()
    h = start(on_battery=plug)
    h.wait(lambda: told(h) == [True])
    h.engine.die()
    h.wait(lambda: told(h) == [True, True])
    plug.turn(h, False)
    h.wait(lambda: told(h) == [True, True, False])


def test_power_is_not_saved_where_the_person_does_not_want_it(start: Start) -> None:
    plug = Plug()
    h = start(on_battery=plug)
    h.wait(lambda: h.context.power.saving)
    h.context.settings.set(saving.SAVE, False)
    assert not h.context.power.saving
    h.wait(lambda: told(h) == [True, False])
    h.context.settings.set(saving.SAVE, True)
    assert h.context.power.saving


def test_a_system_that_does_not_say_is_not_asked_again(start: Start) -> None:
    plug = Plug()
    h = start(on_battery=plug)
    h.wait(lambda: h.context.power.saving)
    plug.problem = OSError("no driver")
    h.context.power.look()
    h.wait(lambda: not h.context.power.saving)
    assert not h.context.power._timer.isActive()


def test_one_look_at_a_time_waits_for_a_slow_driver(start: Start) -> None:
    plug = Plug(battery=False)
    h = start(on_battery=plug)
    for _ in range(5):
        h.context.power.look()
    h.wait(lambda: not h.context.power._looking)
    assert plug.asked == 1


# what waits ------------------------------------------------------------------------------


def test_documents_wait_for_the_plug_but_for_those_that_are_asked_for(start: Start, tmp_path: Path) -> None:
    plug = Plug()
    h = start(cartridges.SCRIPT, on_battery=plug)
    h.wait_idle()
    h.wait(lambda: h.context.power.saving)
    mounted = cartridges.added(h, tmp_path)
    asked = cartridges.added(h, tmp_path, "fire.txt", "The mill at Ulmen burnt in 1961.\n")
    cartridges.mount(h, mounted)
    h.context.cartridges.read(asked.id)
    cartridges.ready(h, asked)
    h.settle()
    waits = cartridges.state(h, mounted)
    assert (waits.phase, waits.saving, waits.paused) == ("waiting", True, False)
    assert not h.context.cartridges.waiting
    plug.turn(h, False)
    cartridges.ready(h, mounted)
    read = [one for one in h.requests(protocol.ReadDocument) if isinstance(one, protocol.ReadDocument)]
    assert [(one.digest, one.refine) for one in read] == [(asked.digest, False), (mounted.digest, True)]


def test_a_document_that_is_asked_for_waits_for_no_plug(start: Start, tmp_path: Path) -> None:
    h = start(cartridges.SCRIPT, on_battery=Plug())
    h.wait_idle()
    h.wait(lambda: h.context.power.saving)
    h.context.cartridges.pause()
    mounted = cartridges.added(h, tmp_path)
    asked = cartridges.added(h, tmp_path, "fire.txt", "The mill at Ulmen burnt in 1961.\n")
    cartridges.mount(h, mounted)
    h.context.cartridges.read(asked.id)
    both = [cartridges.state(h, entry) for entry in (mounted, asked)]
    assert [(one.phase, one.saving, one.paused) for one in both] == [("waiting", True, True), ("waiting", False, True)]


@pytest.mark.parametrize("wanted", [False, True])
def test_reading_stops_when_the_plug_is_pulled_unless_it_was_asked_for(
    start: Start, tmp_path: Path, wanted: bool
) -> None:
    plug = Plug(battery=False)
    h = start(Script(replies=(("Yes.",),), n_ctx=1000, states_apart=True, hold_reading=True), on_battery=plug)
    h.wait_idle()
    entry = cartridges.added(h, tmp_path)
    if wanted:
        h.context.cartridges.read(entry.id)
    else:
        cartridges.mount(h, entry)
    h.wait(lambda: cartridges.state(h, entry).phase == "reading" and h.engine.holding)
    plug.turn(h, True)
    h.settle()
    assert cartridges.state(h, entry).phase == ("reading" if wanted else "waiting")
    assert bool(h.requests(protocol.StopReading)) is not wanted
    h.engine.release()
    plug.turn(h, False)
    h.wait(lambda: h.engine.holding or cartridges.state(h, entry).phase == "ready")
    h.engine.release()
    cartridges.ready(h, entry)


def test_a_document_whose_text_is_still_fetched_when_the_plug_is_pulled_waits(start: Start, tmp_path: Path) -> None:
    h = start(cartridges.SCRIPT, on_battery=Plug())
    h.wait_idle()
    h.wait(lambda: h.context.power.saving)
    h.context.settings.set(saving.SAVE, False)
    entry = cartridges.added(h, tmp_path)
    cartridges.mount(h, entry)
    assert h.context.cartridges._preparing
    h.context.settings.set(saving.SAVE, True)
    h.settle()
    assert not h.requests(protocol.ReadDocument) and cartridges.state(h, entry).saving
    h.context.settings.set(saving.SAVE, False)
    cartridges.ready(h, entry)


def test_facts_wait_for_the_plug_but_for_those_that_are_asked_for(start: Start, tmp_path: Path) -> None:
    plug = Plug()
    h = start(knowledge.SCRIPT, on_battery=plug)
    h.wait_idle()
    h.wait(lambda: h.context.power.saving)
    h.context.settings.set("knowledge.chats", True)
    mounted = knowledge.added(h, tmp_path)
    asked = knowledge.added(h, tmp_path, "Bo Lind works for Norda.\n", "more.md")
    knowledge.mount(h, mounted)
    h.context.knowledge.extract(asked.id)
    h.wait(lambda: knowledge.done(h, asked))
    knowledge.nothing_to_do(h)
    assert not knowledge.done(h, mounted) and len(knowledge.extractions(h)) == 1
    plug.turn(h, False)
    h.wait(lambda: knowledge.done(h, mounted))


# staying awake ---------------------------------------------------------------------------


class Held:
    """Stands in for the system: what was asked of it, in order."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.problem: Exception | None = None

    def hold(self) -> None:
        self.calls.append("hold")
        if self.problem is not None:
            raise self.problem

    def release(self) -> None:
        self.calls.append("release")


def replying(start: Start, held: Held) -> Harness:
    """In the middle of a reply."""
    h = start(Script(replies=(("One", " two"),), hold_at=1), find_inhibitor=lambda: held)
    h.wait_idle()
    h.conversation.send("Count.")
    h.wait(lambda: h.engine.holding)
    return h


def test_the_computer_stays_awake_until_some_time_after_a_reply(start: Start) -> None:
    held = Held()
    h = replying(start, held)
    h.wait(lambda: h.context.awake.held)
    h.engine.release()
    h.wait_idle()
    h.wait(lambda: h.context.awake._linger.isActive())
    h.settle()
    assert h.context.awake.held and h.context.awake._linger.interval() == LINGER_MS
    h.context.awake._linger.stop()
    h.context.awake._linger.timeout.emit()
    h.wait(lambda: not h.context.awake.held)
    assert held.calls == ["hold", "release"]


def test_work_that_begins_meanwhile_goes_on_being_awake(start: Start) -> None:
    held = Held()
    h = start(find_inhibitor=lambda: held)
    h.wait_idle()
    awake = h.context.awake
    awake.set_working("downloads", True)
    awake.set_working("replies", True)
    awake.set_working("replies", False)
    assert not awake._linger.isActive(), "the download goes on"
    awake.set_working("downloads", False)
    assert awake._linger.isActive()
    awake.set_working("replies", True)
    assert not awake._linger.isActive()
    h.wait(lambda: awake.held)
    assert held.calls == ["hold"]


def test_the_computer_may_sleep_where_the_person_wants_it(start: Start) -> None:
    held = Held()
    h = replying(start, held)
    h.wait(lambda: h.context.awake.held)
    h.context.settings.set("power.awake", False)
    h.wait(lambda: not h.context.awake.held)
    h.context.settings.set("power.awake", True)
    h.wait(lambda: h.context.awake.held)
    assert held.calls == ["hold", "release", "hold"]


@pytest.mark.parametrize("problem", [NoSleepControl("no bus"), RuntimeError("a defect")])
def test_a_system_without_a_way_is_asked_once(start: Start, problem: Exception) -> None:
    held = Held()
    held.problem = problem
    h = replying(start, held)
    h.wait(lambda: held.calls and not h.context.awake._busy)
    h.context.settings.set("power.awake", False)
    h.context.settings.set("power.awake", True)
    h.settle()
    assert held.calls == ["hold"] and not h.context.awake.held and h.notices == []


# how, by system --------------------------------------------------------------------------


class Kernel32:
    """Windows' part of it, with a handle that takes more than 32 bits."""

    HANDLE = 0x1_2345_6789

    def __init__(self, created: int | None = HANDLE, granted: bool = True) -> None:
        self.calls: list[tuple[str, int]] = []

        def create(context: Any) -> int | None:
            told = context._obj
            assert (told.version, told.flags, told.reason) == (0, 1, REASON)
            return created

        def noted(name: str, result: int) -> Callable[..., int]:
            def call(request: Any, *_kind: int) -> int:
                self.calls.append((name, request.value))
                return result

            return call

        self.PowerCreateRequest = create
        self.PowerSetRequest = noted("set", int(granted))
        self.PowerClearRequest = noted("clear", 1)
        self.CloseHandle = noted("close", 1)


def test_windows_is_kept_awake_by_a_power_request() -> None:
    kernel32 = Kernel32()
    request = PowerRequest(kernel32)
    request.hold()
    assert kernel32.calls == [("set", Kernel32.HANDLE)]
    request.release()
    request.release()
    assert kernel32.calls[1:] == [("clear", Kernel32.HANDLE), ("close", Kernel32.HANDLE)]


@pytest.mark.parametrize("created", [None, 0xFFFF_FFFF_FFFF_FFFF])
def test_windows_may_have_no_power_requests(created: int | None) -> None:
    kernel32 = Kernel32(created)
    request = PowerRequest(kernel32)
    with pytest.raises(NoSleepControl):
        request.hold()
    request.release()
    assert kernel32.calls == []


def test_a_power_request_that_windows_refuses_is_given_back() -> None:
    kernel32 = Kernel32(granted=False)
    request = PowerRequest(kernel32)
    with pytest.raises(NoSleepControl):
        request.hold()
    request.release()
    assert [name for name, _ in kernel32.calls] == ["set", "close"]


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for caffeinate")
def test_a_mac_is_kept_awake_by_a_program_that_ends_with_ours(tmp_path: Path) -> None:
    said = tmp_path / "said"
    command = tmp_path / "caffeinate"
    command.write_text(f'#!/bin/sh\necho "$@" > "{said}.new"\nmv "{said}.new" "{said}"\nexec sleep 600\n')
    command.chmod(0o755)
    caffeinate = Caffeinate(str(command))
    caffeinate.hold()
    running = caffeinate._running
    assert running is not None and running.poll() is None
    caffeinate.release()
    assert running.returncode is not None
    caffeinate.release()


def test_a_mac_without_that_program_is_not_kept_awake(tmp_path: Path) -> None:
    caffeinate = Caffeinate(str(tmp_path / "none"))
    with pytest.raises(NoSleepControl):
        caffeinate.hold()
    caffeinate.release()


class Bus:
    """A session's bus on which ``answering`` is the one service that there is; "silent" hangs up."""

    def __init__(self, answering: str) -> None:
        self._answering = answering
        self.asked: list[str] = []
        self.closed = 0

    def send_and_get_reply(self, message: Any, *, timeout: float) -> Any:
        from jeepney import HeaderFields, MessageType

        assert timeout > 0
        message.serialise(serial=1)  # its values are of the types that it says
        name = message.header.fields[HeaderFields.destination]
        self.asked.append(name)
        if self._answering == "silent":
            raise TimeoutError
        kind = MessageType.method_return if name == self._answering else MessageType.error
        return SimpleNamespace(header=SimpleNamespace(message_type=kind))

    def close(self) -> None:
        self.closed += 1


@pytest.mark.skipif(sys.platform != "linux", reason="jeepney is there on Linux alone")
@pytest.mark.parametrize("at", range(len(DesktopSession.WAYS)))
def test_linux_is_kept_awake_by_the_first_service_that_answers(at: int) -> None:
    names = [way[0] for way in DesktopSession.WAYS]
    bus = Bus(names[at])
    session = DesktopSession(lambda: bus)
    session.hold()
    assert bus.asked == names[: at + 1] and bus.closed == 0
    session.release()
    session.release()
    assert bus.closed == 1, "which ends it"


@pytest.mark.skipif(sys.platform != "linux", reason="jeepney is there on Linux alone")
@pytest.mark.parametrize("answering", ["nobody", "silent"])
def test_linux_without_such_a_service_is_not_kept_awake(answering: str) -> None:
    bus = Bus(answering)
    session = DesktopSession(lambda: bus)
    with pytest.raises(NoSleepControl):
        session.hold()
    session.release()
    assert bus.closed == 1


@pytest.mark.skipif(sys.platform != "linux", reason="jeepney is there on Linux alone")
def test_linux_without_a_session_is_not_kept_awake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    with pytest.raises(NoSleepControl):
        DesktopSession().hold()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "nonsense")
    with pytest.raises(NoSleepControl):
        DesktopSession().hold()
