"""What the window lets a person do with one model: binds its page, the folders and the dialogs to the services."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QFileDialog

from app.core.model_values import ModelEntry
from app.core.scopes import ScopedPlace
from app.core.settings import LOAD_KEYS
from app.services.addons import AddOnState
from app.services.app_context import AppContext
from app.services.engine_client.estimates import Estimates
from app.ui.library.detail import ModelDetail
from app.ui.library.page import LibraryPage
from app.ui.numbers import size
from app.ui.opening import show_in_folder
from app.ui.widgets.ask import ask_sure, ask_text

translate = QCoreApplication.translate


class ModelActions(QObject):
    """Made once, with the library page."""

    def __init__(self, context: AppContext, page: LibraryPage) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        self._estimates = Estimates(context.engine, self)
        self._estimates.told.connect(self._told)
        models = context.models
        page.opened.connect(self.open)
        page.folders.add.connect(self._choose_folder)
        page.folders.remove.connect(context.folders.remove)
        page.folders.show_folders(models.folders)
        models.library_changed.connect(self._library_changed)
        models.state_changed.connect(lambda _: self._show_state())
        context.heads.changed.connect(self._measuring)
        context.devices.changed.connect(self._devices)
        context.addon.changed.connect(self._show_addon)
        context.heads.measured.connect(lambda _: self.ask())
        context.settings.watch(self._load_setting_changed, *LOAD_KEYS)

    @property
    def detail(self) -> ModelDetail | None:
        """The page of one model, while it is open."""
        return self._page.detail

    def open(self, path: str) -> None:
        """Show the page of a model."""
        entry = self._context.models.entry(path)
        if entry is None:
            return
        models, care = self._context.models, self._context.care
        page = ModelDetail(entry, models.settings_of(path))
        page.back.connect(self.close)
        page.load.connect(lambda: self._page.load.emit(path))
        page.unload.connect(models.unload)
        page.rename.connect(self._rename)
        page.remove.connect(lambda: care.remove(path))
        page.delete.connect(self._delete)
        page.show_folder.connect(lambda: show_in_folder(path))
        page.measure.connect(lambda: self._context.heads.begin(path))
        page.stop_measuring.connect(self._context.heads.stop)
        page.notes.connect(lambda text: care.set_notes(path, text))
        page.vision.connect(lambda part: care.set_vision(path, part))
        page.browse_vision.connect(self._choose_vision)
        page.settings_changed.connect(self._settings_changed)
        page.show_entry(entry, models.vision_parts)
        page.show_measuring(self._context.heads.state)
        page.show_devices(self._context.devices.said)
        addon = self._context.addon
        page.addon.check.connect(addon.check)
        page.addon.download.connect(addon.download)
        page.addon.stop.connect(addon.stop)
        page.show_addon(addon.state)
        self._page.show_detail(page)
        self._show_state()
        self.ask(now=True)

    def close(self) -> None:
        """Back to all models."""
        self._estimates.stop()
        self._page.show_detail(None)

    def ask(self, *, now: bool = False) -> None:
        """Have what the model would take told anew."""
        page = self.detail
        if page is not None and page.entry.status == "ok":
            path = page.entry.path
            self._estimates.ask(lambda: self._context.models.estimate(path), now=now)

    def _told(self, told: object) -> None:
        if self.detail is not None:
            self.detail.show_estimate(told)  # type: ignore[arg-type]

    def _settings_changed(self) -> None:
        self._show_state()
        self.ask()

    def _load_setting_changed(self, _place: ScopedPlace, _key: str) -> None:
        if self.detail is not None:
            self.detail.settings.show_values()
            self._settings_changed()

    def _show_state(self) -> None:
        page, models = self.detail, self._context.models
        if page is not None:
            page.show_model(models.state, models.stale)

    def _measuring(self, measuring: object) -> None:
        if self.detail is not None:
            self.detail.show_measuring(measuring)  # type: ignore[arg-type]

    def _devices(self, devices: object) -> None:
        if self.detail is not None:
            self.detail.show_devices(devices)  # type: ignore[arg-type]

    def _show_addon(self, state: AddOnState) -> None:
        if self.detail is not None:
            self.detail.show_addon(state)

    def _library_changed(self, _entries: object) -> None:
        models, page = self._context.models, self.detail
        self._page.folders.show_folders(models.folders)
        if page is None:
            return
        entry = models.entry(page.entry.path)
        if entry is None:
            self.close()  # it was taken out, or deleted
            return
        anew = (entry.facts, entry.status) != (page.entry.facts, page.entry.status)
        page.show_entry(entry, models.vision_parts)
        if anew:
            self.ask(now=True)

    # ------------------------------------------------------------------ dialogs

    def _entry(self) -> ModelEntry | None:
        return None if self.detail is None else self.detail.entry

    def _rename(self) -> None:
        entry = self._entry()
        if entry is not None:
            ask_text(
                self._page,
                translate("ModelActions", "Rename model"),
                translate("ModelActions", "Name (in the file: {own})").format(own=entry.own_name or entry.name),
                entry.name,
                lambda name: self._context.care.rename(entry.path, name),
                translate("ModelActions", "Rename"),
            )

    def _delete(self) -> None:
        entry = self._entry()
        if entry is None:
            return
        detail = translate(
            "ModelActions", "Permanently deletes %Ln file(s), {amount}, from {folder}.", "", len(entry.parts)
        )
        ask_sure(
            self._page,
            translate("ModelActions", "Delete {model} from disk?").format(model=entry.name),
            detail.format(folder=Path(entry.path).parent, amount=size(entry.size)),
            translate("ModelActions", "Delete"),
            lambda: self._context.care.delete_files(entry.path),
        )

    def _choose_vision(self) -> None:
        entry = self._entry()
        if entry is None:
            return
        title = translate("ModelActions", "Add vision projector to {model}").format(model=entry.name)
        kinds = translate("ModelActions", "Vision projectors") + " (*mmproj*.gguf *.gguf);;" + translate(
            "ModelActions", "All files"
        ) + " (*)"  # fmt: skip
        path, _ = QFileDialog.getOpenFileName(self._page, title, str(Path(entry.path).parent), kinds)
        if path:
            self._context.care.offer_vision(entry.path, path)

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self._page, translate("ModelActions", "Add model folder"))
        if folder:
            self._context.folders.add(folder)
