"""How numbers, sizes, shares and times are written; no widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale

translate = QCoreApplication.translate

MOST_LISTED = 4  # lines of a list of sentences
ROUNDED = 0.9995  # of a unit, from which on it is that one: "1.0 GB", not "1,000 MB"


def count(number: float) -> str:
    """51340 -> "51,340"."""
    return decimal(number, 0)


def decimal(number: float, digits: int) -> str:
    """1234.56 with 1 digit -> "1,234.6", in German "1.234,6"."""
    return QLocale().toString(float(number), "f", digits)


def quoted(text: str) -> str:
    """Owls -> “Owls”, in German „Owls“."""
    return QLocale().quoteString(text)


def times(ratio: float) -> str:
    """How many times smaller: 8.0 -> "8", 5.62 -> "5.6"."""
    return decimal(ratio, 0 if abs(ratio - round(ratio)) < 0.05 else 1)


def short_count(number: int) -> str:
    """51340 -> "51k", 6123 -> "6.1k", 900 -> "900", 1_234_000 -> "1.2M"."""
    for size, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k")):
        if number >= ROUNDED * size:
            value = number / size
            whole = value >= 10 or f"{value:.1f}".endswith(".0")
            return decimal(value, 0 if whole else 1) + letter
    return str(number)


def size(number: float) -> str:
    """Bytes for people: 623_000_000 -> "623 MB"; decimal units, one digit below 100."""
    if number >= ROUNDED * 1e9:
        step, words = 1e9, translate("Numbers", "{number} GB")
    elif number >= ROUNDED * 1e6:
        step, words = 1e6, translate("Numbers", "{number} MB")
    elif number >= ROUNDED * 1e3:
        step, words = 1e3, translate("Numbers", "{number} kB")
    else:
        return translate("Numbers", "{number} bytes").format(number=count(number))
    value = number / step
    return words.format(number=decimal(value, 0 if value >= 99.95 else 1))


def percent(share: float) -> str:
    """0.007 -> "0.7 %", 0.124 -> "12 %"; what is too little to be said, 0.0003 -> "< 0.1 %"."""
    if 0 < share < 0.0005:
        return f"< {_percent(decimal(0.1, 1))}"
    return _percent(decimal(share * 100, 1 if share < 0.0995 else 0))


def share(part: float) -> str:
    """0.417 -> "42 %": no more exact than such a share is meant."""
    return _percent(decimal(part * 100, 0))


def _percent(number: str) -> str:
    return translate("Numbers", "{number} %").format(number=number)


def duration(seconds: float) -> str:
    """3.84 -> "3.8 s", 0.021 -> "0.02 s", 94 -> "1 min 34 s"."""
    if seconds < 59.5:
        digits = 2 if seconds < 0.995 else 1 if seconds < 9.95 else 0
        return translate("Numbers", "{seconds} s").format(seconds=decimal(seconds, digits))
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        words = translate("Numbers", "{hours} h {minutes} min")
        return words.format(hours=minutes // 60, minutes=minutes % 60)
    if not rest:
        return translate("Numbers", "{minutes} min").format(minutes=minutes)
    return translate("Numbers", "{minutes} min {seconds} s").format(minutes=minutes, seconds=rest)


def listed(sentences: Sequence[str]) -> str:
    """A line for each file that something is said of; of many the first ones, and how many more there are."""
    if len(sentences) <= MOST_LISTED:
        return "\n".join(sentences)
    more = count(len(sentences) - MOST_LISTED + 1)
    return "\n".join((*sentences[: MOST_LISTED - 1], translate("Notices", "And {number} more.").format(number=more)))
