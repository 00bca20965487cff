"""Clients that are not installed beside the program: litellm, LangChain, a coding agent, and those in JavaScript."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.embedding_models import N_EMBD, embedding_model
from tests.engine.http_harness import ServerHarness, running
from tests.engine.scripted_replies import scripted

pytestmark = pytest.mark.native
HERE = Path(__file__).parent
PYTHON = Path(os.environ.get("LONGTHREAD_CLIENTS", ""))
TEXT, BOAT = "The heron came home.", '{"name": "Heron", "year": 1847}'
SECONDS = 300


def call(name: str, **arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


WEATHER = call("weather", city="Brest")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    model = embedding_model(tmp_path_factory.mktemp("models") / "tiny-embed.gguf")
    yield from running(tmp_path_factory.mktemp("served"), n_ctx=8192, options={"embeddings": model})


def told(*command: str | Path) -> Any:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS, cwd=HERE)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_litellm_and_langchain(served: ServerHarness) -> None:
    replies = [TEXT, TEXT, WEATHER, TEXT, BOAT, WEATHER, TEXT, TEXT, WEATHER, TEXT, BOAT]
    with scripted(served, replies) as asked:
        found = told(PYTHON, HERE / "python_client.py", served.server.url)
    boat, city = {"name": "Heron", "year": 1847}, {"city": "Brest"}
    assert found["litellm"] == {
        "text": TEXT, "streamed": TEXT, "call": city, "after": TEXT, "boat": boat, "claudes_call": city, "async": TEXT,
    }  # fmt: skip
    assert found["langchain"] == {
        "streamed": TEXT, "call": city, "after": TEXT, "boat": boat, "vectors": [N_EMBD, N_EMBD]
    }  # fmt: skip
    assert [asked[i].sampling.output for i in (4, 10)] == ["schema", "schema"]


def test_packages_for_javascript(served: ServerHarness) -> None:
    node = shutil.which("node")
    assert node, "node isn't installed"
    with scripted(served, [WEATHER, TEXT, WEATHER, TEXT]):
        found = told(node, HERE / "node_client.mjs", served.server.url)
    assert found.pop("cached") > 0
    assert found == {
        "models": ["plain", "tiny-embed"], "call": {"city": "Brest"}, "text": TEXT, "use": {"city": "Brest"},
        "last": TEXT, "error": [400, "invalid_request_error"],
    }  # fmt: skip


def agent(url: str, model: str, task: str, folder: Path, *more: str) -> Any:
    """Let mini-swe-agent carry out a task in a folder; the course of it."""
    config = folder.parent / "agent"
    config.mkdir(exist_ok=True)
    course = config / "course.json"
    command = [
        PYTHON.with_name("mini"), "-t", task, "-y", "--exit-immediately", "-m", f"openai/{model}", "-o", course,
        "-c", "mini.yaml", "-c", f"model.model_kwargs.api_base={url}/v1", "-c", "model.model_kwargs.api_key=none",
        "-c", "model.cost_tracking=ignore_errors", *more,
    ]  # fmt: skip
    env = {
        **os.environ, "MSWEA_GLOBAL_CONFIG_DIR": str(config), "MSWEA_CONFIGURED": "true", "NO_COLOR": "1",
        "HOME": str(config),
    }  # fmt: skip
    done = subprocess.run(list(map(str, command)), cwd=folder, env=env, capture_output=True, text=True, timeout=900)
    assert course.exists(), done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads(course.read_text(encoding="utf-8"))


def test_a_coding_agent_works_with_a_scripted_model(served: ServerHarness, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "boat.py").write_text("YEAR = 1747\n")
    steps = ["cat boat.py", "sed -i s/1747/1847/ boat.py", "cat boat.py",
             "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"]  # fmt: skip
    with scripted(served, [f"Step {n}.\n{call('bash', command=step)}" for n, step in enumerate(steps)]) as asked:
        course = agent(served.server.url, "plain", "The heron was built in 1847. Mend boat.py.", work)
    assert (work / "boat.py").read_text() == "YEAR = 1847\n"
    assert course["info"]["exit_status"] == "Submitted"
    assert len(asked) == len(steps)
    read = [usage["prompt_tokens_details"]["cached_tokens"] for usage in usages(course)]
    assert read[0] < read[1] < read[2] < read[3], "one session went on"


def usages(course: Any) -> list[Any]:
    return [
        message["extra"]["response"]["usage"] for message in course["messages"] if message.get("role") == "assistant"
    ]


@pytest.mark.model
def test_a_coding_agent_works_with_a_real_model(starter_path: Path, tmp_path: Path) -> None:
    """What a model of this size makes of it is its own; each request is answered, and it is one session."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "boat.py").write_text("YEAR = 1747\n")
    with ServerHarness(tmp_path / "served", model=starter_path, n_ctx=2048) as served:
        limits = ["-c", "agent.step_limit=4", "-c", "model.model_kwargs.max_tokens=120",
                  "-c", "model.model_kwargs.temperature=0"]  # fmt: skip
        course = agent(served.server.url, starter_path.stem, "Show the file boat.py.", work, *limits)
        metrics = served.get("/metrics").data.decode()
    ends = ("LimitsExceeded", "Submitted", "RepeatedFormatError")  # the last: it wrote no call three times
    assert course["info"]["exit_status"] in ends, course["info"]
    assert course["info"]["model_stats"]["api_calls"] > 1
    assert 'path="/v1/chat/completions",status="200"' in metrics
    assert not any(f'status="{status}"' in metrics for status in (400, 500, 503))
