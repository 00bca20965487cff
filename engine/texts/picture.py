"""Pictures, and the part of a model that looks at them."""

from __future__ import annotations

from engine.texts.sentences import Entry

PICTURE: dict[str, Entry] = {
    "picture.not_seen_again": (
        "A picture of this chat has to be looked at again, which this model cannot do as it was loaded.",
        "Open the chat again to go on without it, or load the model with its vision part.",
    ),
    "picture.no_room": "There is no room for this picture.",
    "picture.missing": (
        "A picture of this chat is missing: {reason}.",
        "Go on without it, or attach it again in a new message.",
    ),
    "picture.too_many_bytes": ("A picture has more than {most} MB.", "Attach a smaller one."),
    "picture.changed": ("A picture of this chat was changed since it was attached.", "Attach it again."),
    "picture.not_png": ("A picture is no PNG file.", "Attach it again; it is converted then."),
    "picture.too_many_pixels": (
        "A picture has {width} x {height} pixels; at most {most} x {most} are taken.",
        "Attach a smaller one.",
    ),
    "picture.png_kind": ("A picture is a PNG of a kind that is not taken.", "Attach it again; it is converted then."),
    "picture.damaged": ("A picture is damaged: not all of it is there.", "Attach it again from the original."),
    "picture.other_projector": ("A picture was read with another vision part before.", "Open the chat again."),
    "picture.not_decoded": ("A picture could not be decoded.", "Attach it again from the original."),
    "picture.refused": (
        "The model's vision part could not use a picture. {reason}",
        "Attach it in another size or shape.",
    ),
    "picture.not_rows": ("The model's vision part made something else than rows of a picture.", "Leave it out."),
    "picture.step_too_small": (
        "This model reads a picture at once, as {tokens} tokens; {most} fit a step here.",
        "Choose another model for pictures.",
    ),
    "picture.not_encoded": ("A picture could not be encoded. {reason}", "Try again."),
    "vision.load_failed": (
        "The vision part {name} could not be loaded: {reason}",
        "Choose another file, or load the model without it.",
    ),
    "vision.for_sounds": ("{name} is for sounds, not for pictures.", "Load the model without it."),
    "vision.mrope": (
        (
            "This model gives the places in a picture positions of their own (M-RoPE), which its memory here cannot "
            "keep yet."
        ),
        "It can be used for text; for pictures choose a model like Gemma 3, LLaVA, Pixtral or SmolVLM.",
    ),
    "vision.not_loaded": (
        "This model was loaded without its vision part, so it cannot look at pictures.",
        "Load it with its vision part (mmproj), or send the message without the picture.",
    ),
    "vision.missing": (
        "The vision part {name} is not there.",
        "Look whether it was moved, or load the model without it.",
    ),
    "vision.not_projector": ("{name} is not the vision part of a model.", "Choose the file with mmproj in its name."),
    "vision.other_model": (
        "{name} is the vision part of another model: its rows have {widths} numbers, this model's have {width}.",
        "Choose the one that came with this model.",
    ),
    "vision.no_library": ("This build of the program cannot look at pictures: {reason}", "Install the program again."),
}
