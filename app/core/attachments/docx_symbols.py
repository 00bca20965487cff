"""Signs of the fonts Symbol and Wingdings, which Word keeps by their place in the font, as letters of their own.

Without them "5 µm" would be "5 m", and a form would not say which of its boxes are ticked.
"""

from __future__ import annotations

_ROWS = {
    0x41: "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ",
    0x61: "αβχδεφγηιϕκλµνοπθρστυϖωξψζ",
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅",
    0xA2: "′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
}
_SYMBOL = {start + at: sign for start, signs in _ROWS.items() for at, sign in enumerate(signs)}
_SYMBOL |= {0xE5: "∑", 0xF2: "∫"}
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "☐", 0x71: "☐", 0x72: "☐", 0x78: "☒", 0xA7: "▪", 0xA8: "☐", 0xDF: "←", 0xE0: "→",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def sign_of(font: str, code: str) -> str:
    """The letter for a place in a font, in hex with or without 0xF000 added; "" if it is not known.

    >>> sign_of("Symbol", "F06D"), sign_of("Wingdings", "00FE"), sign_of("Webdings", "F061")
    ('µ', '☑', '')
    """
    try:
        place = int(code, 16)
    except ValueError:
        return ""
    return _FONTS.get(font.lower(), {}).get(place & 0xFF if 0xF000 <= place <= 0xF0FF else place, "")
