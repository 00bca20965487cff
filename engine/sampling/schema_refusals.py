"""Why a schema can't be used, as a text for people, from what llguidance says of it."""

from __future__ import annotations

import re

from engine.errors import BadForm

MOST_QUOTED = 200  # characters of what the library says
MOST_OF_PATTERN = 80

# The library shows the place in the pattern first, then the reason; of several lines each has its number.
_PARSER = re.compile(r"regex parse error:\n(?:~+\n)?(?P<pattern>.*)\n(?:.*\n)*?error: (?P<reason>.*)")
_LATER = re.compile(r"(?P<reason>lookarounds not supported.*?) in regex /(?P<pattern>.*)/")
_UNSATISFIABLE = "Unsatisfiable schema: "


def refused(why: str) -> BadForm:
    """The error that tells ``why``. What no text stands for is quoted in the library's words."""
    found = _PARSER.search(why) or _LATER.search(why)
    if found is None:
        said = why.split("\n", 1)[0].partition(":  (")[0][:MOST_QUOTED].rstrip(". :")
        if said.startswith(_UNSATISFIABLE):
            return BadForm("schema.unsatisfiable", reason=said.removeprefix(_UNSATISFIABLE))
        return BadForm("schema.unusable", reason=said)
    pattern, reason = found["pattern"].strip()[:MOST_OF_PATTERN], found["reason"][:MOST_QUOTED].rstrip(". :")
    if reason.startswith(("look-around", "lookarounds")):
        return BadForm("schema.look_around", pattern=pattern)
    if reason.startswith("backreferences"):
        return BadForm("schema.backreference", pattern=pattern)
    return BadForm("schema.pattern", pattern=pattern, reason=reason)
