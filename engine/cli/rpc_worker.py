"""``rpc-worker``: lends this computer's devices with their RAM or VRAM to Longthread on another one."""

from __future__ import annotations

import argparse
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType

from engine.cli.arguments import port, threads
from engine.cli.estimate import memory_size
from engine.errors import EngineError, WorkerFailed
from engine.model.ggml import Device, placeable
from engine.model.runtime import runtime
from engine.model.workers import greet
from engine.private import keep_private
from engine.protocol import WORKER_PORT
from engine.sizing.estimate import available
from engine.sizing.machine import usual_threads

WARNING = (
    "Warning: whoever can reach this port can use this computer and read what is computed, since workers know neither\n"
    "passwords nor encryption. Use it in a network that you trust, or through a tunnel such as SSH or WireGuard."
)
WAKE_SECONDS = 1.0


def main(argv: Sequence[str]) -> int:
    """Lend until the process is told to end; 1 when that cannot be, 2 for an address that needs a consent."""
    options = _parser().parse_args(argv)
    keep_private()
    try:
        local = ipaddress.IPv4Address(options.host).is_loopback
    except ValueError:
        print(f"{options.host!r} is no IPv4 address, such as 127.0.0.1.", file=sys.stderr)
        return 2
    if not local:
        print(WARNING, file=sys.stderr)
        if not options.trust_network:
            print("Add --trust-network if that is what you want.", file=sys.stderr)
            return 2
    try:
        port = _free_port(options.host, options.port)
        library = runtime()
        offered = _offered(library.devices(), options.device)
        serve = library.workers.server([device.index for device in offered], _limit(offered, options.memory))
    except (EngineError, ValueError) as error:
        print(f"{error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Can't listen at {options.host}:{options.port}: {error.strerror or error}.", file=sys.stderr)
        return 1
    return _lend(serve, options.host, port, options.threads or usual_threads())


def _lend(serve: Callable[[str, int], None], host: str, port: int, threads: int) -> int:
    """Serve on a thread, since the library never comes back from it, and end this process by a signal."""
    ended = threading.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    asked: list[int] = []  # the signals that came

    def work() -> None:
        if hasattr(signal, "pthread_sigmask"):  # they would end the library's wait
            signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        serve(f"{host}:{port}", threads)
        ended.set()

    def end(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        ended.set()

    with open(os.devnull, "wb") as nowhere:  # the library tells of each client, and a pipe that nobody reads fills up
        os.dup2(nowhere.fileno(), 1)
    for number in signals:
        signal.signal(number, end)
    threading.Thread(target=work, name="worker", daemon=True).start()
    reached = "127.0.0.1" if host == "0.0.0.0" else host
    while not ended.is_set():
        try:
            greet(f"{reached}:{port}")
        except WorkerFailed as problem:
            if problem.text.code != "worker.unreachable":
                print(f"Can't listen at {host}:{port}: another program does.", file=sys.stderr)
                return _end(1)
            ended.wait(0.02)  # it does not say when it listens
            continue
        print(f"ready {host}:{port}", file=sys.stderr, flush=True)
        break
    while not ended.wait(WAKE_SECONDS):  # a wait without an end would let no signal through on Windows
        pass
    if not asked:
        print(f"Can't listen at {host}:{port} any more.", file=sys.stderr)
    return _end(0 if asked else 1)


def _end(status: int) -> int:
    """End at once: the thread is in the library, whose memory the system takes back."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a windowed program on Windows has none
            stream.flush()
    os._exit(status)


def _offered(devices: Sequence[Device], names: Sequence[str]) -> tuple[Device, ...]:
    """Those of the names, else the graphics cards, else the processor.

    Raises:
        ValueError: there is none of a name.
    """
    if not names:
        return placeable(devices) or tuple(device for device in devices if device.kind == "cpu")[:1]
    by_name = {device.name.lower(): device for device in devices}
    for name in names:
        if name.lower() not in by_name:
            there = ", ".join(device.name for device in devices)
            raise ValueError(f"There is no device {name!r}. There are: {there}.")
    return tuple(by_name[name.lower()] for name in dict.fromkeys(names))


def _limit(offered: Sequence[Device], memory: int) -> int:
    """Bytes of each device; without a wish 0, all of it, but for the processor, which calls all RAM free."""
    if memory or all(device.kind != "cpu" for device in offered):
        return memory
    free = available()
    return max(1, free - min(2 << 30, free // 4))


def _free_port(host: str, port: int) -> int:
    """``port``, or any; raises OSError where it is taken or the address is none of this computer."""
    with socket.socket() as probe:
        if os.name != "nt":  # a worker that has just ended is no hindrance
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        return int(probe.getsockname()[1])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine rpc-worker",
        epilog=WARNING,
        description="Lend this computer's devices with their RAM or VRAM to Longthread on another one.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="the IPv4 address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=port, default=WORKER_PORT, help="0: any that is free (default %(default)s)")
    parser.add_argument(
        "--memory",
        type=memory_size,
        default=0,
        metavar="SIZE",
        help="most to lend of each device, as 12GB (powers of 1024)",
    )
    parser.add_argument("--device", action="append", default=[], metavar="NAME", help="what to lend; without: the GPUs")
    parser.add_argument("--threads", type=threads, default=0, help="of the processor; 0: as many as suit it")
    parser.add_argument("--trust-network", action="store_true", help="allow other addresses than of this computer")
    return parser
