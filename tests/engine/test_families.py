"""The chat templates of model families, as the pinned release of llama.cpp has them: read from there, not copied."""

from __future__ import annotations

import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chat.session import Session
from engine.errors import TemplateFailed
from engine.model.model import Model
from engine.prompt import reasoning
from engine.prompt.prompt import Prompt
from engine.prompt.template import ChatTemplate
from engine.protocol import CompactionPolicy, PromptMessage, Sampling, Thinking
from engine.sampling.sampler import Sampler
from tests.engine.test_forgetting import make_with_vocabulary

pytestmark = pytest.mark.native

SYSTEM = "Be brief, Lt."
CHAT = [
    ("user", "Who are you?"),
    ("assistant", "A model."),
    ("user", "What for?"),
    ("assistant", "Talk."),
    ("user", "Ok"),
]
FOLDER = "/vendor/llama.cpp/models/templates/"
CHOICES = (Thinking(), Thinking(True), Thinking(False), Thinking(effort="low"), Thinking(True, "medium"))

# what they write as a whole is not what a chat that only grows can hold; what it holds instead is right in itself
OTHERWISE = {
    "CohereForAI-c4ai-command-r-plus-tool_use": "an instruction follows the last message only",
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": "without thoughts, replies open otherwise than earlier ones did",
}
FOLDED = {"google-gemma-2-2b-it", "mistralai-Mistral-Nemo-Instruct-2407"}  # the system prompt joins the first message


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "native"))
    try:
        import engine_source
    finally:
        sys.path.pop(0)
    found = {}
    with tarfile.open(engine_source.fetch_sdist()) as archive:
        for member in archive:
            if FOLDER in member.name and member.name.endswith(".jinja"):
                file = archive.extractfile(member)
                assert file is not None
                found[Path(member.name).stem] = file.read().decode()
    return found


def grown(prompt: Prompt) -> str:
    """The prompt as a chat grows it, its replies written earlier."""
    text, history = prompt.system, list[PromptMessage]()
    for role, content in CHAT:
        if role == "user":
            text += prompt.user_turn(history, content)
        else:
            past = prompt.past_opening
            text += (prompt.reply_opening("x") if past is None else past) + content
        history.append(PromptMessage(id=str(len(history)), role=role, content=content))  # type: ignore[arg-type]
    return text + prompt.reply_opening("Ok")


def whole(template: ChatTemplate, system: str, variables: dict[str, str | bool]) -> str:
    turns = [{"role": role, "content": content} for role, content in CHAT]
    turns = [{"role": "system", "content": system}, *turns] if system else turns
    return template.render(turns, add_generation_prompt=True, variables=variables)


def test_all_of_them_make_a_chat(templates: dict[str, str]) -> None:
    assert len(templates) >= 70
    wrong = []
    for name, source in templates.items():
        template = ChatTemplate(source, "<s>", "</s>")
        for system in ("", SYSTEM):
            for thinking in CHOICES:
                variables = reasoning.variables(template, thinking)
                try:
                    text = grown(Prompt(template, system, variables))
                except TemplateFailed as error:
                    wrong.append(f"{name}: {error}")
                    continue
                said = text.split("Who are you?")[-1]
                if any(said.count(content) != 1 for role, content in CHAT[1:-1]) or system not in text:
                    wrong.append(f"{name}: something is missing or there twice, {thinking}")
                alike = name not in OTHERWISE and not (name in FOLDED and system)
                if alike and text != whole(template, system, variables):
                    wrong.append(f"{name}: not what it writes as a whole, {system!r}, {thinking}")
    assert not wrong, "\n".join(wrong)


def test_what_can_be_told_of_reasoning(templates: dict[str, str]) -> None:
    def known(name: str) -> tuple[str, ...]:
        return reasoning.choices(templates[name], "<s>", "</s>")[0]

    assert known("openai-gpt-oss-120b") == known("tencent-Hy3") == ("effort",)
    assert "effort" in known("Kimi-K3")
    for name in ("Qwen-Qwen3-0.6B", "Qwen3.5-4B", "GLM-4.6", "google-gemma-4-31B-it", "deepseek-ai-DeepSeek-V3.1",
                 "ibm-granite-granite-3.3-2B-Instruct", "HuggingFaceTB-SmolLM3-3B", "Cohere2MoE",
                 "ByteDance-Seed-OSS", "Kimi-K3", "MiniMax-M3"):  # fmt: skip
        assert "switch" in known(name), name
    for name in ("Qwen-Qwen2.5-7B-Instruct", "microsoft-Phi-3.5-mini-instruct", "LFM2-8B-A1B",
                 "ibm-granite-granite-4.0", "mistralai-Mistral-Nemo-Instruct-2407"):  # fmt: skip
        assert known(name) == (), name


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    path = tmp_path_factory.mktemp("families") / "plain.gguf"
    make_with_vocabulary("plain", path)
    with Model.open(path, n_ctx=16384, n_threads=1) as model:
        yield model


def talk(model: Model, monkeypatch: pytest.MonkeyPatch, source: str, replies: list[str], **asked: Any) -> Session:
    """A chat in which the model answers with ``replies``."""
    monkeypatch.setattr(model, "template", source)
    model.clear()
    session = Session(model, system_prompt=SYSTEM, policy=CompactionPolicy(**asked))
    script: list[int] = []
    monkeypatch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))
    for number, text in enumerate(replies):
        script[:] = [*text.encode(), 0]
        user = PromptMessage(id=f"u{number}", role="user", content=f"Question {number}")
        session.generate(f"a{number}", user, sampling=Sampling())
    return session


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (
            "openai-gpt-oss-120b",
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{}",
        ),
        ("Qwen-Qwen3-0.6B", "<think>\nHm.\n</think>\n\n{}"),
        ("Qwen3.5-4B", "Hm.\n</think>\n\n{}"),
        ("GLM-4.6", "\n<think>Hm.</think>\n{}"),
        ("google-gemma-4-31B-it", "<|channel>thought\nHm.<channel|>{}"),
        ("llama-cpp-deepseek-r1", "Hm.\n</think>\n\n{}"),
        ("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "Hm.\n</think>\n\n{}"),
    ],
)
def test_a_reply_is_told_with_its_thoughts_and_remembered_without(
    name: str, written: str, templates: dict[str, str], tiny: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = talk(
        tiny, monkeypatch, templates[name], [written.format("One."), written.format("Two.")], thoughts="drop"
    )
    for message in session.messages[1::2]:
        thoughts, answer = reasoning.split(message.content)
        assert (thoughts, answer) == ("Hm.", "One." if message.id == "a0" else "Two."), message.content
    held = tiny.text(session.log.tokens, special=True)
    turns = [{"role": m.role, "content": reasoning.split(m.content)[1]} for m in session.messages]
    turns = [{"role": "system", "content": SYSTEM}, *turns, {"role": "user", "content": "Next"}]
    template = ChatTemplate(templates[name], tiny.bos_text, tiny.eos_text)
    assert template.render(turns, add_generation_prompt=True).startswith(held)
    rebuilt = Session(tiny, system_prompt=SYSTEM, policy=CompactionPolicy(thoughts="drop"))
    for message in session.messages:
        rebuilt.add(message, check=False)
    assert list(rebuilt.log.tokens) == list(session.log.tokens), "from its text it is the same"


def test_a_form_begins_with_the_answer_of_a_channel(
    templates: dict[str, str], tiny: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiny, "template", templates["openai-gpt-oss-120b"])
    tiny.clear()
    session = Session(tiny)
    seen = []
    text = b"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>[1]"
    script = [*text, 0]

    def scripted(self: Sampler, row: int = -1) -> int:
        token = script.pop(0)
        assert self.constraint is not None
        seen.append(self.constraint.waiting)
        self.constraint.accept(token)
        return token

    monkeypatch.setattr(Sampler, "next", scripted)
    user = PromptMessage(id="u", role="user", content="A list?")
    session.generate("a", user, sampling=Sampling(output="grammar", form='root ::= "[1]"'))
    assert seen == [True] * (len(text) - 3) + [False] * 4


def test_a_chat_that_begins_with_the_day_is_the_same_the_day_after(
    templates: dict[str, str], tiny: Model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from engine.process.opening import open_steps
    from engine.scheduling.scheduler import completed
    from engine.snapshots.writer import Saver

    session = talk(tiny, monkeypatch, templates["openai-gpt-oss-120b"], ["<|channel|>final<|message|>One."])
    session.begin_at(1.7e9)
    assert "Current date: 2023-11-1" in tiny.text(session.log.tokens)
    chat_snapshots = Saver().chat_snapshots(tmp_path, None)
    messages = [
        PromptMessage(id="u", role="user", content="Hi"),
        PromptMessage(id="a", role="assistant", content="Yes."),
    ]
    for message in messages:
        session.add(message)
    session.messages = messages
    session.log.save(tmp_path)
    tokens = list(session.log.tokens)

    again = Session(tiny, system_prompt=SYSTEM)
    assert "2023-11-1" not in tiny.text(again.log.tokens)
    assert completed(open_steps)(again, chat_snapshots, messages) == ("rebuilt", None)
    assert list(again.log.tokens) == tokens and again.log.began == 1.7e9

    for hours in (-20, 20):  # as it is told by the clock of another zone
        session.log.began = 1.7e9 + hours * 3600
        session.log.save(tmp_path)
        travelled = Session(tiny, system_prompt=SYSTEM)
        assert completed(open_steps)(travelled, chat_snapshots, messages) == ("rebuilt", None)
        assert list(travelled.log.tokens) == tokens

    other = Session(tiny, system_prompt="Another one.")
    _, note = completed(open_steps)(other, chat_snapshots, messages)
    assert note is not None and note.code == "open.system_prompt_changed"
    assert "2023-11-1" not in tiny.text(other.log.tokens), "it begins today"
    chat_snapshots.close()
