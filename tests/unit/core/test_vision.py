"""Files that look at pictures for models: known by their header, never taken for models, given to what they fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.core import vision
from app.core.library import Library
from app.core.model_values import ModelEntry, VisionPart
from app.core.store import Store
from engine.gguf.header import read_facts
from engine.protocol import ModelFacts
from tests.engine.gguf_files import LLAMA, gguf, gguf_of, write

CLIP: dict[str, Any] = {
    "general.architecture": "clip",
    "general.type": "mmproj",
    "general.name": "Eyes",
    "clip.has_vision_encoder": True,
    "clip.vision.projection_dim": 64,
}


@pytest.mark.parametrize(
    ("header", "kind", "widths"),
    [
        (CLIP, "vision", (64,)),
        ({**CLIP, "general.type": "model"}, "vision", (64,)),
        ({**CLIP, "general.architecture": "eyes"}, "vision", (64,)),
        ({"general.architecture": "clip", "clip.audio.projection_dim": 48}, "vision", (48,)),
        ({"general.architecture": "clip", "clip.vision.projection_dim": "wide"}, "vision", ()),
        ({"general.architecture": "clip", "clip.vision.projection_dim": 2**31}, "vision", ()),
        (LLAMA, "model", ()),
    ],
)
def test_it_is_known_by_its_header(tmp_path: Path, header: dict[str, Any], kind: str, widths: tuple[int, ...]) -> None:
    facts = read_facts(write(tmp_path, gguf(header), "named-like-a-model.gguf"))
    assert (facts.kind, facts.fits_widths) == (kind, widths)


def test_older_files_name_their_width_in_the_projection(tmp_path: Path) -> None:
    header = {"general.architecture": "clip", "clip.vision.projection_dim": 768}
    facts = read_facts(write(tmp_path, gguf_of(header, {"mm.2.weight": 32 * 96 * 2, "v.blk.0.weight": 32 * 55 * 2})))
    assert facts.fits_widths == (32, 96, 768)


def entry(path: str, n_embd: int = 64, **more: Any) -> ModelEntry:
    facts = ModelFacts(path=path, name=Path(path).stem, architecture="llama", n_embd=n_embd)
    return ModelEntry(path=path, name=Path(path).stem, facts=facts, **more)


def part(path: str, *widths: int) -> VisionPart:
    facts = ModelFacts(path=path, name="Eyes", architecture="clip", kind="vision", fits_widths=widths)
    return VisionPart(path=path, name=Path(path).name, facts=facts)


def test_parts_go_to_models_of_their_width_those_beside_them_first() -> None:
    models = [
        entry("/x/used.gguf", last_used=9.0), entry("/m/beside.gguf"), entry("/m/wide.gguf", 128),
        entry("/x/gone.gguf", status="missing"), entry("/x/loaded.gguf"),
    ]  # fmt: skip
    eyes = part("/m/mmproj.gguf", 64)
    assert [one.name for one in vision.models_for(eyes, models, "/x/loaded.gguf")] == ["beside", "loaded", "used"]
    assert vision.models_for(part("/m/mmproj.gguf"), models) == []
    parts = [part("/x/a.gguf", 64), part("/m/b.gguf", 64), part("/m/c.gguf", 100)]
    assert [one.name for one in vision.parts_for(models[1], parts)] == ["b.gguf", "a.gguf"]
    assert not vision.fits(None, eyes.facts)
    assert not vision.fits(eyes.facts, eyes.facts)


def test_the_library_lists_them_apart_and_gives_a_lone_one_to_its_model(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    write(folder, gguf(), "model.gguf")
    eyes = write(folder, gguf(CLIP), "mmproj-model-f16.gguf")
    library = Library(folder)
    found = library.scan([])
    assert [(one.name, one.mmproj) for one in found.entries] == [("Tiny", str(eyes))]
    assert [one.name for one in found.vision] == ["mmproj-model-f16.gguf"]
    assert found.folders[0].models == 1
    for row in found.changed:
        store.put_model(row)
    model = next(row for row in store.models() if row.path.endswith("model.gguf") and "mmproj" not in row.path)
    assert model.mmproj is None, "nobody chose it"
    store.put_model(msgspec.structs.replace(model, mmproj=""))
    assert library.scan(store.models()).entries[0].mmproj == "", "the person wants none"
    store.put_model(model)
    write(folder, gguf({**CLIP, "general.name": "Other"}), "mmproj-model-q8.gguf")
    assert library.scan(store.models()).entries[0].mmproj == "", "one of two is not chosen by chance"


def test_what_a_person_made_of_a_model_is_stored(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    file = write(folder, gguf(), "model.gguf")
    library = Library(folder)
    (row,) = library.scan([]).changed
    mine = msgspec.structs.replace(row, title="Little one", notes="quick", mmproj="/eyes.gguf", last_used=3.0)
    store.put_model(mine)
    assert store.models() == [mine]
    file.write_bytes(gguf({**LLAMA, "general.name": "Anew"}))
    (again,) = library.scan(store.models()).entries
    assert (again.name, again.own_name, again.notes, again.mmproj) == ("Little one", "Anew", "quick", "/eyes.gguf")
    assert again.last_used == 3.0
