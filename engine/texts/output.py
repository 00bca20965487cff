"""Forms of a reply: grammars and schemas. What follows a place in a text is part of a sentence."""

from __future__ import annotations

from engine.texts.sentences import Entry

OUTPUT: dict[str, Entry] = {
    "output.wrong_format": ("What there is of this reply does not have the form that is wanted.", "Answer again."),
    "grammar.repeats_nested": (
        "The engine cannot use this grammar: it repeats too much within repetitions.",
        "Simplify it.",
    ),
    "grammar.too_long": ("The grammar is too long ({length} characters).", "Keep it below {most}."),
    "grammar.no_root": ("The grammar has no rule “root”.", "Add the rule that a reply begins with: root ::= …"),
    "grammar.at": ("Line {line}, column {column}: {what}.", "Correct the grammar."),
    "grammar.tangled": ("The rules of the grammar begin with one another in too many ways.", "Simplify it."),
    "grammar.too_large": ("The grammar is too large to be checked.", "Simplify it."),
    "grammar.ambiguous": (
        "The grammar is too ambiguous: the same text can be read in too many ways.",
        "Let alternatives begin with different characters.",
    ),
    "grammar.unknown_rule": "“{name}” is used, but there is no rule of that name",
    "grammar.rule_name": "a rule must begin with its name",
    "grammar.rule_sign": "“::=” must follow the name “{name}”",
    "grammar.rule_twice": "there are two rules “{name}”",
    "grammar.unexpected": "“{text}” does not belong here",
    "grammar.too_nested": "brackets are nested more than {most} deep",
    "grammar.nothing_to_repeat": "“{char}” repeats what stands before it, and there is nothing",
    "grammar.open_bracket": "this bracket is never closed",
    "grammar.tokens": "tokens of a model (<…>) cannot be used here; write their text",
    "grammar.repetition_end": "“}}” must end a repetition",
    "grammar.repetition_order": "a repetition cannot end at {most} when it begins at {least}",
    "grammar.number": "a number must stand here",
    "grammar.repetition_count": "nothing can be repeated more than {most} times",
    "grammar.open_quote": "this text has no closing quote",
    "grammar.open_class": "this “[” is never closed",
    "grammar.open_range": "a range must end",
    "grammar.empty_class": "there is nothing in these brackets",
    "grammar.unwritable": "this character cannot be written by a model",
    "grammar.hex_digits": "{digits} hexadecimal digits must follow \\{kind}",
    "grammar.unknown_escape": "“\\{kind}” is not known; a backslash itself is written \\\\",
    "grammar.repeated_rules": "with all its repetitions the grammar has too many rules",
    "grammar.repeated_length": "with all its repetitions the grammar becomes too long",
    "grammar.none": ("There is no grammar yet.", "Write one, or let the reply be text."),
    "grammar.left_recursion": (
        "A rule of the grammar begins with itself.",
        'Put what repeats after it: a ::= b ("," b)*',
    ),
    "grammar.left_recursion_in": (
        "A rule of the grammar begins with itself (in “{name}”).",
        'Put what repeats after it: a ::= b ("," b)*',
    ),
    "schema.too_many_patterns": ("The schema has too many patterns.", "Simplify it."),
    "schema.none": ("There is no schema yet.", "Write one, or let the reply be any JSON."),
    "schema.too_long": ("The schema is too long ({length} characters).", "Keep it below {most}."),
    "schema.not_json": ("Line {line}, column {column}: this is not JSON ({reason}).", "Correct the schema."),
    "schema.nested": ("The schema is nested too deeply, or holds a number that is too long.", "Simplify it."),
    "schema.not_object": ("A schema is a JSON object.", 'Begin with {{ "type": "object", … }}.'),
    "schema.too_large": ("The schema is too large or nested too deeply.", "Simplify it."),
    "schema.members": ("An object of the schema has more than {most} members.", "Split it."),
    "schema.reference": (
        "The schema refers to “{reference}”, which is not inside of it.",
        "Refer to definitions of its own, as in #/$defs/name.",
    ),
    "schema.unusable": ("The schema cannot be used: {reason}.", "Simplify it."),
}
