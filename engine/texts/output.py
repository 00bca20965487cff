"""Forms of a reply: grammars and schemas. What follows a place in a text is part of a sentence."""

from __future__ import annotations

from engine.texts.sentences import Entry

OUTPUT: dict[str, Entry] = {
    "output.dead_end": ("The reply can't continue in this output format.", "Simplify the schema or grammar."),
    "output.wrong_format": ("The reply so far doesn't match the output format.", "Regenerate the reply."),
    "grammar.repeats_nested": (
        "The grammar is too complex for the engine: it nests too many repetitions.",
        "Simplify it.",
    ),
    "grammar.empty_repeats": (
        "The grammar has more than {most} parts in a row that can be empty, repetitions included.",
        "Let repeated parts always contain text, or repeat them fewer times.",
    ),
    "grammar.too_long": ("The grammar is too long ({length} characters).", "The limit is {most} characters."),
    "grammar.no_root": ("The grammar has no “root” rule.", "Add the rule that replies start with: root ::= …"),
    "grammar.at": ("Line {line}, column {column}: {what}.", "Correct the grammar."),
    "grammar.tangled": ("The grammar's rules start with one another in too many ways.", "Simplify it."),
    "grammar.too_large": ("The grammar is too large to check.", "Simplify it."),
    "grammar.ambiguous": (
        "The grammar is too ambiguous: the same text matches in too many ways.",
        "Start alternatives with different characters.",
    ),
    "grammar.unknown_rule": "the rule “{name}” isn't defined",
    "grammar.rule_name": "expected the name of a rule",
    "grammar.rule_sign": "expected “::=” after the name “{name}”",
    "grammar.rule_twice": "the rule “{name}” is defined twice",
    "grammar.unexpected": "“{text}” doesn't belong here",
    "grammar.too_nested": "brackets are nested more than {most} levels deep",
    "grammar.nothing_to_repeat": "“{char}” has nothing to repeat",
    "grammar.open_bracket": "this bracket isn't closed",
    "grammar.tokens": "model tokens (<…>) aren't supported here; write their text",
    "grammar.repetition_end": "a repetition must end with “}}”",
    "grammar.repetition_order": "a repetition can't end at {most} if it starts at {least}",
    "grammar.number": "expected a number",
    "grammar.repetition_count": "nothing can repeat more than {most} times",
    "grammar.open_quote": "this text has no closing quote",
    "grammar.open_class": "this “[” isn't closed",
    "grammar.open_range": "a range has no end",
    "grammar.empty_class": "these brackets are empty",
    "grammar.unwritable": "a model can't write this character",
    "grammar.hex_digits": "expected {digits} hexadecimal digits after \\{kind}",
    "grammar.unknown_escape": "“\\{kind}” is unknown; write a backslash as \\\\",
    "grammar.repeated_rules": "with all its repetitions, the grammar has too many rules",
    "grammar.repeated_length": "with all its repetitions, the grammar is too long",
    "grammar.none": ("There is no grammar yet.", "Enter a grammar, or choose text as the output format."),
    "grammar.left_recursion": (
        "A grammar rule starts with itself.",
        'Use repetition instead: a ::= b ("," b)*',
    ),
    "grammar.left_recursion_in": (
        "A grammar rule starts with itself (in “{name}”).",
        'Use repetition instead: a ::= b ("," b)*',
    ),
    "schema.too_many_patterns": ("The schema has too many patterns.", "Simplify it."),
    "schema.none": ("There is no schema yet.", "Enter a schema, or choose JSON as the output format."),
    "schema.too_long": ("The schema is too long ({length} characters).", "The limit is {most} characters."),
    "schema.not_json": ("Line {line}, column {column}: not valid JSON ({reason}).", "Correct the schema."),
    "schema.nested": ("The schema is nested too deeply or contains a number that is too long.", "Simplify it."),
    "schema.not_object": ("The schema must be a JSON object.", 'Start with {{ "type": "object", … }}.'),
    "schema.too_large": ("The schema is too large or nested too deeply.", "Simplify it."),
    "schema.members": ("An object in the schema has more than {most} members.", "Split the object into smaller ones."),
    "schema.reference": (
        "The schema refers to “{reference}”, which it doesn't contain.",
        "Refer to definitions within the schema, such as #/$defs/name.",
    ),
    "schema.endless_reference": (
        "The schema refers to “{reference}” in a circle, so no value matches.",
        "Make each reference lead to a type.",
    ),
    "schema.repeats_nested": (
        "The schema has a pattern whose nested repetitions multiply to {times}; the limit is {most}.",
        "Repeat less in the pattern.",
    ),
    "schema.look_around": (
        "The pattern “{pattern}” checks what stands before or after a place, which isn't supported.",
        "Leave out look-aheads, look-behinds, word boundaries and anchors within the pattern.",
    ),
    "schema.backreference": (
        "The pattern “{pattern}” refers to one of its own groups, which isn't supported.",
        "Leave out the reference to the group.",
    ),
    "schema.pattern": ("“{pattern}” isn't a valid pattern ({reason}).", "Correct the pattern."),
    "schema.unsatisfiable": ("No value can match the schema ({reason}).", "Correct the schema."),
    "schema.unusable": ("Can't use the schema: {reason}.", "Simplify it."),
}
