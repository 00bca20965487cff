"""The drawer at the right of a conversation: what holds for this chat, for its model, or for all chats."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.chat_values import Chat, ChatView
from app.core.model_values import ModelState
from app.core.reply_settings import CHOICE, END, FORM, MORE, REPEATING, REPLY_SETTINGS, THINKING
from app.core.scopes import Scope, ScopedPlace
from app.core.settings import PROMPT
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.chat_settings.prompt import PresetBar, PromptEditor
from app.ui.chat.chat_settings.rows import OF_SCOPE, RowGroup
from app.ui.settings.choose import of_group
from app.ui.settings.fields import ChoiceField
from app.ui.settings.reply_fields import FormField
from app.ui.settings.row import SettingRow
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.controls import ChoiceSegment
from app.ui.widgets.keys import with_keys
from app.ui.widgets.labels import dim
from app.ui.widgets.text import rewrite

translate = QCoreApplication.translate

WIDTH = 348
GROUPS = ((THINKING, True), (CHOICE, True), (END, True), (FORM, True), (MORE, False), (REPEATING, False))


class ChatSettings(QWidget):
    """Signals: ``closed``."""

    closed = Signal()

    def __init__(self, context: AppContext, talk: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("drawer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self._context, self._talk = context, talk
        self._model = context.models.state
        self._chat: Chat = talk.view.chat
        self._begun = bool(talk.view.messages)
        self._level = "chat"
        self._drafts = context.drafts.prompts
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(lambda: None if self.isHidden() else self.refresh())
        self._make()
        self._bind()
        self.refresh()

    def _make(self) -> None:
        column = QVBoxLayout(self)  # from the outside in: what moves into a widget is styled once more
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        bar = QWidget()
        bar.setFixedHeight(theme().tokens.size.header)
        column.addWidget(bar)
        head = QHBoxLayout(bar)
        head.setContentsMargins(16, 0, 10, 0)
        title = dim(translate("ChatSettings", "Chat settings"), "")
        title.setFont(font(theme().tokens.type.body, 600))
        self.close_button = IconButton("x", with_keys(translate("ChatSettings", "Close"), "Esc"), size=16, box=28)
        self.close_button.clicked.connect(self.closed)
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.close_button)
        words = {
            "chat": translate("ChatSettings", "This chat"),
            "model": translate("ChatSettings", "This model"),
            "general": translate("ChatSettings", "All chats"),
        }
        choice = QHBoxLayout()
        choice.setContentsMargins(14, 0, 14, 0)
        choice.setSpacing(0)
        column.addLayout(choice)
        self.levels: dict[str, ChoiceSegment] = {}
        self._level_group = QButtonGroup(self)
        for level, text in words.items():
            button = ChoiceSegment(text)
            button.setAccessibleName(translate("ChatSettings", "Settings for: {what}").format(what=text))
            button.clicked.connect(lambda _=False, level=level: self.choose(level))
            self._level_group.addButton(button)
            self.levels[level] = button
            choice.addWidget(button, 1)
        self.about = dim("", "dim", wrap=True)
        self.about.setFont(font(theme().tokens.type.small))
        self.about.setContentsMargins(16, 4, 16, 8)
        column.addWidget(self.about)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(title.text())
        column.addWidget(self.area, 1)
        inner = QWidget()
        inner.setObjectName("drawerInside")
        self.area.setWidget(inner)
        self.presets = PresetBar()
        self.prompt = PromptEditor()
        self.rows: dict[str, SettingRow] = {}
        self.groups: dict[str, RowGroup] = {}
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(16, 6, 14, 20)
        lines.setSpacing(6)
        lines.addWidget(self.presets)
        lines.addSpacing(4)
        lines.addWidget(self.prompt)
        for name, open_ in GROUPS:
            rows = [
                SettingRow.of(setting, self.scope, OF_SCOPE, narrow=True)
                for setting in REPLY_SETTINGS
                if setting.group == name
            ]
            self.rows.update({row.setting.key: row for row in rows})
            self.groups[name] = RowGroup(of_group(name), rows, open_)
            lines.addWidget(self.groups[name])
        self.reset_all = TextButton(translate("ChatSettings", "Reset all changes"), "link")
        self.reset_all.clicked.connect(self._reset_all)
        lines.addWidget(self.reset_all, 0, Qt.AlignmentFlag.AlignLeft)
        lines.addStretch(1)

    def _bind(self) -> None:
        context, talk = self._context, self._talk
        talk.chat_opened.connect(self._chat_opened)
        ChatFollower(talk, self, chat_changed=self._chat_changed, message_added=self._message_added)
        context.models.state_changed.connect(self._model_changed)
        context.presets.changed.connect(self._soon.start)
        self.destroyed.connect(context.settings.watch(self._setting_changed))
        self.presets.applied.connect(self._apply)
        self.presets.saved.connect(lambda name: context.presets.save(name, self.scope, self._prompt_shown()))
        self.presets.renamed.connect(context.presets.rename)
        self.presets.deleted.connect(context.presets.delete)
        self.prompt.edited.connect(self._prompt_edited)
        self.prompt.used.connect(self._use_prompt)
        self.prompt.cleared.connect(self._clear_prompt)
        self.prompt.editor.textChanged.connect(self._keep_draft)
        form = self.rows["sampling.form"].field
        assert isinstance(form, FormField)
        self.form = form
        form.check_asked.connect(self._check)

    # what is shown -----------------------------------------------------------------

    @property
    def scope(self) -> Scope:
        """What the drawer shows and changes now."""
        facts = self._model.facts
        model = facts.fingerprint if facts is not None else ""
        settings = self._context.settings
        if self._level == "chat":
            return settings.scoped(chat=self._chat.id, model=model)
        return settings.scoped(model=model) if self._level == "model" and model else settings

    def choose(self, level: str) -> None:
        """Show what holds for this chat ("chat"), this model ("model") or all chats ("general")."""
        self._level = level
        self.refresh()

    def show_form(self) -> None:
        """Show the form of replies where it is set, ready to be changed."""
        key = "sampling.form"
        self.choose("chat")
        origin = self.scope.where_from(key)
        self.choose(origin if origin in self.levels else "chat")
        self.groups[FORM].head.setChecked(True)
        output = self.rows["sampling.output"]
        row = self.rows[key] if self.scope.applies(key) else output
        choice = output.field
        assert isinstance(choice, ChoiceField)
        control = self.form.control if row is not output else choice.buttons[self.scope.text("sampling.output")]
        control.setFocus()
        # rows may have come, and have their places once they are laid out
        QTimer.singleShot(0, self.area, lambda: self.area.ensureWidgetVisible(row, 0, 24))

    def refresh(self) -> None:
        """Show everything anew."""
        facts = self._model.facts
        self.levels["model"].setEnabled(bool(facts is not None and facts.fingerprint))
        if self._level == "model" and not self.levels["model"].isEnabled():
            self._level = "chat"
        self.levels[self._level].setChecked(True)
        name = self._model.name
        self.about.setText(
            {
                "chat": translate("ChatSettings", "Applies only to this chat."),
                "model": translate(
                    "ChatSettings", "Applies to all chats with {name} unless a chat overrides it."
                ).format(name=name),
                "general": translate("ChatSettings", "Applies to all chats unless the model or chat overrides it."),
            }[self._level]
        )
        scope = self.scope
        for row in self.rows.values():
            row.bind(scope)
        self._show_prompt()
        self._show_marks()

    def _show_marks(self) -> None:
        """What depends on several settings: which rows mean something, counts, the preset that holds."""
        scope, facts = self.scope, self._model.facts
        known = facts.thinking if facts is not None else ()
        for name, group in self.groups.items():
            group.refresh(scope, name != THINKING or bool(known))
        self.rows["reply.thinking"].setVisible("switch" in known)
        self.rows["reply.effort"].setVisible("effort" in known)
        self.presets.show_presets(
            self._context.presets.all, self._context.presets.matching(scope, self._prompt_shown())
        )
        self.form.show_kind(scope.text("sampling.output"))
        here = [key for key in self.rows if scope.is_set(key)]
        self.reset_all.setVisible(bool(here) and self._level != "general")

    def _show_prompt(self) -> None:
        scope, prompt = self.scope, self.prompt
        if self._level == "chat":
            kept = self._chat.system_prompt
            memory = self._talk.memory
            tokens = (memory.tokens if memory is not None else self._chat.tokens) if self._begun else -1
            note = "" if self._begun else translate("ChatSettings", "Applies to this chat from its first message.")
            note = note or translate("ChatSettings", "The system prompt starts this chat and is never compacted.")
            prompt.show_prompt(scope.here, kept, self._drafts.get(self._chat.id, kept), tokens, note)
            prompt.show_here(kept != self._prompt_of_new())
        else:
            kept = scope.text(PROMPT)
            note = translate("ChatSettings", "New chats use this prompt. Existing chats keep theirs.")
            prompt.show_prompt(scope.here, kept, kept, -1, note)
            prompt.show_here(scope.is_set(PROMPT))

    def _prompt_of_new(self) -> str:
        return self._context.settings.scoped(model=self.scope.places[1].owner).text(PROMPT)

    def _prompt_shown(self) -> str:
        """As it stands in the drawer, whether it counts already or is only a draft."""
        if self._level == "chat":
            return self._drafts.get(self._chat.id, self._chat.system_prompt)
        return self.scope.text(PROMPT)

    # what changes ------------------------------------------------------------------

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _chat_opened(self, view: ChatView) -> None:
        self._chat, self._begun = view.chat, bool(view.messages)
        if not self.isHidden():  # at once: what is changed now is meant for this chat
            self.refresh()

    def _chat_changed(self, chat: Chat) -> None:
        other = chat.id == self._chat.id and chat.system_prompt != self._chat.system_prompt
        if chat.id == self._chat.id:
            self._chat = chat
        if other:
            self._soon.start()

    def _message_added(self, _: object) -> None:
        if not self._begun:
            self._begun = True
            self._soon.start()

    def _model_changed(self, state: ModelState) -> None:
        before, self._model = self._model, state
        if before.facts != state.facts:
            self._soon.start()

    def _setting_changed(self, place: ScopedPlace, key: str) -> None:
        if place == self.scope.here and key in self.rows:
            self.rows[key].show_value()  # as changed here, by a row or by something else
            if key == "sampling.output":
                self.form.recheck()
            self._show_marks()
        elif key in self.rows or key == PROMPT:
            self._soon.start()

    def _check(self, text: str) -> None:
        output = self.scope.text("sampling.output")
        if output in ("schema", "grammar"):
            self._context.conversations.check_form(output, text, lambda problem: self.form.show_verdict(text, problem))

    def _prompt_edited(self, text: str) -> None:
        """A text that counts at once."""
        if self._level == "chat":
            self._talk.set_system_prompt(text)
            self.prompt.show_here(text != self._prompt_of_new())
        elif text == self.scope.inherited(PROMPT):
            self.scope.clear(PROMPT)
        else:
            self.scope.set(PROMPT, text)
        if self._level != "chat":
            self.prompt.show_here(self.scope.is_set(PROMPT))
        self._show_marks()

    def _keep_draft(self) -> None:
        if self._level != "chat":
            return
        if self.prompt.waiting:
            self._drafts[self._chat.id] = self.prompt.text
        else:
            self._drafts.pop(self._chat.id, None)
        self._show_marks()

    def _use_prompt(self, text: str) -> None:
        self._drafts.pop(self._chat.id, None)
        self._talk.set_system_prompt(text)
        self._soon.start()

    def _clear_prompt(self) -> None:
        if self._level == "chat":
            self._suggest(self._prompt_of_new())
        else:
            self.scope.clear(PROMPT)
            self._soon.start()

    def _suggest(self, text: str) -> None:
        """Another system prompt for what is shown; in a chat that has begun it waits for "Use from here on"."""
        rewrite(self.prompt.editor, text)

    def _apply(self, preset: str) -> None:
        self._context.presets.apply(preset, self.scope, self._suggest)
        self._soon.start()

    def _reset_all(self) -> None:
        self.area.setFocus()  # the button is about to go
        self._context.presets.take_back(self.scope, self.rows)
        self._soon.start()
