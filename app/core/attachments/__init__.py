"""Files that come with a message: what they are, the text in them, and how the model gets to see it."""

from app.core.attachments.kinds import Sort, sort_of
from app.core.attachments.problems import ReadProblem, ReadStopped
from app.core.attachments.prompt import for_engine, prompt_of
from app.core.attachments.reader import MOST_CHARACTERS, from_text, read_file

__all__ = [
    "MOST_CHARACTERS",
    "ReadProblem",
    "ReadStopped",
    "Sort",
    "for_engine",
    "from_text",
    "prompt_of",
    "read_file",
    "sort_of",
]
