"""Bytes into text: byte order marks, UTF-8, UTF-16 without a mark, and the encodings of older systems."""

from __future__ import annotations

import codecs

from app.core.attachments.problems import ReadProblem

_MARKS = (  # the longer ones first: the mark of UTF-32 begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OLDER = {
    "cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "cp1253": "Windows-1253",
    "cp1254": "Windows-1254", "cp1255": "Windows-1255", "cp1256": "Windows-1256", "koi8_r": "KOI8-R",
    "shift_jis": "Shift JIS", "euc_jp": "EUC-JP", "gb18030": "GB 18030", "big5": "Big5", "euc_kr": "EUC-KR",
}  # fmt: skip
_WESTERN = "cp1252"
_GUESS = 200_000  # bytes that an older encoding is guessed from
_SOUND = 10  # characters of several bytes for each byte that is none of UTF-8, in a text that was damaged
_MOST_CONTROL = 200  # characters for each that controls something, at least, in a text
_CONTROL = frozenset({*range(32), 0x7F}) - {7, 8, 9, 10, 12, 13, 26, 27}  # what a terminal's record may hold is fine


def decode(data: bytes, name: str) -> tuple[str, str]:
    """The text in ``data``, and the name of its encoding where that was guessed ("" where it is certain).

    Raises:
        ReadProblem: it is not text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return tidy(_whole(data, len(mark), encoding).decode(encoding)), ""
            except UnicodeDecodeError:
                break  # two bytes like a mark, but what follows does not fit: looked at like any other
    padded = b"\0" in data
    if padded:
        wide = _utf16(data)
        if wide is not None:
            return tidy(wide), "UTF-16"
        data = data.rstrip(b"\0")  # as the system leaves of a log that it was writing
    if _is_binary(data) or data.count(0) * _MOST_CONTROL > len(data):
        raise _no_text(name)
    try:
        return tidy(data.decode("utf-8")), ""
    except UnicodeDecodeError:
        damaged = _damaged_utf8(data)
        if damaged is not None:
            return tidy(damaged), "UTF-8"
        if padded:
            raise _no_text(name) from None
        return _older(data, name)


def _whole(data: bytes, start: int, encoding: str) -> bytes:
    """``data`` from ``start`` without what is left of a last character that was cut."""
    unit = 4 if "32" in encoding else 2 if "16" in encoding else 1
    return data[start : start + (len(data) - start) // unit * unit]


def _damaged_utf8(data: bytes) -> str | None:
    """UTF-8 of which a few bytes are damaged, or that was cut inside a character; None if it looks like something else.

    Of other encodings, hardly any two bytes that are no ASCII are a character of UTF-8.
    """
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    good = len(text) - len(text.encode("ascii", "ignore")) - bad
    cut = bad == 1 and text.endswith("\ufffd")
    return text.removesuffix("\ufffd") if cut and good else text if good >= _SOUND * bad else None


def tidy(text: str) -> str:
    """``text`` with plain line ends, without NUL and without halves of characters."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\0", "").replace("\ufeff", "")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def estimated(text: str) -> int:
    """About how many tokens ``text`` has, for any model."""
    return (len(text.encode()) + 3) // 4


def _no_text(name: str) -> ReadProblem:
    return ReadProblem("attachment.not_text", name=name)


def _is_binary(data: bytes) -> bool:
    sample = data[:_GUESS]
    return sum(map(sample.count, map(bytes, ([code] for code in _CONTROL)))) * _MOST_CONTROL > len(sample)


def _utf16(data: bytes) -> str | None:
    """UTF-16 without a mark: in most scripts every other byte of a good part is zero."""
    data = _whole(data, 0, "utf-16")
    sample = data[: _GUESS // 2 * 2]
    zeros = (sample[::2].count(0), sample[1::2].count(0))
    little = zeros[1] > zeros[0]
    if max(zeros) * 5 < len(sample) // 2 or min(zeros) * 50 > len(sample) // 2:
        return None
    try:
        text = data.decode("utf-16-le" if little else "utf-16-be")
    except UnicodeDecodeError:
        return None
    odd = sum(ord(letter) in _CONTROL for letter in text[:_GUESS])
    return None if odd * _MOST_CONTROL > len(text[:_GUESS]) else text


def _older(data: bytes, name: str) -> tuple[str, str]:
    from charset_normalizer import from_bytes  # only needed here, and slow to import

    matches = list(from_bytes(data[:_GUESS], cp_isolation=list(_OLDER)))
    likely = [encoding for match in matches for encoding in (match.encoding, *match.could_be_from_charset)]
    western = next((match for match in matches if _WESTERN in match.could_be_from_charset), None)
    if western is not None and western.chaos <= matches[0].chaos:
        # where letters tell nothing, the encoding of most old files in Latin letters is likelier than its neighbours
        likely.insert(0, _WESTERN)
    for encoding in dict.fromkeys(likely):
        try:
            return tidy(data.decode(encoding)), _OLDER.get(encoding, encoding)
        except (UnicodeDecodeError, LookupError):
            continue  # it fits the sample, but not what follows
    raise _no_text(name)
