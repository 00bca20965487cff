"""What models run on, and why."""

from __future__ import annotations

from engine.texts.sentences import Entry

DEVICE: dict[str, Entry] = {
    "device.all_layers": "The model runs on {device}.",
    "device.some_layers": "{on} of {layers} layers run on {device}, the others on the processor.",
    "device.cpu_alone": "The model runs on the processor: Longthread found no graphics card that it can use.",
    "device.cpu_wanted": "The model runs on the processor, because GPU layers is 0.",
    "device.cpu_full": "The model runs on the processor: none of its layers fits on {device}.",
    "device.failed": (
        "{backend} isn't used, because the graphics driver failed its test ({reason}).",
        "Update the graphics driver and restart Longthread.",
    ),
    "device.failed_cpu": (
        "The graphics driver ({backend}) failed its test. Longthread uses the processor.",
        "Update the graphics driver and restart Longthread. The model page shows the reason.",
    ),
    "device.failed_other": (
        "The graphics driver ({backend}) failed its test. Longthread uses {device}.",
        "Update the graphics driver and restart Longthread. The model page shows the reason.",
    ),
    "device.absent": "{backend} isn't used: its driver isn't installed.",
    "worker.unreachable": (
        "Can't reach the worker {worker} ({reason}). Longthread doesn't use it.",
        "Check the address and that the worker is running, then load the model again.",
    ),
    "worker.busy": (
        "The worker {worker} doesn't respond. Longthread doesn't use it.",
        "A worker serves one program at a time. Close the other program, then load the model again.",
    ),
    "worker.foreign": (
        "The program at {worker} isn't a worker. Longthread doesn't use it.",
        "Check the address and the port.",
    ),
    "worker.version": (
        "The worker {worker} uses protocol {theirs}, this version {ours}. Longthread doesn't use it.",
        "Run the same version of Longthread on both computers.",
    ),
    "worker.no_devices": "The worker {worker} offers no device. Longthread doesn't use it.",
    "worker.missed": ("{problem} {refused}", "{problem:hint}"),
    "worker.not_built": "This build of Longthread can't work together with other computers.",
    "device.no_device": "{backend} isn't used: it found no graphics card.",
}
