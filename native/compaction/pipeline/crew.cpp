#include "crew.h"

#include "key_moves.h"
#include "lookups.h"
#include "selection.h"

#include "llama-context.h"

#include <algorithm>
#include <iterator>

namespace compaction {

namespace {

// heads that are fitted at once, one by one
constexpr size_t MAX_AT_ONCE = 16;
constexpr size_t NODES     = 320; // of a graph, for each of them: 240 at most

// bytes of the heads that are fitted at once, whatever the size of the cache
constexpr size_t ENOUGH          = 16u << 20;
constexpr size_t ENOUGH_TOGETHER = 64u << 20; // ... on a device

size_t threads_of(llama_context * lctx) {
    return std::min<size_t>(std::max<int32_t>(lctx->get_cparams().n_threads_batch, 1), MAX_AT_ONCE);
}

size_t nodes_of(size_t n_threads, const pool_layout & layout) {
    bool host = true;
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        host = host && ggml_backend_buft_is_host(layout.layer_of(i).buft);
    }
    return std::max<size_t>(2048, NODES*(host ? n_threads : MAX_AT_ONCE));
}

size_t bytes_of_candidates(size_t n) { return n*(sizeof(candidate) + 3*sizeof(float)); } // and head_rows of them

} // namespace

crew::crew(llama_context * lctx, llama_compact_store & store, const llama_compact_params & params, llama_compact_report & report, bool frugal)
    : store(store), params(params), report(report), frugal(frugal), n_threads(threads_of(lctx)),
      run(lctx, nodes_of(n_threads, store.layout)), layer(store.layout, run, params) {
    if (frugal) {
        run.hold_pace();
    }
}

bool crew::lacks_memory() const {
    return run.lacks_memory() || passing.lacks_memory || layer.lacks_memory() || std::any_of(places.begin(), places.end(), [](const auto & p) {
        return p->sc.lacks_memory() || (p->now && p->now->fit && p->now->fit->lacks_memory());
    });
}

bool crew::on_host(size_t head) const { return ggml_backend_buft_is_host(store.layout.layer_of(head).buft); }

size_t crew::bytes_of(size_t head, size_t n_cands, size_t n_rows, int32_t n_positions) const {
    const auto &  l    = store.layout.layer_of(head);
    const int64_t all  = (int64_t) n_cands;
    const int64_t held = rows_held(params, (uint32_t) n_rows, (uint32_t) n_cands);

    const int64_t n_queries = std::min<int64_t>((int64_t) params.n_queries*n_positions, MAX_SCORES/std::max<int64_t>(held, 1)) + params.n_held_out;
    // outside RAM, probabilities of all rows stay where they are few
    const bool    whole = !on_host(head) && n_queries*all <= MAX_SCORES;
    const size_t  moves = params.n_moves > 0 ? key_moves::bytes_for(l, n_rows, n_queries, whole) + n_queries*l.d_k*sizeof(float) : 0;
    return n_queries*((whole ? all : held) + 3*l.d_v)*sizeof(float) + bytes_of_candidates(n_cands) + fit_bytes(n_rows, l.d_v) + moves;
}

int32_t crew::positions_for(size_t head, size_t n_cands, size_t n_rows) const {
    int32_t n = frugal ? 1 : params.n_query_positions;
    while (n > 1 && bytes_of(head, n_cands, n_rows, n) > share_of_cache(head)) {
        --n;
    }
    return n;
}

// Keys that move, and selections that look at each head by itself, take its graphs one by one.
bool crew::goes_together(size_t head) const {
    return !frugal && !host_functions_of(store.layout.layer_of(head)) && params.n_moves == 0 &&
            params.select != LLAMA_COMPACT_SELECT_OMP && params.select != LLAMA_COMPACT_SELECT_EXPECTED;
}

size_t crew::share_of_cache(size_t head) const {
    const size_t all = store.layout.bytes_in_use(store.blocks);
    return goes_together(head) ? std::max(all/5, ENOUGH_TOGETHER) : std::max(all/(on_host(head) ? 64 : 10), ENOUGH);
}

bool crew::has_room(size_t head, size_t n_cands, size_t n_rows) const {
    if (scoring) {
        return false;
    }
    if (goes_together(head)) {
        const bool others = std::any_of(places.begin(), places.end(), [](const auto & p) { return p->now != nullptr; });
        return together.empty() ? !others : !closed && layer.takes(store.layout.id_of(head).ikv, n_rows);
    }
    if (!together.empty()) {
        return false;
    }
    size_t n = 0, bytes = bytes_of(head, n_cands, n_rows);
    for (const auto & p : places) {
        if (p->now) {
            bytes += bytes_of(p->now->head, p->now->from->block.size(), p->now->n_rows);
            ++n;
        }
    }
    const size_t most  = on_host(head) ? n_threads : std::min<size_t>(run.pace(), MAX_AT_ONCE);
    return n == 0 || (!frugal && n < most && bytes <= share_of_cache(head));
}

crew::place & crew::free_place() {
    for (auto & p : places) {
        if (!p->now) {
            return *p;
        }
    }
    places.push_back(std::make_unique<place>(store.layout, store.queries, run, passing));
    return *places.back();
}

bool crew::admits(const query_set & qs) {
    closed = !together.empty() && (qs.n_fit != together.front()->qs.n_fit || qs.slots.size() != together.front()->qs.slots.size());
    return !closed;
}

bool crew::start(std::unique_ptr<head_work> work) {
    const auto & [ikv, h] = store.layout.id_of(work->head);

    const int64_t t0 = ggml_time_us();
    place & where = free_place();
    where.sc.keeps_queries = params.n_moves > 0;
    where.sc.most_scores   = goes_together(work->head) ? (int64_t) (share_of_cache(work->head)/2/sizeof(float)) : MAX_SCORES;
    if (!where.sc.begin(ikv, h, work->from->rows, work->qs, needs_squares(params), needs_outputs(params))) {
        what_failed = "the backend failed to score the keys";
        return false;
    }
    where.now = std::move(work);
    scoring   = &where;
    report.t_select_us += ggml_time_us() - t0;
    note_peak();
    return true;
}

bool crew::advance(std::vector<std::unique_ptr<head_work>> & done) {
    if (!(scoring ? score(*scoring) : together.empty() ? fit() : fit_together(done))) {
        return false;
    }
    note_peak();
    for (const auto & p : places) {
        if (p->now && p->now->fit && p->now->fit->done()) {
            done.push_back(std::move(p->now));
        }
    }
    return true;
}

bool crew::score(place & where) {
    auto & sc  = where.sc; // not a structured binding: it is captured below, which C++17 has no way to
    auto & now = where.now;
    const auto & [ikv, h] = store.layout.id_of(now->head);

    const int64_t t0 = ggml_time_us();
    const bool    counted = params.heads && params.n_lookups > 0.0f && params.select == LLAMA_COMPACT_SELECT_ATTENTION;
    const float * line    = counted ? params.heads[now->head].lookups : nullptr;
    const auto    told    = [&] { return !line || now->lookups.size() == now->from->rows.n_block; };
    bool ok = true;
    if (!sc.done()) {
        ok = sc.step();
    } else if (!told()) {
        const float times = params.n_lookups*(float) now->qs.n_fit/(float) now->n_tokens;
        ok = looked_up(store.layout, run, ikv, h, now->from->rows, line, times, now->lookups);
    }
    if (ok && sc.done() && told()) {
        const auto lookups = std::move(now->lookups);
        ok = select_keys(store.layout, run, sc, ikv, h, now->from->rows, now->qs, params, lookups, now->n_rows, now->res.sel);
        for (const uint32_t i : now->res.sel) {
            if (line) {
                now->res.lookups.push_back(lookups[i]);
            }
        }
        note_peak();
        ok = ok && sc.keep(now->res.sel);
        if (ok) {
            scoring = nullptr;
            if (params.n_moves > 0) { // it takes far longer than to get that memory again
                passing.release();
            }
            const joined where_it_goes = goes_together(now->head) ? join(where) : joined::NO_ROOM;
            ok = where_it_goes != joined::FAILED;
            if (where_it_goes == joined::NO_ROOM) {
                now->fit = fit_head(store.layout, run, sc, ikv, h, now->from->rows, now->qs, params, now->res);
            }
        }
    }
    report.t_select_us += ggml_time_us() - t0;
    if (!ok) {
        what_failed = "the backend failed to score the keys";
    }
    return ok;
}

crew::joined crew::join(place & where) {
    auto & [sc, now] = where;
    const auto & [ikv, h] = store.layout.id_of(now->head);

    if (together.empty()) {
        const auto &  l        = store.layout.layer_of(now->head);
        const int64_t n_query_heads = l.n_query_heads();
        const size_t  each     = layer_fit::bytes_for(l, now->n_rows, now->qs.n_fit*n_query_heads, (int64_t) now->qs.slots.size()*n_query_heads);
        const size_t  share    = share_of_cache(now->head), others = sc.bytes() + passing.bytes() + run.peak();
        size_t n = std::clamp<size_t>(share > others ? (share - others)/each : 1, 1, l.n_head_kv);
        const size_t times = (l.n_head_kv + n - 1)/n; // as many each time
        n = (l.n_head_kv + times - 1)/times;
        while (!layer.begin(ikv, n, now->n_rows, now->qs)) {
            if (n == 1) {
                return joined::NO_ROOM;
            }
            n /= 2;
        }
        closed = false;
    }
    const bool ok = layer.add(sc, h, now->from->rows, now->type_k, now->type_v, now->res);
    together.push_back(std::move(now));
    return ok ? joined::YES : joined::FAILED;
}

bool crew::fit_together(std::vector<std::unique_ptr<head_work>> & done) {
    const int64_t t0 = ggml_time_us();
    const bool ok = layer.step();
    if (ok && layer.done()) {
        std::move(together.begin(), together.end(), std::back_inserter(done));
        together.clear();
    }
    report.t_fit_us += ggml_time_us() - t0;
    if (!ok) {
        what_failed = "the backend failed to fit a head";
    }
    return ok;
}

// The next part of all heads that are fitted: graphs first, so that as many as may be have equations to solve.
bool crew::fit() {
    const int64_t t0 = ggml_time_us();

    std::vector<fit_steps *>   graphs, systems;
    ggml_backend_buffer_type_t home = nullptr;
    for (const auto & p : places) {
        if (p->now && p->now->fit->solves()) {
            systems.push_back(p->now->fit.get());
        } else if (p->now) {
            const auto of = home_of(store.layout.layer_of(p->now->head));
            if (graphs.empty() || of == home) { // others take a graph of their own, next
                graphs.push_back(p->now->fit.get());
                home = of;
            }
        }
    }
    bool ok = true;
    if (!graphs.empty()) {
        run.begin(home);
        for (auto * one : graphs) {
            one->build();
        }
        ok = ggml_graph_n_nodes(run.gf()) == 0 || run.compute();
        for (size_t i = 0; i < graphs.size() && ok; ++i) {
            graphs[i]->take();
            ok = !graphs[i]->lacks_memory();
        }
    } else {
        if (!solvers) {
            solvers = std::make_unique<workers>(n_threads);
        }
        solvers->run(systems.size(), [&](size_t i) { systems[i]->solve(); });
    }
    report.t_fit_us += ggml_time_us() - t0;
    if (!ok) {
        what_failed = "the backend failed to fit a head";
    }
    return ok;
}

void crew::note_peak() {
    size_t bytes = run.peak() + passing.bytes() + layer.bytes();
    const candidates * counted = nullptr; // those that heads share count once
    for (const auto & one : together) {
        bytes  += (one->from.get() != counted ? bytes_of_candidates(one->from->block.size()) : 0) + one->res.packed.size();
        counted = one->from.get();
    }
    for (const auto & p : places) {
        bytes += p->sc.bytes();
        if (p->now) {
            bytes += bytes_of_candidates(p->now->from->block.size());
            bytes += p->now->fit ? fit_bytes(p->now->n_rows, store.layout.layer_of(p->now->head).d_v) + p->now->fit->bytes() : 0;
        }
    }
    peak_bytes = std::max(peak_bytes, bytes);
}

} // namespace compaction
