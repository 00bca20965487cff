"""Model files, loading, the engine's requests, and what keeps a cache from being compacted."""

from __future__ import annotations

from engine.texts.sentences import Entry

MODEL: dict[str, Entry] = {
    "model_file.part_unnamed": (
        "{name} is one of {count} parts of a model, but its name does not say which.",
        "Give the parts back their names that end in -00001-of-0000N.gguf.",
    ),
    "model_file.part_count": "{name} says it is one of {count} parts, its name says {named}.",
    "model_file.part_missing": (
        "Part {no} of {count} of this model is missing ({name}).",
        "Put all parts of the model into the same folder.",
    ),
    "model_file.bad_value": "{key} is {value}",
    "model_file.unreadable": ("{name} cannot be read: {reason}.", "Check that the file is still there."),
    "model_file.no_architecture": (
        "{name} is a GGUF without a model architecture in it.",
        "Choose a language model in GGUF form.",
    ),
    "model_file.cut_in_header": (
        "This model file is broken: it ends in the middle of its header.",
        "Download it again and compare its size with the source.",
    ),
    "model_file.not_gguf": (
        "{name} is not a GGUF model file.",
        "Choose a file that ends in .gguf, made for llama.cpp.",
    ),
    "model_file.big_endian": ("{name} is a big-endian GGUF.", "Choose a build for little-endian machines."),
    "model_file.version": ("{name} has GGUF version {version}; 2 and 3 are known.", "Choose a current build."),
    "model_file.incomplete": (
        "This model file is incomplete: it holds {size} bytes and needs at least {needed}.",
        "The download probably stopped early; download it again.",
    ),
    "model_file.broken": (
        "This model file is broken: {what}.",
        "Download it again and compare its size with the source.",
    ),
    "model_file.text_length": "a text in it has an impossible length ({length})",
    "model_file.text_count": "it announces an impossible number of texts",
    "model_file.header_length": "its header is impossibly long",
    "model_file.bad_numbers": "{key} holds impossible numbers",
    "model_file.tensor_size": "the tensor “{name}” is impossibly large",
    "model_file.value_type": "its metadata has a value of unknown type {kind}",
    "model_file.array_type": "its metadata has an array of unknown type {kind}",
    "model_file.tensor_count": "it announces an impossible number of tensors or values",
    "model_file.alignment": "its alignment is not a power of two",
    "model_file.dimensions": "a tensor has {found} dimensions",
    "model_file.row_length": "the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}",
    "no_compaction.encoder": "It is an encoder: it does not write text and keeps no cache.",
    "no_compaction.diffusion": "It is a diffusion model: it keeps no cache of the past.",
    "no_compaction.recurrent": "It is a recurrent model: there is no KV cache that could grow or be compacted.",
    "no_compaction.hybrid": "It mixes recurrent and attention layers; compacting such caches is not supported yet.",
    "no_compaction.mla": "It keeps a compressed (MLA) cache; compacting such caches is not supported yet.",
    "no_compaction.alibi": "It uses ALiBi positions; compacting such caches is not supported yet.",
    "no_compaction.sinks": "It uses attention sinks; compacting such caches is not supported yet.",
    "no_compaction.encoder_decoder": "It is an encoder-decoder; compacting such caches is not supported yet.",
    "no_compaction.not_built": "The native library in use was built without compaction.",
    "no_compaction.library": "{reason}",
    "load.stopped": "Loading was stopped.",
    "load.cache_type": ("“{kv_type}” is not a cache type.", "Choose one of {choices}."),
    "load.needs_flash_attention": (
        "A memory of the type {kv_type} needs flash attention.",
        "Switch it on, or choose the memory type f16.",
    ),
    "load.no_context": (
        "No memory could be made for this model: {reason}",
        "Choose a smaller memory, or close other programs.",
    ),
    "load.no_library": ("The engine's native library cannot be loaded: {reason}", "Install the program again."),
    "load.trained_length": (
        "{name} was trained for {most} tokens at once, so its memory holds as many, not {asked}. Longer chats go "
        "on by compaction."
    ),
    "load.trained_budget": (
        "{name} was trained for {most} tokens at once; its memory takes {taken:memory} of the {budget:memory} it "
        "may have."
    ),
    "load.budget_too_small": (
        "A memory of {budget:memory} is too little for {name}: {tokens} tokens take {least:memory}.",
        "Give it more memory, or choose the smaller memory type q8_0.",
    ),
    "load.model_too_large": (
        "{name} needs about {need:memory} of memory; {free:memory} are free.",
        "Choose a smaller model or a stronger quantization.",
    ),
    "load.context_too_large": (
        "{name} needs about {need:memory} of memory; {free:memory} are free.",
        "Load it with a smaller memory than {tokens} tokens.",
    ),
    "load.out_of_memory": (
        "The model could not be loaded: {reason}",
        "Memory ran out: close other programs, or choose a smaller model.",
    ),
    "load.refused": (
        "The model could not be loaded: {reason}",
        "It may need a newer version of this program, or be damaged; try another file.",
    ),
    "load.without_projector": "{why:whole} The model was loaded without it, for text.",
    "model.compute_failed": (
        "The model could not compute (status {status}). {reason}",
        "Load the model again; with less memory if it happens again.",
    ),
    "model.none": ("No model is loaded.", "Load one first."),
    "model.no_logits": "There are no logits to sample from.",
    "request.stopped": "The work was stopped.",
    "request.withdrawn": "Stopped before it began.",
    "request.context_taken": "Every chat that the memory has room for is in it.",
    "request.no_room_beside": "There is no room beside the chats.",
    "request.out_of_memory": ("The computer's memory is used up.", "Close other programs, or load a smaller model."),
    "request.failed": ("The engine failed: {kind}: {reason}", "Try again; the chat is saved."),
    "request.answer_unsendable": "The engine's answer cannot be sent.",
    "request.unknown": "The engine does not know this request: {reason}",
    "heads.stopped": "The measurement of the model's heads was stopped.",
    "heads.not_numbers": "The model's answers are not numbers, so its heads cannot be measured.",
    "heads.needless": "The heads of {name} need not be measured. {reason}",
    "heads.not_stored": ("What was measured could not be stored.", "Make room on the disk and measure again."),
    "template.no_replies": ("The model's chat template leaves replies out.", "Try another build of this model."),
    "template.no_pictures": ("The model's chat template leaves no place for pictures.", "Try another build of it."),
    "template.too_long": "The model's chat template is {length} characters long; that cannot be right.",
    "template.reserved_names": "The model's chat template uses names it may not use.",
    "template.failed": (
        "The model's chat template failed: {reason}",
        "Try another build of this model, or a model with a template.",
    ),
    "template.runs_too_long": "it runs too long",
    "template.no_message": ("The model's chat template leaves the message out.", "Try another build of this model."),
    "template.no_process": (
        "The process that renders chat templates cannot be started ({reason}).",
        "Close other programs and try again.",
    ),
    "template.process_ended": "it ended the process",
    "template.too_much_memory": "it takes too much memory",
    "template.power": "a power in it is too large",
    "template.percent_format": "it formats with %",
    "template.str_format": "it formats with str.format",
    "template.str_method": "it calls str.{name}",
    "template.text_too_long": "a text in it grows too long",
    "template.writes_too_much": "it writes too much",
    "template.range": "the range is too long",
    "template.filter": "it uses a filter that it may not use",
    "disk.full": (
        "The disk is full: {name} could not be saved.",
        "Free some space; what was saved before is untouched and the chat goes on.",
    ),
    "disk.not_saved": (
        "{name} could not be saved: {reason}.",
        "Check that the data folder can be written; what was saved before is untouched.",
    ),
    "both": "{first} {second}",
}
