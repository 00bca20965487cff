"""Pictures, and the part of a model that looks at them."""

from __future__ import annotations

from engine.texts.sentences import Entry

PICTURE: dict[str, Entry] = {
    "picture.not_seen_again": (
        "Can't read an image in this chat: the model is loaded without its vision projector (mmproj).",
        "Open the chat again to continue without the image, or load the model with its vision projector.",
    ),
    "picture.no_room": "There is no room in the context for this image.",
    "picture.missing": (
        "An image in this chat is missing: {reason}.",
        "Continue without the image, or attach it to a new message.",
    ),
    "picture.too_many_bytes": ("An image is larger than {most} MB.", "Attach a smaller image."),
    "picture.changed": ("An image in this chat has changed since you attached it.", "Attach the image again."),
    "picture.not_png": ("An image isn't a PNG file.", "Attach the image again. Longthread converts it for you."),
    "picture.too_many_pixels": (
        "An image has {width} × {height} pixels. The limit is {most} × {most}.",
        "Attach a smaller image.",
    ),
    "picture.png_kind": (
        "An image uses an unsupported PNG format.",
        "Attach the image again. Longthread converts it for you.",
    ),
    "picture.damaged": ("An image is damaged: the file is incomplete.", "Attach the original image again."),
    "picture.other_projector": (
        "An image in this chat was read with another vision projector.",
        "Open the chat again.",
    ),
    "picture.not_decoded": ("Can't decode an image.", "Attach the original image again."),
    "picture.refused": (
        "The vision projector can't process an image. {reason}",
        "Attach the image in another size or shape.",
    ),
    "picture.not_rows": ("The vision projector returned an unexpected result for an image.", "Remove the image."),
    "picture.step_too_small": (
        "This model reads an image in one step of {tokens} tokens, but only {most} fit.",
        "Choose another model for images.",
    ),
    "picture.not_encoded": ("Can't process an image. {reason}", "Try again."),
    "vision.load_failed": (
        "Can't load the vision projector {name}: {reason}",
        "Choose another file, or load the model without a vision projector.",
    ),
    "vision.for_sounds": ("{name} is for audio, not for images.", "Load the model without this file."),
    "vision.counted": (
        "Longthread doesn't support the way this model (HunyuanVL) positions images yet.",
        "Use this model for text. For images, choose a model such as Qwen2.5-VL, Qwen3-VL, Gemma 3 or Pixtral.",
    ),
    "vision.not_loaded": (
        "This model is loaded without its vision projector, so it can't see images.",
        "Load the model with its vision projector (mmproj), or send the message without the image.",
    ),
    "vision.missing": (
        "The vision projector {name} is missing.",
        "Check whether the file was moved, or load the model without it.",
    ),
    "vision.not_projector": ("{name} isn't a vision projector.", "Choose the file with mmproj in its name."),
    "vision.other_model": (
        "{name} is the vision projector of another model: it has {widths} numbers per row, this model has {width}.",
        "Choose the vision projector that belongs to this model.",
    ),
    "vision.no_library": ("This build of Longthread can't read images: {reason}", "Reinstall Longthread."),
}
