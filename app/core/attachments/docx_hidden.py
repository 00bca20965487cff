"""Which text of a Word document is hidden, by a run's own formatting or by styles (``w:vanish``; ECMA-376, 17.7.3).

What a run says of itself holds. Else the styles of its table, its paragraph and its own each turn what the ones before
said: hidden twice is seen. What a style does not say, the style that it is based on does. What a table's style says of
some of its rows (the first one) is not looked at.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OFF = frozenset({"0", "false", "off"})

_Style = tuple[str, str]  # kind and id


class HiddenText:
    """What the part with the styles says; without one, runs alone say what is hidden."""

    def __init__(self, styles: Element | None) -> None:
        self._by_default = False
        self._usual: dict[str, _Style] = {}  # of each kind, for what names none
        self._hides: dict[_Style, bool] = {}
        if styles is None:
            return
        defaults = styles.find(f"{W}docDefaults/{W}rPrDefault")
        self._by_default = defaults is not None and _vanish(defaults) is True
        based: dict[_Style, _Style] = {}
        for style in styles.iter(f"{W}style"):
            kind = style.get(f"{W}type", "paragraph")
            one = kind, style.get(f"{W}styleId") or f"\0{len(based)}"  # nothing names one without an id
            based[one] = kind, _value(style, "basedOn")
            said = _vanish(style)
            if said is not None:
                self._hides[one] = said
            if style.get(f"{W}default", "0") not in _OFF:
                self._usual[kind] = one
        self._inherit(based)

    def _inherit(self, based: dict[_Style, _Style]) -> None:
        for style in based:
            above: list[_Style] = []
            while style in based and style not in self._hides:
                self._hides[style] = False  # until it is known; of a circle, for good
                above.append(style)
                style = based[style]
            if self._hides.get(style, False):
                self._hides.update(dict.fromkeys(above, True))

    def by_table(self, table: Element) -> bool:
        """Whether a table's style hides what is in it."""
        return self._by_style("table", table.find(f"{W}tblPr"), "tblStyle")

    def by_paragraph(self, properties: Element | None) -> bool:
        """Whether a paragraph's style hides its text. ``properties``: the paragraph's."""
        return self._by_style("paragraph", properties, "pStyle")

    def hides(self, run: Element, around: bool) -> bool:
        """Whether Word shows nothing of a run: who reads the document does not know that it is there. ``around``: the
        styles of its paragraph and table hide it.
        """
        said = _vanish(run)
        if said is not None:
            return said
        return self._by_default or around != self._by_style("character", run.find(f"{W}rPr"), "rStyle")

    def _by_style(self, kind: str, properties: Element | None, tag: str) -> bool:
        style = kind, _value(properties, tag) if properties is not None else ""
        return self._hides.get(style if style in self._hides else self._usual.get(kind, style), False)


def _vanish(parent: Element) -> bool | None:
    """What the properties of runs in ``parent`` say; None: nothing."""
    hidden = parent.find(f"{W}rPr/{W}vanish")
    return None if hidden is None else hidden.get(f"{W}val", "true") not in _OFF


def _value(parent: Element, tag: str) -> str:
    child = parent.find(W + tag)
    return child.get(f"{W}val", "") if child is not None else ""
