"""``bench cartridge`` on a tiny model: what it plants, asks and counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bench import cartridge
from engine.bench.cartridge import CartridgeOptions, Exam
from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.model.model import Model
from engine.model.mounts import why_not_mountable

PLAIN = Path(__file__).resolve().parents[2] / "fixtures" / "models" / "plain.gguf"


@pytest.fixture
def text(tmp_path: Path, long_text: str) -> str:
    path = tmp_path / "text.txt"
    path.write_text(long_text)
    return str(path)


@pytest.fixture(scope="module", autouse=True)
def _mountable() -> None:
    with Model.open(PLAIN, n_ctx=256, n_threads=1) as model:
        if why_not_mountable(model):
            pytest.skip("the native library is older than mounting")


def test_documents_are_mounted_and_asked_about(text: str) -> None:
    options = CartridgeOptions(str(PLAIN), text, context=200, documents=2, ratio="4", facts=2, mid_chat=True, threads=1)
    with BenchProgress.on_stderr(cartridge.steps(options), False) as progress:
        results = cartridge.run(options, progress)
    assert results["bytes_ratio"] == pytest.approx(4.0, rel=0.25)
    assert results["mount_to_read"] == pytest.approx(results["mount_ms"] / results["read_ms"])
    assert results["kl"] > 0 and results["kl_question"] > 0
    assert [0 <= results[name] <= 1 for name in ("recall", "recall_read")] == [True, True]
    assert len(results["per_fact"]) == 2 and len(results["document_tokens"]) == 2


def test_ratios_share_a_reading_and_cartridges_are_kept(text: str, tmp_path: Path) -> None:
    options = CartridgeOptions(
        str(PLAIN), text, context=200, ratio="4,2", facts=2, cartridges=str(tmp_path / "kept"), threads=1
    )
    with BenchProgress.on_stderr(cartridge.steps(options), False) as progress:
        first = cartridge.run(options, progress)
        again = cartridge.run(options, progress)
    four, two = first["ratios"]
    assert (four["ratio"], two["ratio"]) == (4, 2)
    assert first["kl"] == four["kl"] > two["kl"]
    assert four["bytes_ratio"] > 1.5 * two["bytes_ratio"]
    assert [row["kl"] for row in again["ratios"]] == pytest.approx([four["kl"], two["kl"]], rel=0.05)
    alone = CartridgeOptions(str(PLAIN), text, context=200, ratio="2", facts=2, threads=1)
    with BenchProgress.on_stderr(cartridge.steps(alone), False) as progress:
        assert cartridge.run(alone, progress)["kl"] == pytest.approx(two["kl"], rel=0.05)
    assert len(list((tmp_path / "kept").glob("*/*.cartridge"))) == 2


def test_no_question_holds_its_answer_and_each_document_has_its_facts(text: str) -> None:
    options = CartridgeOptions(str(PLAIN), text, context=300, documents=2, facts=4)
    with Model.open(PLAIN, n_ctx=256, n_threads=1) as model:
        exam = Exam(model, options)
        documents = [model.text(tokens) for tokens in exam._documents]
        for i, fact in enumerate(exam.facts):
            assert [fact.statement in document for document in documents] == [i < 2, i >= 2]
            assert fact.answer.strip() not in model.text(exam._question(fact))


def test_documents_stand_in_the_order_that_is_asked_for(text: str) -> None:
    given = CartridgeOptions(str(PLAIN), text, context=300, documents=3, facts=5)
    with Model.open(PLAIN, n_ctx=256, n_threads=1) as model:
        exam, other = Exam(model, given), Exam(model, replace(given, order="3,1,2"))
    assert other._documents == [exam._documents[i] for i in (2, 0, 1)]
    assert other.places == [1, 1, 2, 3, 3] and exam.places == [1, 2, 2, 3, 3]
    assert [fact.name for fact in other.facts] == [exam.facts[i].name for i in (3, 4, 0, 1, 2)]


@pytest.mark.parametrize("order", ["1,2", "1,1,2", "0,1,2", "one"])
def test_an_order_that_is_none_is_refused(text: str, order: str) -> None:
    options = CartridgeOptions(str(PLAIN), text, context=300, documents=3, facts=5, order=order)
    with Model.open(PLAIN, n_ctx=256, n_threads=1) as model, pytest.raises(BenchError):
        Exam(model, options)


def test_a_ratio_that_compacts_nothing_is_refused(text: str) -> None:
    options = CartridgeOptions(str(PLAIN), text, ratio="1")
    with BenchProgress.on_stderr(1, False) as progress, pytest.raises(BenchError):
        cartridge.run(options, progress)
