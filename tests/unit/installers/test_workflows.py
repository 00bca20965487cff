"""What the workflows run: named by what it is, not by a name that others can move, and such that it can run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[3]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
each = pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
needs_bash = pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="needs bash")


def jobs_of(workflow: Path) -> dict[str, dict[str, Any]]:
    return yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]


def scripts(workflow: Path) -> Iterator[tuple[str, str, str]]:
    """The shell ("": the system's choice), name and text of each script."""
    for job in jobs_of(workflow).values():
        usual = job.get("defaults", {}).get("run", {}).get("shell", "")
        for step in job["steps"]:
            if "run" in step:
                yield step.get("shell", usual), step.get("name", ""), step["run"]


@each
def test_actions_are_pinned_by_commit_with_their_version_beside_it(workflow: Path) -> None:
    used = re.findall(r"uses: *(.+)", workflow.read_text(encoding="utf-8"))
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []


@each
def test_files_that_are_named_are_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8").replace("\\", "/")
    named = set(re.findall(r"(?<![\w./-])(?:locks|native|installers|\.ci|docs|resources)/[\w./-]*\w", text))
    named |= set(re.findall(r"(?<![\w./-])\w+\.(?:py|toml|md)\b", text)) & {"dev.py", "pyproject.toml", "CHANGELOG.md"}
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@each
def test_jobs_ask_for_jobs_steps_and_matrix_values_that_there_are(workflow: Path) -> None:
    jobs = jobs_of(workflow)
    for name, job in jobs.items():
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(jobs), name
        text = yaml.safe_dump(job)
        matrix = job.get("strategy", {}).get("matrix", {})
        rows = matrix.get("include", [])
        known = (set(matrix) - {"include"}) | (set.intersection(*map(set, rows)) if rows else set())
        assert set(re.findall(r"\bmatrix\.(\w+)", text)) <= known, name
        asked = set(re.findall(r"\bsteps\.([\w-]+)\.outputs", text))
        assert asked <= {step.get("id") for step in job["steps"]}, name


@needs_bash
@each
def test_scripts_are_ones_that_bash_reads(workflow: Path) -> None:
    found = [text for shell, _, text in scripts(workflow) if shell in ("", "bash")]
    assert found
    for text in found:
        plain = re.sub(r"\$\{\{.*?\}\}", "value", text)
        read = subprocess.run(["bash", "-n"], input=plain, text=True, capture_output=True, check=False)
        assert (read.returncode, read.stderr) == (0, ""), text


@each
def test_what_fails_before_a_pipe_ends_its_script(workflow: Path) -> None:
    """That is so only where bash is asked for by its name."""
    assert [name for shell, name, text in scripts(workflow) if not shell and " | " in text] == []


@needs_bash
@pytest.mark.parametrize("end", [r"\n", r"\r\n"], ids=["Linux and macOS", "Windows"])
def test_the_tag_of_a_release_is_compared_with_the_version(tmp_path: Path, end: str) -> None:
    """Python on Windows ends lines of its own, and not every bash takes all of them away."""
    release = next(workflow for workflow in WORKFLOWS if workflow.stem == "release")
    (script,) = (text for _, name, text in scripts(release) if name == "Version")
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nprintf '1.2.3{end}'\n")
    python.chmod(0o755)
    output = tmp_path / "output"
    environment = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "GITHUB_OUTPUT": str(output), "GITHUB_REF_TYPE": "tag",
    }  # fmt: skip

    def status(tag: str) -> int:
        run = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(run, env={**environment, "GITHUB_REF_NAME": tag}, check=False).returncode

    assert status("v1.2.4") == 1 and not output.exists()
    assert status("v1.2.3") == 0
    assert output.read_bytes() == b"version=1.2.3\n"


@needs_bash
def test_a_release_is_published_with_its_own_notes(tmp_path: Path) -> None:
    release = next(workflow for workflow in WORKFLOWS if workflow.stem == "release")
    (script,) = (text for _, name, text in scripts(release) if name == "Signed manifest of the update")
    for name in ("python", "python3"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 0\n")
        (tmp_path / name).chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "GITHUB_REF_NAME": "v1.2.3", "GITHUB_REPOSITORY": "a/b",
        "LONGTHREAD_UPDATE_KEY": "key",
    }  # fmt: skip

    def status(heading: str) -> int:
        (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n\n- New.\n\n## 1.2.2\n\n- Old.\n")
        run = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(run, env=environment, cwd=tmp_path, check=False, capture_output=True).returncode

    assert status("Unreleased") == 1 and status("1.2.30") == 1
    assert not (tmp_path / "notes.md").exists()
    assert status("1.2.3") == 0 and status("1.2.3 (2026-12-01)") == 0
    assert (tmp_path / "notes.md").read_text().strip() == "- New."


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_no_path_leads_upward(workflow: Path) -> None:
    """actions/cache and upload-artifact refuse ``..`` with a warning alone."""
    assert "/../" not in workflow.read_text(encoding="utf-8")
