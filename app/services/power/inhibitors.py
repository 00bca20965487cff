"""What keeps the computer from going to sleep by itself, by system. Its screen may go dark as always."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

REASON = "A model is working"  # desktops show it in their lists of what keeps the computer awake
ANSWER_SECONDS = 2.0


class NoSleepControl(Exception):
    """This system has no way to it that is known, or refused."""


class SleepInhibitor(Protocol):
    """Keeps the computer awake from :meth:`hold` to :meth:`release`, or to the end of the program. Calls may wait for
    the system for some seconds, and come from any thread, one at a time.
    """

    def hold(self) -> None:
        """
        Raises:
            NoSleepControl: it is not kept awake.
        """

    def release(self) -> None: ...


def system_inhibitor() -> SleepInhibitor:
    """The way of the system that this is."""
    if sys.platform == "win32":
        return PowerRequest(ctypes.windll.kernel32)
    if sys.platform == "darwin":
        return Caffeinate()
    return DesktopSession()


class Caffeinate:
    """macOS: a program of the system keeps it awake for as long as it, and this program, runs."""

    def __init__(self, command: str = "/usr/bin/caffeinate") -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None

    def hold(self) -> None:
        words = [self._command, "-i", "-w", str(os.getpid())]
        quiet = subprocess.DEVNULL
        try:
            self._running = subprocess.Popen(
                words, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
            )
        except OSError as problem:
            raise NoSleepControl(str(problem)) from problem

    def release(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.terminate()
            running.wait()


class ReasonContext(ctypes.Structure):
    """REASON_CONTEXT with a simple text; the union that holds it has room for more."""

    _fields_ = [
        ("version", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("reason", ctypes.c_wchar_p),
        ("rest", ctypes.c_uint64 * 2),
    ]  # fmt: skip


class PowerRequest:
    """Windows: a power request. Unlike SetThreadExecutionState it belongs to no thread."""

    SYSTEM_REQUIRED = 1  # PowerRequestSystemRequired
    SIMPLE_TEXT = 1  # POWER_REQUEST_CONTEXT_SIMPLE_STRING

    def __init__(self, kernel32: Any) -> None:
        """``kernel32``: the library, or what stands in for it."""
        self._kernel32 = kernel32
        self._request: ctypes.c_void_p | None = None

    def hold(self) -> None:
        self._kernel32.PowerCreateRequest.restype = ctypes.c_void_p
        context = ReasonContext(0, self.SIMPLE_TEXT, REASON)
        handle = self._kernel32.PowerCreateRequest(ctypes.byref(context))
        if handle is None or handle == ctypes.c_void_p(-1).value:
            raise NoSleepControl("there is no power request")
        request = ctypes.c_void_p(handle)  # a plain number would be cut to 32 bits
        if not self._kernel32.PowerSetRequest(request, self.SYSTEM_REQUIRED):
            self._kernel32.CloseHandle(request)
            raise NoSleepControl("the power request was refused")
        self._request = request

    def release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            self._kernel32.PowerClearRequest(request, self.SYSTEM_REQUIRED)
            self._kernel32.CloseHandle(request)


class DesktopSession:
    """Linux: whichever service of the desktop's session answers first. All of them let go when the connection ends."""

    # name, path, interface, types and values of its Inhibit. GNOME, Cinnamon and MATE; KDE and Xfce; sandboxes and the
    # rest. 4: suspending, not the screen
    WAYS: tuple[tuple[str, str, str, str, tuple[Any, ...]], ...] = (
        ("org.gnome.SessionManager", "/org/gnome/SessionManager", "org.gnome.SessionManager", "susu",
         ("longthread", 0, REASON, 4)),
        ("org.freedesktop.PowerManagement", "/org/freedesktop/PowerManagement/Inhibit",
         "org.freedesktop.PowerManagement.Inhibit", "ss", ("Longthread", REASON)),
        ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Inhibit",
         "sua{sv}", ("", 4, {"reason": ("s", REASON)})),
    )  # fmt: skip

    def __init__(self, connect: Callable[[], Any] | None = None) -> None:
        """``connect``: opens a connection to the session's bus, default the real one."""
        self._connect = connect or _session_bus
        self._bus: Any = None

    def hold(self) -> None:
        from jeepney import DBusAddress, MessageType, new_method_call  # there on Linux alone

        try:
            bus = self._connect()
        except Exception as problem:  # no bus, or one that takes nobody in: in as many ways as there are addresses
            raise NoSleepControl(str(problem)) from problem
        try:
            for name, path, interface, types, values in self.WAYS:
                call = new_method_call(DBusAddress(path, name, interface), "Inhibit", types, values)
                answer = bus.send_and_get_reply(call, timeout=ANSWER_SECONDS)
                if answer.header.message_type is MessageType.method_return:
                    self._bus = bus
                    return
        except Exception as problem:  # it hung up, or does not answer
            bus.close()
            raise NoSleepControl(str(problem)) from problem
        bus.close()
        raise NoSleepControl("no service of the session keeps the computer awake")

    def release(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            with suppress(OSError):
                bus.close()


def _session_bus() -> Any:
    from jeepney.io.blocking import open_dbus_connection

    return open_dbus_connection(bus="SESSION")
