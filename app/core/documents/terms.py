"""Words of questions, passages and replies as they are compared: without case, accents and endings, in English and
German; and the numbers and names among them, which have to be the same.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
# letters of Chinese and Japanese, which have no spaces between words
LETTERS = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003347f"
UNSPACED = re.compile(f"[{LETTERS}]+")
_PARTS = re.compile(f"[{LETTERS}]+|[^{LETTERS}]+")
_SUFFIXES = """
ations ation ingly ings ing edly ed ies ied ers er es s ly y ments ment ness ungen ung heiten heit keiten keit ische
ischen isches isch lichen liche liches lich en em e n
"""
_ENDINGS = sorted(_SUFFIXES.split(), key=len, reverse=True)
_DOUBLED = frozenset({"ing", "ings", "ed", "er", "ers"})  # before these a consonant may be doubled: stopped, running
SHORTEST = 4  # letters that are left of a word without its ending

_ENGLISH = """
a about above after again against all also although am among an and any anyone anything are aren't as at be because
been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't
down during each either else etc even ever every few first for from further furthermore get gets give given go had
hadn't has hasn't have haven't having he hence her here hers herself him himself his how however i i'd i'll i'm i've
if in indeed instead into is isn't it it's its itself just kind know let let's like made make makes many may maybe
me means meanwhile might mine more moreover most much must mustn't my myself need neither nevertheless no nor not
now of off often on once one only or other others otherwise our ours ourselves out over own per perhaps please quite
rather really same says said see shall she should shouldn't since so some someone something sometimes still such
tell than that that's the their theirs them themselves then there therefore these they they're thing things this
those though through thus to together too toward towards under until up upon us use used uses using very was wasn't
we we're well were weren't what what's when where whether which while who whole whom whose why will with within
without won't would wouldn't yes yet you your yours yourself additionally finally specifically overall similarly
likewise consequently summary according passage passages document documents text mentioned mentions states stated
describes described okay hello hi thanks thank
"""
_GERMAN = """
aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus außerdem bei beide beim
bereits besonders bin bis bist bitte bzw da dabei dadurch dafür dagegen daher damit danach daneben dann daran darauf
daraus darf darin darüber darum das dass davon dazu dein deine dem demnach den denen denn dennoch der deren des
deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ebenfalls ebenso eigene ein
eine einem einen einer eines einige einmal er erst etwa etwas euch euer ferner folglich für gab ganz gar gegen geht
gibt gilt habe haben hat hatte hatten hätte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
indem insgesamt ins ist ja je jede jedem jeden jeder jedes jedoch jene jener jetzt kann kannst kein keine keinem
keinen keiner können könnte laut lediglich machen macht man manche mehr mein meine meist mich mir mit muss müssen
nach nachdem nämlich neben nein nicht nichts noch nun nur ob oben oder ohne schließlich schon sehr sei sein seine
seinem seinen seiner seit selbst sich sie sind so sobald sodass sogar solche soll sollen sollte somit sondern sonst
soweit sowie sowohl statt trotz über um und uns unser unsere unter viel viele vom von vor vorher während war waren
warum was weder wegen weil weiter weitere weiterhin welche welcher welches wenig wenn wer werde werden wie wieder
will wir wird wo wobei wofür wohl wollen worden wurde wurden würde zu zudem zuerst zuletzt zum zunächst zur
zusammenfassend zwar zwischen dokument dokumente textstelle beschreibt heißt nennt wem wen wessen woher wohin hallo
danke
"""
STOP = frozenset((_ENGLISH + _GERMAN).split())

# number words; "one", "ein" and "eins" are too often none
_NUMBER_WORDS = {
    word: str(value)
    for value, words in {
        2: "two zwei", 3: "three drei", 4: "four vier", 5: "five fünf", 6: "six sechs", 7: "seven sieben",
        8: "eight acht", 9: "nine neun", 10: "ten zehn", 11: "eleven elf", 12: "twelve zwölf", 13: "thirteen dreizehn",
        14: "fourteen vierzehn", 15: "fifteen fünfzehn", 16: "sixteen sechzehn", 17: "seventeen siebzehn",
        18: "eighteen achtzehn", 19: "nineteen neunzehn", 20: "twenty zwanzig", 30: "thirty dreißig",
        40: "forty vierzig", 50: "fifty fünfzig", 60: "sixty sechzig", 70: "seventy siebzig", 80: "eighty achtzig",
        90: "ninety neunzig", 100: "hundred hundert",
    }.items()
    for word in words.split()
}  # fmt: skip
_SCALES = {
    "thousand": 3, "tausend": 3, "million": 6, "millions": 6, "millionen": 6, "mio": 6, "billion": 9, "billions": 9,
    "milliarde": 9, "milliarden": 9, "mrd": 9, "bn": 9,
}  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,'’\u00a0\u202f]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")


def fold(text: str) -> str:
    """``text`` without accents and case; "ß" is "ss"."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_STOP_FOLDED = frozenset(map(fold, STOP))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """``word`` as it is compared: folded, without the endings of inflection; words of few letters stay whole."""
    plain = unicodedata.normalize("NFC", fold(word)).replace("’", "'")  # syllables of Hangul stay whole
    plain = plain.removesuffix("'s").split("'")[0] or plain
    for _ in range(2):  # "Verträgen": n, e
        for ending in _ENDINGS:
            if ending == "s" and plain.endswith("ss"):  # no ending: "glass", "Straße"
                continue
            if plain.endswith(ending) and len(plain) - len(ending) >= (3 if ending == "s" else SHORTEST):
                plain = plain[: -len(ending)]
                if ending in _DOUBLED and plain[-1] == plain[-2] and plain[-1] not in "aeiouls":
                    plain = plain[:-1]
                break
        else:
            break
    return plain


def words(text: str) -> list[str]:
    """The words of ``text`` as they stand there."""
    return _WORD.findall(text)


def parts(word: str) -> list[str]:
    """``word`` in order: what is written without spaces, and what stands between."""
    return _PARTS.findall(word)


def apart(text: str) -> str:
    """``text`` with spaces around what is written without."""
    return UNSPACED.sub(r" \g<0> ", text)


def pairs(run: str) -> list[str]:
    """The pairs of neighbouring letters of what is written without spaces; a single letter is itself."""
    return [run[at : at + 2] for at in range(max(1, len(run) - 1))]


def unit_places(text: str) -> list[tuple[int, int]]:
    """Where the words of ``text`` are, ``[start, end)``; of what is written without spaces, where each letter is."""
    found = []
    for match in _WORD.finditer(text):
        at = match.start()
        for part in parts(match[0]):
            size = 1 if UNSPACED.match(part) else len(part)
            found += [(begin, begin + size) for begin in range(at, at + len(part), size)]
            at += len(part)
    return found


def is_stop(word: str) -> bool:
    """Whether ``word`` says nothing of what a text is about."""
    return word.casefold() in STOP or fold(word).replace("’", "'") in _STOP_FOLDED


def content_words(text: str) -> list[str]:
    """The words of ``text`` that say what it is about, as they stand there, in order."""
    return [word for word in words(text) if not is_stop(word) and (len(word) > 1 or word.isdigit() or word > "\u2e80")]


def _readings(number: str, scale: int) -> frozenset[str]:
    """What ``number`` may mean: "1.500" is 1500 or one and a half."""
    bare = re.sub(r"[^\d]", "", number)
    found = set()
    if bare == number or _GROUPED.fullmatch(number):
        found.add(bare + "0" * scale)
    head, mark, tail = number.replace(",", ".").rpartition(".")
    if mark:
        whole, part = re.sub(r"[^\d]", "", head), tail.rstrip("0")
        if len(part) <= scale:
            found.add(whole + part + "0" * (scale - len(part)))
        else:
            found.add(f"{whole}{part[:scale]}.{part[scale:]}")
    return frozenset((one.lstrip("0") if "." not in one else one) or "0" for one in found or {bare})


def numbers(text: str) -> list[frozenset[str]]:
    """The numbers in ``text``, each as all it may mean: the same number is one that may mean the same."""
    found = []
    for match in _NUMBER.finditer(text):
        following = _WORD.match(text, match.end() + 1) if text[match.end() : match.end() + 1] in " \u00a0-" else None
        scale = _SCALES.get(following[0].casefold().rstrip("."), 0) if following else 0
        found.append(_readings(match[0], scale))
    for word in words(text):
        value = _NUMBER_WORDS.get(word.casefold())
        if value is not None:
            found.append(frozenset({value}))
    return found


def is_number(word: str) -> bool:
    """Whether ``word`` is (part of) a number, or one in letters."""
    return word[0].isdigit() or word.casefold() in _NUMBER_WORDS or word.casefold() in _SCALES
