"""Who may use the local server: names, origins, keys, sizes; and nothing of a chat in its logs."""

from __future__ import annotations

import contextlib
import logging
import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.process.host import Host
from engine.server import local
from engine.server.guard import FAILURE_SECONDS, FAILURES, FailedKeys
from engine.server.local import CannotServe, LocalServer
from engine.server.options import ServerOptions, is_loopback
from tests.engine.http_harness import ServerHarness, running, user

pytestmark = pytest.mark.native

KEY = "correct horse"
PAGE = "https://page.example"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    options = {"key": KEY, "origins": (PAGE,), "body": 4096}
    yield from running(tmp_path_factory.mktemp("served"), options=options)


def key(shown: str = KEY) -> dict[str, str]:
    return {"Authorization": f"Bearer {shown}"}


def test_a_key_is_asked_for_everywhere_but_for_health(served: ServerHarness) -> None:
    assert served.get("/health").status == 200
    for path in ("/v1/models", "/props", "/slots", "/metrics", "/v1/sessions", "/openapi.json", "/", "/nowhere"):
        assert served.get(path).status == 401, path
    assert served.get("/v1/models", **key()).status == 200
    assert served.ask("GET", "/v1/models", headers={"x-api-key": KEY}).status == 200


def test_wrong_keys_have_to_wait(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, options={"key": KEY}) as served:
        for n in range(FAILURES):
            assert served.get("/v1/models", **key(f"wrong {n}")).status == 401
        late = served.get("/v1/models", **key())
        assert late.status == 429
        assert 0 < int(late.headers["retry-after"]) <= FAILURE_SECONDS


def test_a_program_with_an_old_key_locks_nobody_out(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, options={"key": KEY}) as served:
        for _ in range(2 * FAILURES):
            assert served.get("/v1/models", **key("old")).status == 401
        assert served.get("/v1/models", **key()).status == 200


def test_failed_keys_are_forgotten_in_time_and_bounded() -> None:
    now = [0.0]
    failures = FailedKeys(lambda: now[0])
    for n in range(FAILURES):
        assert failures.wait("a") == 0
        failures.failed("a", bytes([n]))
    assert failures.wait("a") > 0 and failures.wait("b") == 0
    now[0] += FAILURE_SECONDS
    assert failures.wait("a") == 0
    for n in range(5000):
        failures.failed(str(n), b"")
    assert len(failures._shown) <= 1024


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "10.0.0.7"])
def test_a_name_that_leads_here_is_not_enough(served: ServerHarness, name: str) -> None:
    assert served.ask("GET", "/health", headers={"Host": name}).status == 403


@pytest.mark.parametrize("name", ["localhost", "localhost:1", "127.0.0.1", "[::1]:80"])
def test_its_own_names_are_known(served: ServerHarness, name: str) -> None:
    assert served.ask("GET", "/health", headers={"Host": name}).status == 200


def test_pages_are_kept_out_unless_they_are_allowed(served: ServerHarness) -> None:
    assert served.get("/v1/models", Origin="https://evil.example", **key()).status == 403
    assert served.get("/v1/models", Origin="null", **key()).status == 403
    other = served.ask("GET", "/v1/models", headers={"Sec-Fetch-Site": "cross-site", **key()})
    assert other.status == 403
    allowed = served.get("/v1/models", Origin=PAGE, **key())
    assert (allowed.status, allowed.headers["access-control-allow-origin"]) == (200, PAGE)
    assert "access-control-allow-origin" not in served.get("/v1/models", **key()).headers
    asked = served.ask("OPTIONS", "/v1/chat/completions", headers={"Origin": PAGE})
    assert asked.status == 204 and "POST" in asked.headers["access-control-allow-methods"]


def test_what_a_form_can_send_is_refused(served: ServerHarness) -> None:
    body = b'{"messages": [{"role": "user", "content": "a"}]}'
    assert served.ask("POST", "/v1/chat/completions", body, {"Content-Type": "text/plain", **key()}).status == 415


def test_a_long_body_is_refused_before_it_is_read(served: ServerHarness) -> None:
    assert served.post("/v1/chat/completions", {"messages": [user("a" * 5000)]}, **key()).status == 413
    connection = served.connection()
    connection.request(
        "POST", "/v1/chat/completions", iter([b"x" * 3000, b"x" * 3000]),
        {"Content-Type": "application/json", "Transfer-Encoding": "chunked", **key()}, encode_chunked=True,
    )  # fmt: skip
    assert connection.getresponse().status == 413
    connection.close()


def test_connections_without_a_request_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of them than there may be would be needed to keep everybody out."""
    monkeypatch.setattr(local, "SILENT_SECONDS", 0.2)
    with ServerHarness(tmp_path) as served, contextlib.ExitStack() as stack:
        address = ("127.0.0.1", served.server.port)
        silent, slow = (stack.enter_context(socket.create_connection(address, timeout=20)) for _ in range(2))
        refused = stack.enter_context(socket.create_connection(address, timeout=20))
        refused.sendall(b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n")
        with contextlib.suppress(OSError):
            for letter in b"GET /health HTTP/1.1\r\nHost: localhost\r\n":
                slow.sendall(bytes([letter]))
                refused.sendall(b"x")
                select.select([slow], [], [], 0.05)  # the next letter comes late, unless the connection ends
        for ended in (silent, slow, refused):
            with contextlib.suppress(ConnectionResetError):
                while ended.recv(4096):
                    pass
        assert served.chat([user("A heron.")], grammar='root ::= "a" root', max_tokens=800)  # takes longer than that
        assert served.get("/health").status == 200


def test_a_request_that_breaks_off_behind_its_answer_ends_its_connection_alone(
    served: ServerHarness, caplog: pytest.LogCaptureFixture
) -> None:
    """No second answer can be begun, and nothing of it reaches the event loop."""
    head = b"GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=20) as broken:
        broken.sendall(head)
        told = b""
        while b'{"status":"ok"}' not in told:
            told += broken.recv(4096)
        broken.sendall(b"zz\r\n")
        while more := broken.recv(4096):
            told += more
    assert told.count(b"HTTP/1.1 ") == 1
    assert served.get("/health").status == 200
    assert "Fatal error" not in caplog.text


def test_what_is_said_is_in_no_log(served: ServerHarness, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "Quetzalcoatl"
    served.post("/v1/chat/completions", {"messages": [user(secret)], "max_tokens": 2}, **key())
    served.post("/v1/chat/completions", {"messages": secret}, **key())
    served.post("/v1/chat/completions", {"messages": [user("a")], "grammar": f"root ::= {secret}"}, **key())
    assert secret not in caplog.text
    assert KEY not in caplog.text


def test_no_other_machine_reaches_a_server_without_a_key(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="no key"):
        LocalServer(Host(lambda _: None), lambda: None, ServerOptions(folder=tmp_path, host="0.0.0.0", port=0))


def test_a_port_that_is_taken_is_told(served: ServerHarness, tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="Can't listen"):
        LocalServer(Host(lambda _: None), lambda: None, ServerOptions(folder=tmp_path, port=served.server.port))


def test_which_addresses_are_this_machine_alone() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.1.2.3", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.2", "example.org")))
