"""The page of one model in its states, the folders, and files that are still being written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtWidgets import QScrollArea

from app.core.addons import AddOn
from app.core.chat_values import ChatGroup
from app.core.model_values import ModelEntry, ModelFacts, ModelFolder, ModelState, VisionPart
from app.core.texts import say
from app.core.updates import UpdatePackage
from app.services.addons import AddOnState
from app.services.engine_client.head_measuring import Measuring
from app.ui.library.detail import ModelDetail
from engine.protocol import DeviceNeed, Devices, Error, Estimated, LoadChoice
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage

MB = 1_000_000
QWEN = msgspec.structs.replace(
    scenes.ENTRIES[1],
    own_name="Qwen3-4B-Instruct",
    notes="Good at lists and at German. Needs q8_0 to leave room for the editor.",
    parts=(scenes.ENTRIES[1].path,),
    facts=ModelFacts(
        path="", name="Qwen3-4B-Instruct", architecture="qwen3", parameters=4_022_468_096, quantization="Q4_K_M",
        bytes=2_497_281_120, n_ctx_train=262_144, n_layer=36, n_head=32, n_head_kv=8, kv_bytes_per_token=147_456,
        has_template=True, fingerprint="qwen", n_embd=2560,
    ),
)  # fmt: skip
EYES = ModelFacts(path="", name="Eyes", architecture="clip", kind="vision", fits_widths=(2560,))
PARTS = (
    VisionPart(path="/home/ada/Downloads/mmproj-Qwen3-4B-F16.gguf", name="mmproj-Qwen3-4B-F16.gguf", size=640 * MB,
               facts=EYES),
    VisionPart(path="/home/ada/Downloads/mmproj-Qwen3-4B-Q8_0.gguf", name="mmproj-Qwen3-4B-Q8_0.gguf", size=342 * MB,
               facts=EYES),
)  # fmt: skip
FITS = Estimated(
    model=QWEN.facts or EYES, weights=2_497 * MB, kv=1_208 * MB, compute=412 * MB, available=11_600 * MB, n_ctx=8192,
    learned=True, heads="none",
)  # fmt: skip
ARRIVING = ModelEntry(
    path="/home/ada/models/gemma-3-4b-it-Q4_0.gguf", name="gemma-3-4b-it-Q4_0", size=812 * MB, status="arriving"
)
FOLDERS = (
    ModelFolder(path="/home/ada/.local/share/Longthread/models", own=True, models=1),
    ModelFolder(path="/home/ada/Downloads", models=2),
    ModelFolder(path="/media/usb", problem=say("folder.missing")),
)


def page(stage: Stage, entry: ModelEntry = QWEN) -> ModelDetail:
    """Open the page of a model that the library knows."""
    from tests.ui.screens import chat

    chat(stage)
    models = stage.context.models
    models._entries, models._vision = (*scenes.ENTRIES[:1], entry, *scenes.ENTRIES[2:]), PARTS
    stage.window.show_library()
    models.library_changed.emit(models.entries)
    stage.window.pages.models.open(entry.path)
    detail = stage.window.pages.library.detail
    assert detail is not None
    return detail


def model(stage: Stage) -> None:
    """A model that fits, with settings of its own and a vision part beside it."""
    view = stage.context.models.settings_of
    detail = page(stage, msgspec.structs.replace(QWEN, mmproj=PARTS[0].path))
    own = view(QWEN.path)
    own.set("model.n_ctx", 8192)
    own.set("model.kv_type", "q8_0")
    detail.show_estimate(FITS)


def model_loaded(stage: Stage) -> None:
    """The model in use, with settings that were changed since; its heads are being measured."""
    detail = page(stage, msgspec.structs.replace(scenes.ENTRIES[0], parts=(scenes.FACTS.path,)))
    detail.show_model(scenes.LOADED, stale=True)
    detail.show_estimate(
        Estimated(model=scenes.FACTS, weights=92 * MB, kv=189 * MB, compute=61 * MB, available=11_600 * MB, n_ctx=8192)
    )
    detail.show_measuring(Measuring(scenes.FACTS.path, 0.37))


def model_too_big(stage: Stage) -> None:
    """More than there is, told while the slider is moved."""
    detail = page(stage)
    stage.context.models.settings_of(QWEN.path).set("model.n_ctx", 131_072)
    detail.show_estimate(msgspec.structs.replace(FITS, kv=19_327 * MB, n_ctx=131_072, learned=False))


def model_gpu(stage: Stage) -> None:
    """A computer with a GPU: a second bar, and layers to put there; the memory as a share."""
    own = stage.context.models.settings_of
    detail = page(stage)
    own(QWEN.path).set("model.memory_by", "share")
    own(QWEN.path).set("model.gpu_layers", 20)
    detail.show_estimate(
        msgspec.structs.replace(FITS, device=2_210 * MB, device_available=7_900 * MB, available=19_500 * MB,
                                heads="built_in")
    )  # fmt: skip


def model_addon(stage: Stage) -> None:
    """An NVIDIA card whose add-on is on its way, below the devices."""
    detail = page(stage)
    detail.show_estimate(FITS)
    detail.show_devices(Devices(found=("CPU: AMD Ryzen 7 7700 (zen4)",)))
    name = "longthread-cuda-linux-x86_64.tar.gz"
    package = UpdatePackage("linux", "x86_64", name, f"https://example.org/{name}", 712 * MB, "0" * 64)
    detail.show_addon(AddOnState("found", AddOn("cuda", 1_940 * MB, package)))
    stage.settle()
    bar = stage.window.pages.library.findChild(QScrollArea)
    if bar is not None:
        bar.ensureWidgetVisible(detail.addon)


CHOICE = LoadChoice(
    n_ctx=32_768, kv_type="f16", n_gpu_layers=36, n_layer=36, n_threads=8, n_ubatch=512, kv_bytes=4_832 * MB,
    devices=("NVIDIA GeForce RTX 4070", "NVIDIA GeForce RTX 3060"), counts=(20, 17),
    automatic=("n_ctx", "n_gpu_layers", "kv_type", "n_threads", "n_ubatch"),
    summary=say("choice.all", tokens=32_768, there=36, layers=36, threads=8, kv=4_832 * MB, kv_type="f16"),
    reasons=(say("choice.usual"),),
)  # fmt: skip


def model_automatic(stage: Stage) -> None:
    """All is left to the engine, which says what it chose for two GPUs."""
    detail = page(stage)
    detail.show_estimate(
        msgspec.structs.replace(
            FITS, kv=CHOICE.kv_bytes, n_ctx=CHOICE.n_ctx, device=7_741 * MB, device_available=19_900 * MB,
            available=31_500 * MB, choice=CHOICE,
            devices=(DeviceNeed(CHOICE.devices[0], 4_310 * MB, 11_400 * MB),
                     DeviceNeed(CHOICE.devices[1], 3_431 * MB, 8_500 * MB)),
        )
    )  # fmt: skip


def settings_model(stage: Stage) -> None:
    """How models are loaded, with what automatic came to for the one in use."""
    from tests.ui.screens import chat

    chat(stage)
    stage.window.show_settings()
    page = stage.window.pages.settings
    page.show_section("Model")
    page.show_choice(CHOICE)


def settings_power(stage: Stage) -> None:
    """The end of the same page: what a computer does on battery, and other computers."""
    settings_model(stage)
    page = stage.window.pages.settings
    stage.settle()
    page.area.verticalScrollBar().setValue(page.area.verticalScrollBar().maximum())


def model_little(stage: Stage) -> None:
    """A memory that is of no use is refused in words."""
    detail = page(stage)
    own = stage.context.models.settings_of(QWEN.path)
    own.set("model.memory_by", "size")
    own.set("model.memory_mb", 16)
    detail.show_estimate(
        Error(
            code="model_too_large",
            text=say("load.budget_too_small", budget=16 * MB, name="Qwen3-4B-Instruct", tokens=512, least=72 * MB),
        )
    )  # fmt: skip


def model_gone(stage: Stage) -> None:
    """The file was removed while its page is open."""
    detail = page(stage)
    detail.show_estimate(FITS)
    gone = msgspec.structs.replace(QWEN, status="missing", parts=())
    models = stage.context.models
    models._entries = (gone,)
    models.library_changed.emit(models.entries)


def model_foot(stage: Stage) -> None:
    """The lower part of the page."""
    model(stage)
    stage.settle()
    stage.window.pages.library.area.verticalScrollBar().setValue(10_000)


def model_folders(stage: Stage) -> None:
    """The folders of the library, one of them away, and a file that is still being written."""
    from tests.ui.screens import chat

    chat(stage)
    stage.window.show_library()
    stage.window.pages.library.show_entries((*scenes.ENTRIES[:2], ARRIVING))
    stage.window.pages.library.show_model(scenes.LOADED)
    stage.window.pages.library.folders.show_folders(FOLDERS)


def loading(stage: Stage) -> None:
    """A model on its way, an empty chat."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(scenes.LOADING)


def library_empty(stage: Stage) -> None:
    """No model is there."""
    stage.context.models.state_changed.emit(ModelState())
    stage.window.show_library()
    stage.window.pages.library.show_entries(())
    stage.window.pages.library.show_model(ModelState())


def long_names(stage: Stage) -> None:
    """A title and a model's name that are longer than any place for them, in a chat that was compacted."""
    name = "A-Very-Long-Name-Of-A-Model-That-Was-Merged-From-Several-Others-Instruct-2507"
    chat = scenes.chat(scenes.CHAT, "Why the observatory's second dome keeps stalling on cold nights, and what the "
                       "maker wrote about it", model_name=name, tokens=51_340, fill=0.58, compacted=True)  # fmt: skip
    view = msgspec.structs.replace(
        scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=(scenes.MARK,)), chat=chat
    )
    stage.context.chats.changed.emit((ChatGroup("today", (chat,)),))
    facts = msgspec.structs.replace(scenes.FACTS, name=name)
    stage.context.models.state_changed.emit(msgspec.structs.replace(scenes.LOADED, name=name, facts=facts))
    stage.talk.chat_opened.emit(view)
    stage.talk.state.memory_changed.emit(scenes.memory())


SCENES: tuple[Callable[[Stage], None], ...] = (
    model, model_loaded, model_too_big, model_gpu, model_addon, model_automatic, model_little, model_gone,
    model_foot, model_folders, settings_model, settings_power, loading, library_empty, long_names,
)  # fmt: skip
