"""The hub as screens and tests show it."""

from __future__ import annotations

from app.core.hub import HubFile, HubModel, HubPart, HubRepo
from app.core.texts import say
from app.services.models.downloads import Download

FOUND = (
    HubModel("Qwen/Qwen3-4B-Instruct-GGUF", 1_234_567, 812, "2026-08-03"),
    HubModel("bartowski/Qwen3-4B-Instruct-GGUF", 98_310, 120, "2026-07-28"),
    HubModel("google/gemma-3-4b-it-qat-q4_0-gguf", 45_002, 301, "2026-04-11", gated=True),
    HubModel("someone/A-Very-Long-Name-Of-A-Model-That-Was-Merged-From-Several-Others-v2.5-GGUF", 120, 2, "2025-12-24"),
)


def _file(name: str, size: int, parts: int = 1) -> HubFile:
    kind = "vision" if name.startswith("mmproj") else "model"
    quant = name.removesuffix(".gguf").rpartition("-")[2]
    return HubFile(name, tuple(HubPart(name, size // parts) for _ in range(parts)), quant, kind)  # type: ignore[arg-type]


REPO = HubRepo(
    "Qwen/Qwen3-4B-Instruct-GGUF",
    "0" * 40,
    False,
    (
        _file("Qwen3-4B-Instruct-Q4_K_M.gguf", 2_497_000_000),
        _file("Qwen3-4B-Instruct-Q8_0.gguf", 4_280_000_000),
        _file("Qwen3-4B-Instruct-F16.gguf", 8_050_000_000),
        _file("Qwen3-4B-Instruct-F32.gguf", 36_100_000_000, 3),
        _file("mmproj-Qwen3-4B-F16.gguf", 640_000_000),
    ),
)


def download(name: str, phase: str, done: float, **others: object) -> Download:
    total = 2_497_000_000
    return Download(
        id=name, repo=REPO.repo, name=name, path=f"/models/{name}", total=total, done=round(total * done),
        phase=phase, **others,  # type: ignore[arg-type]
    )  # fmt: skip


DOWNLOADS = (
    download("Qwen3-4B-Instruct-Q4_K_M.gguf", "running", 0.37, bytes_per_second=23.4e6),
    download("gemma-3-4b-it-Q4_0.gguf", "paused", 0.62),
    download(
        "Llama-3.2-3B-Q5_K_M.gguf", "failed", 0.1, problem=say("web.no_token", host="huggingface.co"), needs="token"
    ),
)  # fmt: skip
