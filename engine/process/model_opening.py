"""A model opened as it was planned; less is put on devices whose drivers promised more than there is."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence

from engine import protocol as p
from engine.errors import EngineError, ModelLoadFailed, ModelTooLarge
from engine.gguf.reader import GgufHeader
from engine.model.model import Model
from engine.process.load_plan import LoadPlan, check_devices, check_ram, connect, device_free, planned
from engine.process.tuning import measure_threads
from engine.sizing import speeds
from engine.sizing.estimate import available, check_fits
from engine.sizing.footprint import Watch
from engine.sizing.machine import thread_candidates
from engine.texts import Text, say

log = logging.getLogger("engine.process.model_opening")

BELIEVED = (1.0, 0.5, 0.0)  # shares of what devices say is free, one after the other
_NO_ROOM = ("load.out_of_memory", "load.no_context")


def open_model(
    request: p.Load, progress: Callable[[float], bool], unused: Sequence[Text] = ()
) -> tuple[Model, LoadPlan, Watch, list[Text]]:
    """The model of ``request``, its plan, what watches it, and what to say about it. No other one is loaded.

    ``unused``: what is wrong with workers that it was to be loaded with. Where it is not loaded, all are let go.

    Raises:
        ModelTooLarge: there is not the memory. BadModelFile, ModelLoadFailed, Cancelled: as :meth:`Model.open`.
    """
    try:
        model, plan, watch, notes = _opened(request, progress)
    except BaseException as error:
        if request.workers:
            connect(())
        if unused and isinstance(error, ModelTooLarge):
            raise ModelTooLarge("worker.missed", problem=unused[0], refused=error.text) from error
        raise
    return model, plan, watch, [*unused, *notes]


def _opened(request: p.Load, progress: Callable[[float], bool]) -> tuple[Model, LoadPlan, Watch, list[Text]]:
    parts: tuple[GgufHeader, ...] = ()
    for share in BELIEVED:
        plan = planned(request, None, believed=share, parts=parts)
        parts = plan.parts
        check_fits(plan.need, available(device_free()))
        check_ram(plan)
        check_devices(plan)
        watch = Watch(plan.n_gpu_layers, device_free)
        choice = plan.choice
        try:
            model = Model.open(
                request.path,
                n_ctx=plan.need.n_ctx,
                n_threads=choice.n_threads,
                n_gpu_layers=plan.n_gpu_layers,
                devices=[device.index for device in plan.used],
                split=plan.split,
                n_ubatch=choice.n_ubatch,
                kv_type=choice.kv_type,
                flash_attention=request.flash_attention,
                n_seq_max=plan.n_seq_max,
                parts=parts,
                watch=watch,
                progress=progress,
            )
        except ModelLoadFailed as error:
            chosen = choice.n_gpu_layers and request.n_gpu_layers < 0
            if not chosen or share == BELIEVED[-1] or error.text.code not in _NO_ROOM:
                raise
            log.warning("less goes to the devices than they promised room for: %s", error)
            continue
        notes = [plan.need.note] if plan.need.note else []
        if share < 1:
            notes.append(say("load.device_lied", device=", ".join(dict.fromkeys(choice.devices))))
        return model, plan, watch, notes
    raise AssertionError("the last try returns or raises")


def tuned(plan: LoadPlan, request: p.Load, model: Model, stop: Callable[[], bool]) -> LoadPlan:
    """Measure, once per model and machine, which number of threads is best, where the engine chooses it.

    A measurement that fails leaves the model as it is: it can be used without one, and the next load tries again.
    """
    machine, fingerprint = plan.machine, plan.need.facts.fingerprint
    candidates = thread_candidates(machine)
    whole = plan.choice.n_gpu_layers > plan.need.facts.n_layer  # threads have next to nothing to do
    if request.n_threads or whole or len(candidates) < 2 or speeds.known(fingerprint, machine.key):
        return plan
    try:
        measured = measure_threads(model, candidates, stop)
    except EngineError as error:
        log.warning("the number of threads is not measured: %s", error)
        return plan
    if measured is None:
        return plan
    speeds.save(fingerprint, machine.key, measured)
    threads = speeds.best(measured) or plan.choice.n_threads
    model.functions.llama_set_n_threads(model.context, threads, threads)
    return dataclasses.replace(plan, choice=dataclasses.replace(plan.choice, n_threads=threads))


def joined(notes: Sequence[Text]) -> Text | None:
    """Several sentences as one."""
    text: Text | None = None
    for note in notes:
        text = say("both", first=text, second=note) if text else note
    return text
