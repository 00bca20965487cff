"""What other programs are told so that they find the local server, ready to be copied."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.theme import font, theme
from app.ui.widgets.copy_button import CopyButton
from app.ui.widgets.labels import dim
from app.ui.widgets.text import begin

translate = QCoreApplication.translate

HIDDEN = "••••••••"  # instead of a key


def curl(address: str, key: str) -> str:
    return (
        f"curl {address}/v1/chat/completions \\\n"
        f"  -H 'Authorization: Bearer {key}' \\\n"
        "  -H 'Content-Type: application/json' \\\n"
        '  -d \'{"messages": [{"role": "user", "content": "Hello"}]}\''
    )


def python(address: str, key: str) -> str:
    return (
        "from openai import OpenAI\n\n"
        f'client = OpenAI(\n    base_url="{address}/v1",\n    api_key="{key}",\n)\n'
        "reply = client.chat.completions.create(\n"
        '    model="longthread",\n'
        '    messages=[{"role": "user", "content": "Hello"}],\n)\n'
        "print(reply.choices[0].message.content)"
    )


def continue_editor(address: str, key: str) -> str:
    return (
        "models:\n  - name: Longthread\n    provider: openai\n    model: longthread\n"
        f"    apiBase: {address}/v1\n    apiKey: {key}"
    )


def claude_code(address: str, key: str) -> str:
    return f"ANTHROPIC_BASE_URL={address} \\\nANTHROPIC_AUTH_TOKEN={key} \\\nclaude --model longthread"


Write = Callable[[str, str], str]


def snippets() -> tuple[tuple[str, str, Write], ...]:
    """Names, titles, and what writes them from address and key."""
    return (
        ("curl", translate("Server", "Terminal (curl)"), curl),
        ("python", translate("Server", "Python (openai package)"), python),
        ("continue", translate("Server", "VS Code and JetBrains (Continue, config.yaml)"), continue_editor),
        ("claude", translate("Server", "Coding agent (Claude Code)"), claude_code),
    )


class SnippetRow(QWidget):
    """A few lines to copy. ``copied``: the person wants them."""

    copied = Signal()

    def __init__(self, title: str, write: Write) -> None:
        super().__init__()
        self.write = write
        name = dim(title, "", wrap=True)
        name.setFont(font(theme().tokens.type.base, 500))
        self.copy = CopyButton(translate("Server", "Copy: {name}").format(name=title), size=16, box=30)
        self.copy.clicked.connect(self.copied)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(title)
        self.text.setProperty("kind", "field")
        self._font = font(theme().tokens.type.small, mono=True)
        self.text.setFont(self._font)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setTabChangesFocus(True)
        head = QHBoxLayout()
        head.addWidget(name, 1)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 12, 14)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.text)

    def show_values(self, address: str, key: str) -> None:
        """``key`` "": hidden."""
        text = self.write(address, key or HIDDEN)
        if text != self.text.toPlainText():
            begin(self.text, text)
            lines = text.count("\n") + 1
            bar = self.text.horizontalScrollBar().sizeHint().height()
            self.text.setFixedHeight(lines * QFontMetrics(self._font).lineSpacing() + bar + 22)
