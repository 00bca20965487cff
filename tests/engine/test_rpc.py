"""Layers on workers: two of them on this computer lend their memory to an engine, and one of them goes away."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import cli
from engine import protocol as p
from engine.errors import WorkerFailed
from engine.model import workers as module
from engine.model.ggml import F16, F32, Device, InitParams
from engine.model.model import Model
from engine.model.runtime import Runtime, runtime
from engine.model.workers import PROTOCOL, Workers, greet
from engine.process import load_plan
from engine.protocol import worker_address, worker_addresses
from tests.engine.conftest import ROOT, EngineProcess
from tests.engine.rpc_workers import LocalWorker, built
from tests.vision_files import make_mmproj

PLAIN = ROOT / "tests" / "fixtures" / "models" / "plain.gguf"
STORY = "The keeper of the lighthouse wrote a letter each evening and left it at the mill. " * 6
GREEDY = p.Sampling(temperature=0, max_tokens=16)
LONG = p.Sampling(temperature=0, max_tokens=800, output="grammar", form="root ::= [a-z ]{700,800}")


@pytest.fixture(scope="module")
def workers() -> Iterator[list[LocalWorker]]:
    if not built():
        pytest.skip("the engine library was built before it had workers")
    with contextlib.ExitStack() as stack:
        found = []
        for memory in ("600MB", "700MB"):
            found.append(LocalWorker("--memory", memory))
            stack.callback(found[-1].kill)
        yield found
        ends = [signal.SIGINT if os.name == "posix" else signal.SIGTERM, signal.SIGTERM]
        statuses = [worker.end(number) for worker, number in zip(found, ends, strict=True)]
        assert os.name != "posix" or statuses == [0, 0]


class Chat:
    """A chat in an engine process, and what was said in it."""

    def __init__(self, engine: EngineProcess, folder: Path) -> None:
        self.engine, self.folder = engine, folder
        self.messages: list[p.PromptMessage] = []

    def load(self, *workers: str, **more: Any) -> p.Loaded:
        return self.engine.ask(
            p.Loaded, p.Load, path=str(PLAIN), n_ctx=2048, n_threads=1, kv_type="f16", workers=workers, **more
        )

    def open(self) -> p.Opened:
        return self.engine.ask(
            p.Opened, p.OpenChat, chat_id="c", folder=str(self.folder), messages=tuple(self.messages),
            policy=p.CompactionPolicy(auto=False, keep_recent=16),
        )  # fmt: skip

    def say(self, text: str) -> str:
        number, before = len(self.messages), len(self.engine.seen)
        user = p.PromptMessage(f"u{number}", "user", text)
        self.engine.ask(p.Replied, p.Generate, chat_id="c", reply_id=f"a{number}", user=user, sampling=GREEDY)
        reply = "".join(event.text for event in self.engine.seen[before:] if isinstance(event, p.Token))
        self.messages += [user, p.PromptMessage(f"a{number}", "assistant", reply)]
        return reply

    def compact(self) -> p.Compacted:
        return self.engine.ask(p.Compacted, p.Compact, chat_id="c", ratio=4.0)


@pytest.mark.native
def test_a_chat_on_two_workers_is_the_same_chat(
    workers: list[LocalWorker], start_engine: Callable[[], EngineProcess], tmp_path: Path
) -> None:
    """Decoded, compacted, saved, resumed and undone as on the processor, token by token."""
    engine = start_engine()
    replies = []
    for name, addresses in (("near", ()), ("far", tuple(worker.address for worker in workers))):
        chat = Chat(engine, tmp_path / name)
        loaded = chat.load(*addresses)
        assert loaded.note is None and loaded.choice is not None
        assert loaded.choice.devices == addresses
        if addresses:
            assert all(loaded.choice.counts) and sum(loaded.choice.counts) == loaded.model.n_layer + 1
            devices = [event for event in engine.seen if isinstance(event, p.Devices)][-1]
            assert [text for text in devices.found if text.startswith("RPC")] == [
                f"RPC0: {addresses[0]} (600 MB)", f"RPC1: {addresses[1]} (700 MB)"
            ]  # fmt: skip
        chat.open()
        said = [chat.say(STORY), chat.say("And then?")]
        assert chat.compact().after
        said.append(chat.say("Go on."))
        engine.ask(p.Done, p.CloseChat, chat_id="c")
        assert chat.open().how == "resumed"
        said.append(chat.say("And the mill?"))
        engine.ask(p.Undone, p.Undo, chat_id="c")
        said.append(chat.say("And who read it?"))
        replies.append(said)
    assert replies[0] == replies[1]
    assert all(replies[0])
    engine.ask(p.Done, p.Unload)
    for worker in workers:
        greet(worker.address)  # they are let go: each takes the next client


@pytest.mark.native
def test_a_worker_that_dies_in_mid_reply_costs_the_engine_and_not_the_chat(
    start_engine: Callable[[], EngineProcess], tmp_path: Path
) -> None:
    if not built():
        pytest.skip("the engine library was built before it had workers")
    worker = LocalWorker("--memory", "600MB")
    chat = Chat(start_engine(), tmp_path / "c")
    chat.load(worker.address)
    chat.open()
    chat.say(STORY)
    asked = p.PromptMessage("u9", "user", "Go on.")
    chat.engine.send(p.Generate, chat_id="c", reply_id="a9", user=asked, sampling=LONG)
    while not isinstance(chat.engine.next(), p.Token):
        pass
    worker.kill()
    with contextlib.suppress(StopIteration):
        while True:
            chat.engine.next()
    assert chat.engine.close() != 0
    assert "Remote RPC server crashed" in b"".join(chat.engine.stderr).decode()

    chat.engine = start_engine()
    loaded = chat.load(worker.address)
    assert loaded.note is not None and loaded.note.code == "worker.unreachable"
    assert loaded.choice is not None and loaded.choice.devices == ()
    chat.open()
    assert chat.say("Go on.")


@pytest.mark.native
@pytest.mark.parametrize(("first", "second", "there"), [(F16, F32, True), (F32, F32, True), (F32, F16, False)])
def test_a_worker_says_what_its_device_can_compute(
    workers: list[LocalWorker], first: int, second: int, there: bool
) -> None:
    """The processor has no product of f32 and f16; asked again, the answer is the same."""
    library = runtime()
    ggml = library._ggml
    assert not library.workers.connect([workers[0].address])
    context = ggml.ggml_init(InitParams(1 << 16, None, True))
    try:
        tensors = [ggml.ggml_new_tensor_3d(context, kind, 64, 8, 1) for kind in (first, second)]
        product = ggml.ggml_mul_mat(context, *tensors)
        (far,) = library.workers.pointers
        near = next(pointer for pointer in ggml.device_pointers() if ggml.device(pointer, 0).name == "CPU")
        assert [ggml.ggml_backend_dev_supports_op(device, product) for device in (far, far, near)] == [there] * 3
    finally:
        ggml.ggml_free(context)
        library.workers.connect([])


@pytest.mark.native
def test_pictures_are_not_encoded_on_a_worker_that_has_gone(tmp_path: Path) -> None:
    """The library goes on listing it, as a graphics card, and would end the process."""
    if not built():
        pytest.skip("the engine library was built before it had workers")
    worker, library = LocalWorker("--memory", "600MB"), runtime()
    try:
        assert not library.workers.connect([worker.address])
        library.workers.connect([])
    finally:
        worker.kill()
    assert library.workers.pointers and library.card_with_room(0) not in library.workers.pointers
    with Model.open(PLAIN, n_ctx=64, sample_queries=False) as model:
        model.open_vision(make_mmproj(tmp_path / "mmproj.gguf", model.facts.n_embd))
        assert model.vision is not None and model.vision.bytes
        model.vision.close()


@pytest.mark.native
def test_a_device_is_left_alone_by_a_model_without_layers_on_it(
    workers: list[LocalWorker], caplog: pytest.LogCaptureFixture
) -> None:
    """Also by one that would compute long batches there: a card whose driver fails would end the engine again."""
    library = runtime()
    assert not library.workers.connect([workers[0].address])
    (far,) = library.workers.devices()
    used = []
    try:
        for layers in (-1, 0):
            caplog.clear()
            with (
                caplog.at_level(logging.DEBUG, "engine.native"),
                Model.open(PLAIN, n_ctx=64, n_gpu_layers=layers, devices=[far.index], sample_queries=False),
            ):
                pass
            used.append(any(far.name in line for line in caplog.messages))
    finally:
        library.workers.connect([])
    assert used == [True, False]


@pytest.mark.native
def test_a_load_that_is_refused_changes_nothing_about_workers(
    workers: list[LocalWorker], start_engine: Callable[[], EngineProcess], tmp_path: Path
) -> None:
    """What it held is let go, and those of the model that is there stay held."""
    engine = start_engine()
    chat, address = Chat(engine, tmp_path), workers[0].address
    refused = {"path": str(tmp_path / "none.gguf")}
    engine.ask(p.Error, p.Load, **refused, workers=(address,))
    greet(address)
    assert chat.load(address).note is None
    engine.ask(p.Error, p.Load, **refused)
    loaded = chat.load(address)
    assert loaded.note is None and loaded.choice is not None and loaded.choice.devices == (address,)
    assert chat.load().note is None
    greet(address)


@pytest.mark.native
def test_what_is_at_a_port_is_found_out_before_the_library_is_asked(workers: list[LocalWorker]) -> None:
    greet(workers[0].address)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert problem(f"127.0.0.1:{silent.getsockname()[1]}", 0.2) == "worker.busy"
        closed = f"127.0.0.1:{silent.getsockname()[1]}"
    assert problem(closed) == problem("no-such-host.invalid:50052") == "worker.unreachable"
    with replying(b"HTTP/1.1 400 Bad Request\r\n" + b" " * 99) as address:
        assert problem(address) == "worker.foreign"
    with replying(b"") as address:
        assert problem(address) == "worker.foreign"
    newer = struct.pack("<Q4B24s", 28, PROTOCOL[0] + 1, 0, 0, 0, b"")
    ours = r"\.".join(map(str, PROTOCOL))
    with replying(newer) as address, pytest.raises(WorkerFailed, match=rf"protocol 8\.0\.0, this version {ours}"):
        greet(address)


@pytest.mark.native
def test_noise_at_its_port_does_not_end_a_worker(workers: list[LocalWorker]) -> None:
    """Bytes that are no greeting, and a greeting with bytes behind it that are no command."""
    host, port = workers[0].address.split(":")
    hello = module._REQUEST.pack(module._HELLO, module._CAPABILITIES, b"")
    for noise in (b"\xff" * 64, b"GET / HTTP/1.1\r\n\r\n", hello + b"\xee" * 64, hello[:5]):
        with socket.create_connection((host, int(port)), 10) as line:
            line.sendall(noise)
            with contextlib.suppress(OSError):  # it may have closed the line by now
                line.shutdown(socket.SHUT_WR)
                while line.recv(4096):
                    pass
    greet(workers[0].address)


@contextlib.contextmanager
def replying(reply: bytes) -> Iterator[str]:
    """A program at a port that sends ``reply`` to whoever comes, whatever they say."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                line, _ = server.accept()
                with line:
                    line.recv(1024)
                    line.sendall(reply)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        thread.join()


def problem(address: str, seconds: float = 5.0) -> str:
    with pytest.raises(WorkerFailed) as failed:
        greet(address, seconds)
    return failed.value.text.code


# --------------------------------------------------------------------------- the command


def test_another_address_than_this_computers_needs_a_consent(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rpc-worker", "--host", "0.0.0.0"]) == 2
    said = capsys.readouterr().err
    assert "neither\npasswords nor encryption" in said and "--trust-network" in said
    assert cli.main(["rpc-worker", "--host", "here"]) == 2
    assert "no IPv4 address" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--port", "70000"), ("--port", "-1"), ("--threads", "-1"), ("--threads", "99999")])
def test_numbers_that_cannot_be_are_refused(option: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["rpc-worker", *option])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option[0]}: '{option[1]}' is too " in said


@pytest.mark.native
def test_a_worker_says_what_it_cannot_do(workers: list[LocalWorker], capsys: pytest.CaptureFixture[str]) -> None:
    port = workers[0].address.split(":")[1]
    assert cli.main(["rpc-worker", "--port", port]) == 1
    assert capsys.readouterr().err.startswith(f"Can't listen at 127.0.0.1:{port}: ")
    assert cli.main(["rpc-worker", "--port", "0", "--device", "CUDA7"]) == 1
    assert "There is no device 'CUDA7'. There are: " in capsys.readouterr().err


# --------------------------------------------------------------------------- without a library


def test_a_name_that_none_can_have_is_not_reached() -> None:
    for name in ("studio..local", "x" * 70):
        assert problem(worker_address(name)) == "worker.unreachable"


def test_addresses_as_people_write_them() -> None:
    assert worker_address(" Studio.local ") == "studio.local:50052"
    assert worker_addresses("10.0.0.2, 10.0.0.3:5000\n10.0.0.2:50052") == ("10.0.0.2:50052", "10.0.0.3:5000")
    assert worker_addresses(" ") == ()
    for text in ("10.0.0.2:0", "10.0.0.2:70000", "::1", "http://a", "a b:c", "-a", ""):
        with pytest.raises(ValueError, match="is no address of a worker"):
            worker_address(text)
    with pytest.raises(ValueError, match="more than 16"):
        worker_addresses(" ".join(f"10.0.0.{i}" for i in range(17)))


def test_a_name_that_takes_long_to_find_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    late: list[str] = []

    def find(host: str) -> str:
        answered.wait(10)
        late.append(host)
        return "127.0.0.1"

    monkeypatch.setattr(module.socket, "gethostbyname", find)
    try:
        assert problem("studio.local:50052", 0.05) == "worker.unreachable"
        assert not late
    finally:
        answered.set()


class StandInGgml:
    """One worker's device in the library's list, behind the processor."""

    def __init__(self) -> None:
        self.held: list[int] = []
        self.looks = 0

    def device_pointers(self, backend: int = 0) -> list[int]:
        return [22] if backend else [11, 22]

    def device(self, pointer: int, index: int) -> Device:
        self.looks += 1
        return Device("RPC0", "far:1", "gpu", 3 << 30, 4 << 30, index)

    def ggml_backend_dev_init(self, pointer: int, _: None) -> int:
        self.held.append(pointer)
        return pointer

    def ggml_backend_free(self, backend: int) -> None:
        self.held.remove(backend)

    def ggml_backend_register(self, backend: int) -> None:
        assert backend == 7


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> tuple[StandInGgml, Workers, list[str]]:
    """The second of them cannot be reached; who was greeted."""
    greeted: list[str] = []

    def greet(address: str, seconds: float) -> None:
        greeted.append(address)
        if address != "far:1":
            raise WorkerFailed("worker.unreachable", worker=address, reason="refused")

    monkeypatch.setattr(module, "greet", greet)
    ggml = StandInGgml()
    found = Workers(ggml, lambda: None)  # type: ignore[arg-type]
    monkeypatch.setattr(found, "_function", lambda *_: lambda address: 7)
    return ggml, found, greeted


class ListedGgml(StandInGgml):
    """Devices in the library's list, by kind; the one of the worker has 22 for a pointer."""

    def __init__(self, *kinds: str, free: Sequence[int] = ()) -> None:
        super().__init__()
        self.kinds, self.free = kinds, free or [0] * len(kinds)

    def devices(self, backend: int = 0, without: Container[int] = ()) -> tuple[Device, ...]:
        total = 8 << 30 if any(self.free) else 0
        found = enumerate(zip(self.kinds, self.free, strict=True))
        return tuple(Device(f"D{i}", "", kind, free, total, i) for i, (kind, free) in found if 20 + i not in without)

    def ggml_backend_dev_get(self, index: int) -> int:
        return 20 + index


@pytest.mark.parametrize(
    ("kinds", "chosen"),
    [
        (("cpu", "accel"), 0),
        (("cpu", "igpu", "gpu"), 21),  # the card is a worker's
        (("cpu", "igpu", "gpu", "gpu"), 23),
        (("igpu", "cpu", "gpu", "accel"), 20),
        (("cpu", "cpu", "gpu"), 0),
    ],
)
def test_pictures_are_encoded_on_the_first_card_of_this_computer(kinds: tuple[str, ...], chosen: int) -> None:
    library: Any = SimpleNamespace(_ggml=ListedGgml(*kinds), workers=SimpleNamespace(pointers=frozenset({22})))
    assert Runtime.card_with_room(library, 1 << 30) == chosen


@pytest.mark.parametrize(
    ("free", "chosen"), [((4, 4), 21), ((1, 4), 22), ((4, 1), 21), ((1, 1), 0)], ids=["both", "one", "other", "none"]
)
def test_pictures_are_encoded_where_the_projector_finds_room(free: tuple[int, int], chosen: int) -> None:
    """On a full card the library would end the process."""
    ggml = ListedGgml("cpu", "gpu", "gpu", free=[8 << 30, *(gb << 30 for gb in free)])
    library: Any = SimpleNamespace(_ggml=ggml, workers=SimpleNamespace(pointers=frozenset()))
    assert Runtime.card_with_room(library, 2 << 30) == chosen


def test_workers_are_held_from_a_load_to_its_end(stand_in: tuple[StandInGgml, Workers, list[str]]) -> None:
    ggml, workers, greeted = stand_in
    failed = workers.connect(("far:1", "gone:2"))
    assert [one.text.args["worker"] for one in failed] == ["gone:2"]
    assert [(device.worker, device.index) for device in workers.devices()] == [("far:1", 1)]
    assert (ggml.held, greeted) == ([22], ["far:1", "gone:2"])
    assert workers.connect(("far:1",)) == [] and len(greeted) == 2
    assert workers.pointers == {22}
    workers.connect(())
    assert ggml.held == [] and workers.devices() == ()


def test_an_estimate_asks_for_a_moment_and_remembers(
    stand_in: tuple[StandInGgml, Workers, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slider that moves asks nobody again, whether a worker was there or not."""
    ggml, workers, greeted = stand_in
    now = [100.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for _ in range(3):
        assert [device.free for device in workers.foreseen(("far:1", "gone:2"))] == [3 << 30]
    assert greeted == ["far:1", "gone:2"] and ggml.held == []
    now[0] += 60
    workers.foreseen(("gone:2",))
    assert greeted[2:] == ["gone:2"]


def test_what_workers_get_back_is_not_free_on_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    near = Device("CPU", "a processor", "cpu", 8 << 30, 8 << 30)
    monkeypatch.setattr(load_plan, "runtime", lambda: SimpleNamespace(devices=lambda: (near,)))
    monkeypatch.setattr(load_plan, "available", lambda: 4 << 30)
    loaded: Any = SimpleNamespace(freed_by_unloading=lambda: (1 << 30, 6 << 30))  # six of them on workers
    assert load_plan.estimated(p.Estimate(id=1, path=str(PLAIN)), loaded).available == 5 << 30


def test_no_more_devices_are_used_than_the_library_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more would end the process: a worker may lend as many cards as it likes."""
    card = Device("CUDA0", "a card", "gpu", 1 << 30, 1 << 30, 1)
    near = (Device("CPU", "a processor", "cpu", 8 << 30, 8 << 30), card)
    far = tuple(Device(f"RPC{i}", "", "gpu", 1 << 30, 1 << 30, 2 + i, worker="far:1") for i in range(20))
    workers = SimpleNamespace(foreseen=lambda _: far, devices=lambda: far)
    monkeypatch.setattr(load_plan, "runtime", lambda: SimpleNamespace(devices=lambda: near, workers=workers))
    for request in (p.Estimate, p.Load):
        used = load_plan.planned(request(id=1, path=str(PLAIN), workers=("far:1",)), None).devices
        assert len(used) == load_plan.MOST_DEVICES and card in used


def test_only_the_workers_of_a_request_count(
    stand_in: tuple[StandInGgml, Workers, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, workers, _ = stand_in
    near = Device("CPU", "a processor", "cpu", 8 << 30, 8 << 30)
    monkeypatch.setattr(load_plan, "runtime", lambda: SimpleNamespace(devices=lambda: (near,), workers=workers))
    asked = p.Estimate(id=1, path=str(PLAIN), workers=("far:1",))
    assert load_plan.planned(asked, None).choice.devices == ("far:1",)
    assert load_plan.planned(p.Estimate(id=1, path=str(PLAIN)), None).choice.devices == ()
    loaded = p.Load(id=1, path=str(PLAIN), workers=("far:1",))
    assert load_plan.planned(loaded, None).choice.devices == ()  # it is not held
    load_plan.connect(("far:1",))
    assert load_plan.planned(loaded, None).choice.devices == ("far:1",)
    assert load_plan.planned(p.Load(id=1, path=str(PLAIN)), None).choice.devices == ()
