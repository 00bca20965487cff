"""States of the window around a chat: starts, first steps, shortcuts, privacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from app.core.model_values import ModelPhase, ModelState
from app.core.network_log import NetworkRequest
from app.core.stored import StoredKind
from app.core.texts import say
from app.core.updates import Update, UpdatePackage
from app.services.models.downloads import Download
from app.services.updates import UpdateState
from app.ui.application import safe_notice
from app.ui.library.curated import CuratedRow
from app.ui.sentences import whole
from app.ui.settings.keys_field import KeysField
from app.ui.settings.languages_field import LanguagesField
from app.ui.theme import theme
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage


def safe_mode(stage: Stage) -> None:
    """A start that left out the last chat and the model."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(ModelState())
    stage.window.tell(safe_notice(asked=False), stay=True)


def left_alone(stage: Stage) -> None:
    """A model that the engine did not survive."""
    problem = say("model.left_alone", times=2, name=scenes.LOADED.name)
    state = msgspec.structs.replace(scenes.LOADED, phase=ModelPhase.FAILED, problem=problem)
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(state)


def resting(stage: Stage) -> None:
    """A model that was unloaded because nobody used it for a while."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(msgspec.structs.replace(scenes.LOADED, phase=ModelPhase.RESTING))


def welcome(stage: Stage) -> None:
    """The first start, without any model."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.chats.changed.emit(())
    stage.context.models.library_changed.emit(())
    stage.context.models.state_changed.emit(ModelState())


def welcome_fetching(stage: Stage) -> None:
    """The starter model on its way."""
    welcome(stage)
    model = stage.context.starter.model
    stage.context.starter.changed.emit(
        Download(id="s", repo=model.place, name=model.name, path="", total=model.size, done=38_400_000,
                 bytes_per_second=4_200_000, phase="running")
    )  # fmt: skip


def welcome_ready(stage: Stage) -> None:
    """A model is there, and no chat yet."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.chats.changed.emit(())


def recommended(stage: Stage) -> None:
    """Models to download: one here, one on its way, one that is gone."""
    offer = stage.context.curated.offer.models
    here = msgspec.structs.replace(scenes.ENTRIES[0], path=f"/models/{offer[0].file}")
    stage.window.find_models()
    stage.context.models.library_changed.emit((here,))
    rows = stage.window.pages.library.findChildren(CuratedRow)
    download = Download(
        id="r", repo=offer[4].repo, name=offer[4].file, path="", total=offer[4].size, done=700_000_000,
        bytes_per_second=12_000_000, phase="running",
    )  # fmt: skip
    fits = ("Runs well", "pinned", "")
    rows[4].show_state(fits, False, False, download, None)
    rows[5].show_state(fits, False, True, None, None)
    rows[6].show_state(fits, False, False, None, say("curated.gone", name=offer[6].file, repo=offer[6].repo))


def choose(stage: Stage) -> None:
    """Models are there, none is loaded."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(ModelState())


def shortcuts(stage: Stage) -> None:
    """All keys, one of them to be taken from another action."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.window.action_list.set_keys("trash", "Ctrl+Shift+T")
    stage.window.show_shortcuts()
    stage.window.pages.shortcuts.rows["activity"].button.chosen.emit("Ctrl+L")


def compact(stage: Stage) -> None:
    """Larger text, less room between things."""
    theme().set_text_size(18)
    theme().set_compact(True)
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY, marks=(scenes.MARK,)))
    stage.talk.state.memory_changed.emit(scenes.memory())


STORED = (
    StoredKind("chats", "/home/ada/.local/share/Longthread", 5, 18_400_000),
    StoredKind("memories", "/home/ada/.local/share/Longthread/chats", 214, 1_270_000_000),
    StoredKind("documents", "/home/ada/.local/share/Longthread/documents", 9, 188_000_000),
    StoredKind("server", "/home/ada/.local/share/Longthread/server", 12, 96_000_000),
    StoredKind("models", "/home/ada/.local/share/Longthread/models", 3, 4_110_000_000),
    StoredKind("addons", "/home/ada/.local/share/Longthread/addons", 4, 1_940_000_000),
    StoredKind("logs", "/home/ada/.local/share/Longthread/logs", 4, 2_300_000),
    StoredKind("prompts", ""),
    StoredKind("secrets", ""),
)
ASKED = (
    NetworkRequest(1_790_000_000, "huggingface.co", "search"),
    NetworkRequest(1_790_000_040, "huggingface.co", "files"),
    NetworkRequest(1_790_000_075, "huggingface.co", "download"),
    NetworkRequest(1_790_000_076, "cdn-lfs-us-1.hf.co", "download"),
)


def privacy(stage: Stage) -> None:
    """What is stored, and what the network was asked for."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.window.show_privacy()
    stage.context.ops.flush()
    stage.settle()
    stage.window.pages.privacy.show_stored(STORED)
    stage.window.pages.privacy.show_requests(ASKED)


def privacy_words(stage: Stage) -> None:
    """Words that were added to the dictionary."""
    privacy(stage)
    page = stage.window.pages.privacy
    page.show_words(("Attentionmatching", "Cassegrain", "kvpress", "Longthread", "Vera-Rubin-Observatorium", "ziamath"))
    stage.settle()
    page.area.verticalScrollBar().setValue(page.area.verticalScrollBar().maximum())


def settings_keys(stage: Stage) -> None:
    """A global shortcut that another program has."""
    stage.window.show_settings()
    page = stage.window.pages.settings
    field = page.rows["window.global_keys"].field
    assert isinstance(field, KeysField)
    field.show_value("Ctrl+Alt+L")
    field.show_problem(whole(say("keys.taken")))
    page.show_section("Appearance")
    stage.settle()
    page.area.ensureWidgetVisible(field, 0, 120)


def settings_no_keys(stage: Stage) -> None:
    """Why there is no global shortcut."""
    settings_keys(stage)
    field = stage.window.pages.settings.rows["window.global_keys"].field
    assert isinstance(field, KeysField)
    field.show_value("")
    field.show_problem(whole(say("keys.wayland")), usable=False)


def settings_spelling(stage: Stage) -> None:
    """The languages of the spell checker."""
    stage.window.show_settings()
    page = stage.window.pages.settings
    page.leave_out(())
    field = page.rows["chat.spelling_languages"].field
    assert isinstance(field, LanguagesField)
    field.show_there(("de_DE", "en_US"))
    field.show_value("de_DE en_US")
    assert "American English" in field.control.text()
    page.show_section("Chat")
    stage.settle()
    page.area.ensureWidgetVisible(field, 0, 120)


def update(stage: Stage) -> None:
    """A newer version on its way."""
    privacy(stage)
    name = "Longthread-0.2.0-linux-x86_64.tar.gz"
    package = UpdatePackage("linux", "x86_64", name, "https://x/y", 214_000_000, "0" * 64)
    notes = "- Context size and GPU layers are chosen for your computer.\n- Edit messages where they stand."
    found = Update("0.2.0", "2026-12-01", notes, (package,))
    download = Download(
        id="u", repo="example.org", name=package.name, path="", total=package.size, done=87_000_000,
        bytes_per_second=5_200_000, phase="running",
    )  # fmt: skip
    state = UpdateState("downloading", found, package, download)
    stage.window.pages.privacy.updates.show_state(state, able=True)
    stage.window.pages.privacy.updates.show_weekly(True)


def wiping(stage: Stage) -> None:
    """Memories on their way out, and no request ever made."""
    privacy(stage)
    stage.window.pages.privacy.show_requests(())
    stage.window.pages.privacy.show_offline(True)
    stage.window.pages.privacy.show_working("memories", 0.6)


def sure(stage: Stage) -> None:
    """The question before something that cannot be taken back."""
    privacy(stage)
    stage.window.pages.privacy.rows["memories"].button.click()


def slash(stage: Stage) -> None:
    """Saved prompts over the composer."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.window.activateWindow()
    stage.window.chat.composer.editor.setFocus()
    stage.settle()
    stage.window.chat.composer.editor.insertPlainText("/r")


def prompts(stage: Stage) -> None:
    """The page of saved prompts, one being changed."""
    stage.window.show_prompts()
    page = stage.window.pages.prompts
    page.rows[1].change.click()


def rename(stage: Stage) -> None:
    """The question for a name."""
    stage.talk.chat_opened.emit(scenes.view(*scenes.EARLIER, scenes.QUESTION, scenes.REPLY))
    stage.window.sidebar.menus.ask_rename(scenes.GROUPS[0].chats[0])


SCENES: tuple[Callable[[Stage], None], ...] = (
    safe_mode, left_alone, resting, welcome, welcome_fetching, welcome_ready, recommended, choose, shortcuts, compact,
    privacy, update, privacy_words, settings_spelling, settings_keys, settings_no_keys, wiping, sure, rename, slash,
    prompts,
)  # fmt: skip
