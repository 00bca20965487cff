"""The tasks of ``bench tasks``: seeded contexts with questions whose replies stand far back in them.

After RULER (Hsieh et al., arXiv 2404.06654): needles with one key, many keys, many values and many keys asked at once,
variables that are assigned to each other, common and frequent words, questions on passages between others. Further:
JSON of random keys and values (Liu et al., arXiv 2307.03172), a conversation of several days in which some facts are
corrected later, code in which a definition is asked for.

What is asked for is never a word: numbers of five digits, names and phrases, so that no reply is right by chance.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.bench.facts import make_facts

RESOURCES = Path(__file__).resolve().parents[2] / "resources" / "tasks"
ASKED = 8  # questions of a context
WORD_LISTS = 8


@dataclass(frozen=True)
class TaskQuestion:
    """``ask``: the message; ``lead``: how the reply begins; ``reply``: how it must go on."""

    ask: str
    lead: str
    reply: str


@dataclass(frozen=True)
class TaskText:
    """``evidence``: texts that stand whole at even depths in filler; ``opening``: the first message.

    ``filler``: what stands between them in place of prose. ``replies``: every evidence is a message of its own, with
    one of these as its reply; without any, all is a document in parts.
    """

    opening: str
    evidence: list[str]
    questions: list[TaskQuestion]
    filler: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)

    @property
    def exchanges(self) -> bool:
        return bool(self.replies)


def _numbers(rng: random.Random, n: int) -> list[str]:
    return [str(number) for number in rng.sample(range(10000, 100000), n)]


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


_DOCUMENT = "Here is a document in parts. I will ask you about it later."

_THINGS = (
    "The combination of the cellar door in {}", "The telephone number of the ferry office in {}",
    "The serial number of the telescope in {}", "The weight of the church bell in {} in kilograms",
    "The account number of the rowing club of {}", "The code of the garden gate in {}",
    "The number of the fire engine of {}", "The postal box of the clockmaker in {}",
    "The height of the radio mast in {} in millimeters", "The number of books in the library of {}",
    "The licence number of the lighthouse of {}", "The price of the old mill in {} in crowns",
)  # fmt: skip
_PLACES = (
    "Tarvik", "Olmen", "Brandholt", "Keswyn", "Morrowby", "Sellinge", "Port Ansel", "Durrow", "Vantorp", "Hask",
    "Grimsel", "Pellworth", "Quarley", "Ystmar", "Lindow", "Carrick",
)  # fmt: skip


def needle_single(rng: random.Random) -> TaskText:
    """Facts that have nothing to do with each other."""
    drawn = zip(rng.sample(_THINGS, ASKED), rng.sample(_PLACES, ASKED), strict=True)
    things = [thing.format(place) for thing, place in drawn]
    told = list(zip(things, _numbers(rng, ASKED), strict=True))
    questions = [
        TaskQuestion(f"What is {thing[0].lower()}{thing[1:]}?", f"{thing} is", f" {value}") for thing, value in told
    ]
    return TaskText(_DOCUMENT, [f"{thing} is {value}." for thing, value in told], questions)


def needle_multikey(rng: random.Random) -> TaskText:
    """Many facts of one kind."""
    facts = make_facts(20, rng.randrange(1 << 30))
    asked = rng.sample(facts, ASKED)
    questions = [
        TaskQuestion(f"What is the access code of {one.name}?", one.question.strip(), one.answer) for one in asked
    ]
    return TaskText(_DOCUMENT, [one.statement for one in facts], questions)


def needle_multivalue(rng: random.Random) -> TaskText:
    """Three values of each key, at different places."""
    names = [fact.name for fact in make_facts(6, rng.randrange(1 << 30))]
    values = {name: _numbers(rng, 3) for name in names}
    rounds = [rng.sample(names, len(names)) for _ in range(3)]
    evidence = [f"One of the lucky numbers of {name} is {values[name][i]}." for i in range(3) for name in rounds[i]]
    questions = [
        TaskQuestion(
            f"What are the three lucky numbers of {name}, in the order of the document?",
            f"The three lucky numbers of {name} are",
            f" {_listed(values[name])}",
        )
        for name in names
    ]
    return TaskText(_DOCUMENT, evidence, questions)


def needle_multiquery(rng: random.Random) -> TaskText:
    """Three keys asked for at once."""
    facts = make_facts(12, rng.randrange(1 << 30))
    questions = []
    for _ in range(ASKED):
        asked = rng.sample(facts, 3)
        names = _listed([one.name for one in asked])
        codes = _listed([one.answer.strip() for one in asked])
        questions.append(
            TaskQuestion(
                f"What are the access codes of {names}, in this order?", f"The access codes of {names} are", f" {codes}"
            )
        )
    return TaskText(_DOCUMENT, [one.statement for one in facts], questions)


def variables(rng: random.Random) -> TaskText:
    """Chains of variables, the last one of each asked for."""
    letters = [f"{a}{b}{c}" for a in "BDFGKLMNPRST" for b in "AEIOU" for c in "BDFGKLMNPRST"]
    names = rng.sample(letters, 3 * ASKED)
    values = _numbers(rng, ASKED)
    links: list[list[str]] = [[], [], []]
    questions = []
    for i, value in enumerate(values):
        first, second, third = names[3 * i : 3 * i + 3]
        links[0].append(f"VAR {first} = {value}.")
        links[1].append(f"VAR {second} = VAR {first}.")
        links[2].append(f"VAR {third} = VAR {second}.")
        questions.append(
            TaskQuestion(f"What is the value of VAR {third}?", f"The value of VAR {third} is", f" {value}")
        )
    return TaskText(_DOCUMENT, [line for part in links for line in rng.sample(part, len(part))], questions)


_ADJECTIVES = (
    "amber", "brittle", "copper", "drowsy", "eager", "frosted", "gentle", "hollow", "ivory", "jagged", "knotted",
    "lonely", "mossy", "narrow", "oblong", "patient", "quiet", "rusty", "silent", "tangled", "uneven", "velvet",
    "wooden", "yellow",
)  # fmt: skip
_NOUNS = (
    "anchor", "basket", "candle", "dagger", "engine", "feather", "garden", "hammer", "island", "jacket", "kettle",
    "lantern", "mirror", "needle", "orchard", "pillow", "quilt", "ribbon", "saddle", "teapot", "umbrella", "violin",
    "whistle", "window",
)  # fmt: skip
_LISTS = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel")


def _phrases(rng: random.Random, n: int) -> list[str]:
    return [f"{a} {b}" for a, b in zip(rng.sample(_ADJECTIVES, n), rng.sample(_NOUNS, n), strict=True)]


def common_words(rng: random.Random) -> TaskText:
    """Lists in which one phrase stands many times, all others once."""
    evidence, questions = [], []
    for name in rng.sample(_LISTS, WORD_LISTS):
        common, *others = _phrases(rng, 13)
        words = [common] * 8 + others
        rng.shuffle(words)
        evidence.append(f"List {name}: " + "; ".join(words) + ".")
        questions.append(
            TaskQuestion(
                f"Which entry of list {name} stands in it more than once?",
                f'The entry of list {name} that stands in it more than once is "',
                common,
            )
        )
    return TaskText("Here are lists in parts. I will ask you about them later.", evidence, questions)


def frequent_words(rng: random.Random) -> TaskText:
    """Texts of coded words with frequencies after Zipf; the most frequent two of each."""
    evidence, questions = [], []
    for name in rng.sample(_LISTS, WORD_LISTS):
        coded = _phrases(rng, 12)
        words = [phrase for i, phrase in enumerate(coded) for _ in range(max(1, 12 // (i + 1) ** 2))]
        rng.shuffle(words)
        ranked = [phrase for phrase, _ in Counter(words).most_common(2)]
        evidence.append(f"Text {name}: " + ", ".join(words) + ".")
        questions.append(
            TaskQuestion(
                f"Which two phrases stand most often in text {name}? Name the most frequent one first.",
                f'The two phrases that stand most often in text {name} are "',
                f'{ranked[0]}" and "{ranked[1]}',
            )
        )
    return TaskText("Here are coded texts in parts. I will ask you about them later.", evidence, questions)


def reading(rng: random.Random) -> TaskText:
    """Questions on passages that stand in prose about something else."""
    passages = json.loads((RESOURCES / "passages.json").read_text(encoding="utf-8"))
    rng.shuffle(passages)
    asked = [question for one in passages for question in one["questions"]]
    questions = [TaskQuestion(*question) for question in rng.sample(asked, min(2 * ASKED, len(asked)))]
    return TaskText(_DOCUMENT, [one["text"] for one in passages], questions)


def key_values(rng: random.Random) -> TaskText:
    """Lines of JSON, nothing else: random keys and random values."""
    made = rng.sample(range(1 << 32), 4096)
    pairs = [(f"{key:08x}", f"{value:08x}") for key, value in zip(made[::2], made[1::2], strict=True)]
    lines = [f'{{"key": "{key}", "value": "{value}"}}' for key, value in pairs]
    questions = [
        TaskQuestion(f'What is the value of the key "{key}"?', f'{{"key": "{key}", "value": "', value)
        for key, value in pairs[:ASKED]
    ]
    return TaskText("Here are records in parts. I will ask for some later.", lines[:ASKED], questions, lines[ASKED:])


# What a person says of themselves: first, corrected, question, the reply's beginning, both values
_TOLD = (
    ("I live in {}.", "We have moved: I live in {} now.", "In which town do I live now?", "You live in",
     (" Ponta Verde", " Sankt Elwin")),
    ("My dog is called {}.", "I said that my dog is called otherwise, but we have renamed him: he is called {} now.",
     "What is my dog called now?", "Your dog is called", (" Captain Biscuit", " Sergeant Pepper")),
    ("I work for {}.", "I have changed my job and work for {} now.", "Which company do I work for now?",
     "You work for", (" Halden Marine Supply", " Osterby Glass Works")),
    ("My dentist's appointment is on {}.", "The dentist has called: my appointment is on {} instead.",
     "When is my dentist's appointment?", "Your dentist's appointment is on",
     (" Tuesday the 14th at 15.40", " Friday the 24th at 9.10")),
    ("My daughter plays {}.", "My daughter has given that up and plays {} now.", "What does my daughter play now?",
     "Your daughter plays", (" the bass clarinet", " the double bass")),
    ("The password of my guest network is {}.", "I had to change the password of my guest network, it is {} now.",
     "What is the password of my guest network now?", "The password of your guest network is",
     (" heron-4471-maple", " otter-9026-birch")),
    ("The budget for my kitchen is {} euros.", "I have thought again: the budget for my kitchen is {} euros now.",
     "What is the budget for my kitchen now?", "The budget for your kitchen is", (" 13450", " 18720")),
    ("My favourite restaurant is {}.", "I have a new favourite restaurant, it is {}.",
     "What is my favourite restaurant now?", "Your favourite restaurant is",
     (" The Drunken Lantern", " Chez Amandine")),
    ("My landlord is called {}.", "The house was sold, and my landlord is called {} now.",
     "What is my landlord called now?", "Your landlord is called", (" Mortimer Vance", " Beatrix Olander")),
    ("My train to the office leaves at {}.", "There is a new timetable: my train to the office leaves at {} now.",
     "When does my train to the office leave now?", "Your train to the office leaves at", (" 7.23", " 6.58")),
)  # fmt: skip
_REPLIES = (
    "Thank you for telling me. I will keep that in mind.", "Good to know. Is there anything else?",
    "I see. Let me know if I can help with that.", "Noted. What else is on your mind?",
)  # fmt: skip


def conversation(rng: random.Random) -> TaskText:
    """Talks of several days; half of what was said is corrected on a later one."""
    told = rng.sample(_TOLD, len(_TOLD))
    first, later, questions = [], [], []
    for i, (say, correct, ask, lead, values) in enumerate(told):
        old, new = rng.sample(values, 2)
        first.append(say.format(old.strip()))
        if i % 2:
            later.append(correct.format(new.strip()))
        questions.append(TaskQuestion(ask, lead, new if i % 2 else old))
    return TaskText("Hello! Let's talk.", first + rng.sample(later, len(later)), questions, replies=list(_REPLIES))


_VERBS = ("fetch", "parse", "merge", "archive", "resolve", "upload", "cancel", "validate", "render", "schedule")
_OBJECTS = ("invoice", "customer", "shipment", "session", "report", "voucher", "ticket", "branch", "sensor", "payment")
_ARGUMENTS = ("region_code", "page_size", "timeout_ms", "retry_limit", "owner_id", "batch_size", "max_depth", "offset")


def _function(rng: random.Random, name: str, n_lines: int) -> tuple[str, str]:
    """A function of that name, and its arguments."""
    first, second = rng.sample(_ARGUMENTS, 2)
    arguments = f"{rng.choice(_OBJECTS)}_id, {first}, {second}={rng.randrange(100, 1000)}"
    verbs = rng.sample(_VERBS, min(n_lines, len(_VERBS)))
    body = "\n".join(f"    {rng.choice(_OBJECTS)} = {verb}_{rng.choice(_OBJECTS)}({first})" for verb in verbs)
    return f"def {name}({arguments}):\n{body}\n    return {second}\n", arguments


def code(rng: random.Random) -> TaskText:
    """A Python module; how functions far back are to be called."""
    names = [f"{verb}_{thing}" for verb in _VERBS for thing in _OBJECTS]
    rng.shuffle(names)
    made = [(f"{name}_{i}", *_function(rng, f"{name}_{i}", 3)) for i, name in enumerate(names * 3)]
    questions = [
        TaskQuestion(f"How is the function {name} defined? Give its first line.", f"def {name}(", f"{arguments}):")
        for name, _, arguments in made[:ASKED]
    ]
    texts = [text for _, text, _ in made]
    return TaskText(
        "Here is a Python module in parts. I will ask you about it later.", texts[:ASKED], questions, texts[ASKED:]
    )


TASKS: dict[str, Callable[[random.Random], TaskText]] = {
    "needle_single": needle_single,
    "needle_multikey": needle_multikey,
    "needle_multivalue": needle_multivalue,
    "needle_multiquery": needle_multiquery,
    "variables": variables,
    "common_words": common_words,
    "frequent_words": frequent_words,
    "reading": reading,
    "key_values": key_values,
    "conversation": conversation,
    "code": code,
}
