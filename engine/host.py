"""Carries out requests: one loaded model, one open chat. The worker process and the terminal chat both use it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine import protocol as p
from engine import snapshot
from engine.errors import BadSnapshot, Cancelled, DiskFull, EngineError, NoChat, NoModel
from engine.estimate import available, check_fits, estimate
from engine.model import MemoryFull, Model
from engine.opening import open_session
from engine.profile import Profile
from engine.profile import load as load_profile
from engine.profile import save as save_profile
from engine.relay import Relay
from engine.runtime import runtime
from engine.session import Session

log = logging.getLogger("engine.host")

WORTH_SAVING = 512  # new tokens after a reply that are worth a snapshot at once
IDLE_SECONDS = 5.0  # after that long without a request fewer are, too
QUICK_BYTES = 2 << 30  # a larger memory is not saved at the last moment


class Host:
    """Executes requests one after another and emits events.

    ``emit`` is called with every event, on the calling thread; ``cancelled`` is asked while something runs;
    ``wanted`` while something runs that nobody asked for: whether a request waits.
    """

    def __init__(
        self,
        emit: Callable[[p.AnyEvent], None],
        cancelled: Callable[[], bool],
        wanted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._emit = emit
        self._cancelled = cancelled
        self._wanted = wanted
        self._shares: Profile | None = None
        self._heads_known = False
        self._model: Model | None = None
        self._session: Session | None = None
        self._relay: Relay | None = None
        self._chat_id = ""
        self._folder = Path()

    # ------------------------------------------------------------------ requests

    def handle(self, request: p.AnyRequest) -> None:
        """Carry out a request and emit its events, the closing one last; errors become Error events."""
        try:
            self._emit(self._dispatch(request))
        except EngineError as error:
            self._emit(p.Error(id=request.id, code=error.code, message=error.message, hint=error.hint))
        except MemoryError:
            self._emit(
                p.Error(id=request.id, code="internal", message="The computer's memory is used up.",
                        hint="Close other programs, or load a smaller model.")
            )  # fmt: skip
        except Exception as error:
            log.exception("a request failed")
            text = f"The engine failed: {type(error).__name__}: {error}"
            self._emit(p.Error(id=request.id, code="internal", message=text, hint="Try again; the chat is saved."))

    def _dispatch(self, request: p.AnyRequest) -> p.AnyEvent:
        match request:
            case p.Hello():
                return self.ready(request.id)
            case p.Load():
                return self._load(request)
            case p.Unload():
                self.unload()
                return p.Done(id=request.id)
            case p.OpenChat():
                return self._open_chat(request)
            case p.CloseChat():
                self.close_chat()
                return p.Done(id=request.id)
            case p.Generate():
                return self._generate(request)
            case p.Compact():
                session = self._chat(request.chat_id, request.id)
                report, after = session.compact(request.ratio)
                self._save_quietly()
                return p.Compacted(id=request.id, chat_id=self._chat_id, report=report, after=after)
            case p.SetPolicy():
                if self._session:
                    self._session.set_policy(request.policy)
                return p.Done(id=request.id)
            case p.Snapshot():
                self._chat(request.chat_id, request.id)
                return self._save(request.id)
            case p.Truncate():
                return self._truncate(request)
            case p.Tokenize():
                return p.Tokenized(id=request.id, tokens=len(self._loaded().tokenize(request.text, special=False)))
            case p.Estimate():
                return self._estimate(request)
            case p.Cancel() | p.Quit():
                return p.Done(id=request.id)

    def ready(self, request_id: int = 0) -> p.Ready:
        """What the engine says of itself; loads the native library."""
        rt = runtime()
        return p.Ready(id=request_id, engine=rt.version, devices=self._devices())

    def _devices(self) -> tuple[str, ...]:
        return tuple(f"{device.name}: {device.description}" for device in runtime().devices())

    def _load(self, request: p.Load) -> p.Loaded:
        start = time.perf_counter()
        need = estimate(request.path, request.n_ctx, request.kv_type)
        self.unload()
        check_fits(need, available(sum(d.free for d in runtime().devices() if d.kind == "gpu")))
        last = -1

        def progress(share: float) -> bool:
            nonlocal last
            if round(share * 50) != last:
                last = round(share * 50)
                self._emit(p.Progress(id=request.id, what="load", done=round(share * 1000), total=1000))
            return not self._cancelled()

        model = Model.open(
            request.path,
            n_ctx=request.n_ctx,
            n_threads=request.n_threads,
            n_gpu_layers=request.n_gpu_layers,
            kv_type=request.kv_type,
            progress=progress,
        )
        self._model = model
        self._shares = load_profile(model.facts.fingerprint)
        self._heads_known = (self._shares is not None and bool(self._shares.rows)) or bool(model.why_not_compactable())
        ms = (time.perf_counter() - start) * 1000
        return p.Loaded(id=request.id, model=self._facts(model), n_ctx=model.n_ctx, ms=ms, devices=self._devices())

    def _facts(self, model: Model) -> p.ModelFacts:
        why_not = model.why_not_compactable()
        return msgspec.structs.replace(model.facts, compactable=not why_not, why_not=why_not)

    def _open_chat(self, request: p.OpenChat) -> p.Opened:
        model = self._loaded()
        self.close_chat()
        start = time.perf_counter()
        folder = Path(request.folder)
        relay = Relay(request.chat_id, self._emit, self._cancelled)
        relay.request_id = request.id
        session = Session(
            model,
            system_prompt=request.system_prompt,
            policy=request.policy,
            listener=relay,
            shares=self._shares,
        )
        relay.attach(session, folder)
        self._session, self._relay, self._chat_id, self._folder = session, relay, request.chat_id, folder
        how, note = open_session(session, folder, request.messages)
        relay.saved_tokens = session.cached if how == "resumed" else 0
        relay.dirty = how == "rebuilt"
        relay.memory(force=True)
        return p.Opened(
            id=request.id,
            chat_id=request.chat_id,
            how=how,
            ms=(time.perf_counter() - start) * 1000,
            tokens=session.cached,
            spans=session.log.message_spans(),
            note=note,
        )

    def _generate(self, request: p.Generate) -> p.Replied:
        session = self._chat(request.chat_id, request.id)
        relay = self._relay
        assert relay is not None
        relay.reply_id = request.reply_id
        relay.announce_compactions = True
        try:
            reply = session.generate(
                request.reply_id, request.user, continue_reply=request.continue_reply, sampling=request.sampling
            )
        finally:
            relay.announce_compactions = False
            relay.flush()
            relay.memory(force=True)
        if relay.compacted_since_save or relay.new_tokens() >= WORTH_SAVING:
            self._save_quietly()
        return p.Replied(
            id=request.id,
            chat_id=request.chat_id,
            reply_id=request.reply_id,
            reason=reply.reason,
            tokens=reply.tokens,
            prompt_tokens=reply.prompt_tokens,
            prefill_ms=reply.prefill_ms,
            decode_ms=reply.decode_ms,
            first_token_ms=reply.first_token_ms,
            spans=session.log.message_spans(),
        )

    def _truncate(self, request: p.Truncate) -> p.Done:
        session = self._chat(request.chat_id, request.id)
        try:
            session.truncate(request.keep_last)
        except (Cancelled, MemoryFull) as error:
            log.info("the memory is behind its log after a cut: %s", error.message)
        assert self._relay is not None
        self._relay.memory(force=True)
        return p.Done(id=request.id, spans=session.log.message_spans())

    def _estimate(self, request: p.Estimate) -> p.Estimated:
        need = estimate(request.path, request.n_ctx)
        return p.Estimated(
            id=request.id, model=need.facts, weights=need.weights, kv=need.kv, compute=need.compute,
            available=available(),
        )  # fmt: skip

    # ------------------------------------------------------------------ state

    def _loaded(self) -> Model:
        if self._model is None:
            raise NoModel("No model is loaded.", "Load one first.")
        return self._model

    def _chat(self, chat_id: str, request_id: int) -> Session:
        self._loaded()
        if self._session is None or self._relay is None or chat_id != self._chat_id:
            raise NoChat("This chat is not open in the engine.", "Open it again.")
        self._relay.request_id = request_id
        return self._session

    def unload(self) -> None:
        """Close the chat and free the model."""
        self.close_chat()
        if self._model is not None:
            self._model.close()
            self._model = None

    def close_chat(self) -> None:
        """Snapshot the open chat if its memory changed, and forget it."""
        session, relay = self._session, self._relay
        if session is None or relay is None:
            return
        if relay.dirty and session.fill().bytes_used <= QUICK_BYTES:
            self._save_quietly()
        self._session = self._relay = None
        session.close()

    def idle(self) -> None:
        """Called when nothing was asked for a while: save what is not saved yet, then get to know the model."""
        if self._relay is not None and self._relay.dirty:
            self._save_quietly()
        if self._model is not None and not self._heads_known:
            self._measure_heads(self._model)

    def _measure_heads(self, model: Model) -> None:
        """Find the model's copying heads, once, for compactions that keep facts; given up when a request comes."""
        from engine.calibration import N_TOKENS, SECONDS, calibrate  # needs numpy, which nothing else here does

        try:
            if estimate(model.facts.path, 2 * N_TOKENS).total > available():
                self._heads_known = True
                return
            # the ranking takes seconds and serves at once; the losses wait for a longer quiet moment
            seconds = 0.0 if self._shares is None else SECONDS
            shares = calibrate(model.facts.path, seconds=seconds, progress=lambda _share: self._wanted())
        except Cancelled:
            return  # at the next quiet moment
        except EngineError as error:
            log.warning("the model's heads could not be measured: %s", error.message)
            self._heads_known = True
            return
        save_profile(model.facts.fingerprint, shares)
        self._shares, self._heads_known = shares, seconds > 0
        if self._session is not None:
            self._session.shares = shares

    def _save(self, request_id: int = 0) -> p.SnapshotWritten:
        session, relay = self._session, self._relay
        assert session is not None and relay is not None
        session.log.save(self._folder)
        written = snapshot.save(session, self._folder, self._chat_id)
        relay.saved(written.tokens)
        return p.SnapshotWritten(
            id=request_id, chat_id=self._chat_id, path=str(written.path), bytes=written.bytes, tokens=written.tokens,
            ms=written.ms,
        )  # fmt: skip

    def _save_quietly(self) -> None:
        """Save without being asked to; a failure is told, and tried again at the next occasion."""
        assert self._relay is not None
        try:
            if self._session is not None and self._session.cached > self._session.log.system_end:
                self._emit(self._save())
            self._relay.dirty = False
        except (DiskFull, BadSnapshot) as error:
            self._relay.dirty = False
            self._emit(p.Error(code=error.code, message=error.message, hint=error.hint))
