"""Model files, loading, the engine's requests, and what keeps a cache from being compacted."""

from __future__ import annotations

from engine.texts.sentences import Entry

MODEL: dict[str, Entry] = {
    "model_file.part_unnamed": (
        "{name} is one of {count} parts of a model, but its name doesn't say which one.",
        "Restore the original file names, which end in -00001-of-0000N.gguf.",
    ),
    "model_file.part_count": "{name} is one of {count} parts, but its name says {named}.",
    "model_file.part_missing": (
        "Part {no} of {count} of this model is missing ({name}).",
        "Put all parts of the model in the same folder.",
    ),
    "model_file.bad_value": "{key} has the invalid value {value}",
    "model_file.unreadable": ("Can't read {name}: {reason}.", "Check whether the file still exists."),
    "model_file.no_architecture": (
        "{name} is a GGUF file without a model architecture.",
        "Choose a language model in GGUF format.",
    ),
    "model_file.cut_in_header": (
        "This model file is damaged: its header is incomplete.",
        "Download the file again and compare its size with the source.",
    ),
    "model_file.not_gguf": (
        "{name} isn't a GGUF model file.",
        "Choose a .gguf file made for llama.cpp.",
    ),
    "model_file.big_endian": ("{name} is a big-endian GGUF file.", "Choose a little-endian build of the model."),
    "model_file.version": (
        "{name} uses GGUF version {version}. Longthread supports versions 2 and 3.",
        "Choose a current build of the model.",
    ),
    "model_file.incomplete": (
        "This model file is incomplete: it has {size} of at least {needed} bytes.",
        "The download probably stopped early. Download the file again.",
    ),
    "model_file.broken": (
        "This model file is damaged: {what}.",
        "Download the file again and compare its size with the source.",
    ),
    "model_file.text_length": "invalid text length ({length})",
    "model_file.text_count": "invalid number of texts",
    "model_file.header_length": "the header is too long",
    "model_file.bad_numbers": "{key} contains invalid numbers",
    "model_file.tensor_size": "the tensor “{name}” is too large",
    "model_file.value_type": "the metadata contains a value of unknown type {kind}",
    "model_file.array_type": "the metadata contains an array of unknown type {kind}",
    "model_file.tensor_count": "invalid number of tensors or values",
    "model_file.alignment": "the alignment isn't a power of two",
    "model_file.dimensions": "a tensor has {found} dimensions",
    "model_file.row_length": "the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}",
    "model_file.head_groups": "{heads} query heads can't share {heads_kv} KV heads",
    "model_file.no_window": "a {architecture} model needs a sliding window, but its length is 0",
    "model_file.tensor_shape": "the tensor “{name}” has the size {found}, not {expected}",
    "model_file.foreign_tensor": "the tensor “{name}” doesn't belong to the architecture {architecture}",
    "model_file.no_vocabulary": (
        "This model has no vocabulary, so it can't read or write text.",
        "Download the model from another source.",
    ),
    "no_compaction.encoder": "Encoder models don't write text and don't have a KV cache.",
    "no_compaction.diffusion": "Diffusion models don't have a KV cache.",
    "no_compaction.recurrent": "Recurrent models don't have a KV cache.",
    "no_compaction.several_caches": "Compaction doesn't support models with several caches of compressed keys yet.",
    "no_compaction.alibi": "Compaction doesn't support ALiBi positions yet.",
    "no_compaction.encoder_decoder": "Compaction doesn't support encoder-decoder models yet.",
    "no_compaction.indexer": "Compaction doesn't support caches with an index of keys yet.",
    "no_compaction.flash_attention": "This model runs without flash attention, which compaction needs.",
    "no_compaction.windows": "All layers have a sliding window, so the KV cache doesn't grow.",
    "no_compaction.not_built": "The engine's native library was built without compaction.",
    "no_compaction.library": "{reason}",
    "load.stopped": "Loading was stopped.",
    "load.cache_type": ("“{kv_type}” isn't a KV cache type.", "Choose one of {choices}."),
    "load.needs_flash_attention": (
        "KV cache type {kv_type} requires flash attention.",
        "Turn on flash attention, or choose the KV cache type f16.",
    ),
    "load.no_context": (
        "Can't create a context for this model: {reason}",
        "Choose a smaller context, or close other programs.",
    ),
    "load.processor": (
        "Longthread doesn't run on this computer's processor: it lacks the SSE4.2 instructions.",
        "You need a processor made since 2009 or so.",
    ),
    "load.no_library": ("Can't load the engine's native library: {reason}", "Reinstall Longthread."),
    "load.trained_length": (
        "{name} was trained for {most} tokens, so its context isn't larger, although you set "
        "{asked}. Longer chats continue with compaction."
    ),
    "load.trained_budget": (
        "{name} was trained for {most} tokens, so its KV cache uses only {taken:memory} of the "
        "{budget:memory} you allow."
    ),
    "load.budget_too_small": (
        "A KV cache of {budget:memory} is too small for {name}: {tokens} tokens need {least:memory}.",
        "Choose a larger context, or the smaller KV cache type q8_0.",
    ),
    "load.model_too_large": (
        "{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.",
        "Choose a smaller model or a smaller quantization.",
    ),
    "load.context_too_large": (
        "{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.",
        "Choose a context smaller than {tokens} tokens.",
    ),
    "load.out_of_memory": (
        "Can't load the model: {reason}",
        "The computer ran out of RAM or VRAM. Close other programs, or choose a smaller model.",
    ),
    "load.refused": (
        "Can't load the model: {reason}",
        "The file may be damaged or need a newer version of Longthread. Try another file.",
    ),
    "load.ram_too_small": (
        "{name} needs about {need:memory} of RAM, but only {free:memory} is free.",
        "Put more layers on the GPU, or choose a smaller model.",
    ),
    "load.device_too_small": (
        "{name} needs about {need:memory} on {device}, but only {free:memory} is free there.",
        "Put fewer layers on the GPU, or set GPU layers to automatic.",
    ),
    "load.device_lied": "{device} had less free VRAM than its driver reported, so fewer layers run on it.",
    "load.split_mode": (
        "Longthread can't split a model's rows across GPUs.",
        "Split the model by layers.",
    ),
    "choice.all": "{tokens} tokens, all {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).",
    "choice.some": "{tokens} tokens, {there} of {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).",
    "choice.none": "{tokens} tokens, all {layers} layers on the processor ({threads} threads), KV cache {kv:memory} "
    "({kv_type}).",
    "choice.trained": "The model was trained for this context size.",
    "choice.usual": "You can set a larger context.",
    "choice.memory": "A larger context needs more free RAM or VRAM.",
    "choice.smaller_cache": "The KV cache uses q8_0 to save RAM or VRAM.",
    "choice.silent_device": "A graphics device doesn't report its VRAM, so it isn't used automatically.",
    "load.without_projector": "{why:whole} The model was loaded for text only.",
    "model.compute_failed": (
        "The model's computation failed (status {status}). {reason}",
        "Load the model again. If the error returns, choose a smaller context.",
    ),
    "model.none": ("No model is loaded.", "Load a model first."),
    "model.no_logits": ("The model returned no output.", "Load the model again."),
    "embed.no_embedder": (
        "{name} doesn't make embeddings.",
        "Choose an embedding model, such as nomic-embed-text or bge-m3.",
    ),
    "embed.nothing": "There is nothing to embed: a text has no tokens.",
    "embed.too_long": "A text has {tokens} tokens. {name} reads at most {most} at a time.",
    "embed.no_such_token": "The model has no such token.",
    "embed.too_many": "A request may have {most} texts to embed.",
    "request.stopped": "The task was stopped.",
    "request.withdrawn": "Stopped before starting.",
    "request.context_taken": "Other chats are using the entire context.",
    "request.no_room_beside": "The other chats leave no room in the context.",
    "request.out_of_memory": ("The computer is out of RAM.", "Close other programs, or load a smaller model."),
    "request.failed": ("Engine error ({kind}): {reason}", "Try again. The chat is saved."),
    "request.answer_unsendable": "The engine can't send its result.",
    "request.unknown": "The engine doesn't support this request: {reason}",
    "heads.stopped": "The head profile measurement was stopped.",
    "heads.not_numbers": "The model's output contains invalid numbers, so its heads can't be measured.",
    "heads.needless": "{name} doesn't need a head profile. {reason}",
    "heads.not_stored": ("Can't save the measured head profile.", "Free some disk space and measure again."),
    "template.no_replies": ("The model's chat template omits replies.", "Try another build of this model."),
    "template.no_pictures": ("The model's chat template doesn't support images.", "Try another build of this model."),
    "template.too_long": "The model's chat template is too long ({length} characters).",
    "template.reserved_names": "The model's chat template uses reserved names.",
    "template.failed": (
        "The model's chat template failed: {reason}",
        "Try another build of this model, or a model with a chat template.",
    ),
    "template.bad_text": "the messages contain text that can't be encoded",
    "template.runs_too_long": "it runs too long",
    "template.no_message": ("The model's chat template omits the message.", "Try another build of this model."),
    "template.no_process": (
        "Can't start the process that renders chat templates ({reason}).",
        "Close other programs and try again.",
    ),
    "template.process_ended": "the process ended",
    "template.too_much_memory": "it uses too much RAM",
    "template.power": "a power is too large",
    "template.percent_format": "formatting with % isn't allowed",
    "template.str_format": "str.format isn't allowed",
    "template.str_method": "str.{name} isn't allowed",
    "template.text_too_long": "a text grows too long",
    "template.writes_too_much": "it writes too much text",
    "template.range": "a range is too long",
    "template.filter": "it uses a filter that isn't allowed",
    "disk.full": (
        "Can't save {name}: the disk is full.",
        "Free some space. Everything saved earlier is intact, and you can keep chatting.",
    ),
    "disk.not_saved": (
        "Can't save {name}: {reason}.",
        "Make sure the data folder is writable. Everything saved earlier is intact.",
    ),
    "both": "{first} {second}",
}
