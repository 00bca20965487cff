#include "calibrate.h"

#include "lookups.h"
#include "scores.h"

#include <algorithm>
#include <cmath>

namespace compaction {

// live cells of a sequence in a range of positions, by position
static std::vector<std::pair<llama_pos, uint32_t>> cells_of(const llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1) {
    const auto & cells = store.stock.cells();

    std::vector<std::pair<llama_pos, uint32_t>> res;
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (!cells.is_empty(i) && cells.seq_has(i, seq) && cells.pos_in(i, p0, p1)) {
            res.emplace_back(cells.pos_get(i), i);
        }
    }
    std::sort(res.begin(), res.end());
    return res;
}

// nullptr if each key of the range is there and is turned to its cell's position
static const char * unreadable(const llama_compact_store & store, llama_pos p0, llama_pos p1, size_t n_found) {
    if (store.stock.cells().get_has_shift()) {
        return "positions are being shifted"; // keys follow with the next batch
    }
    return p0 < 0 || p1 <= p0 || n_found != (size_t) (p1 - p0) ? "the cache does not hold every key of the range" : nullptr;
}

int32_t attention_scores(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1,
        llama_pos q0, llama_pos q1, llama_compact_reduce reduce, float * out) {
    const auto keys = cells_of(store, seq, p0, p1);
    if (const char * why = unreadable(store, p0, p1, keys.size())) {
        return store.events.fail(LLAMA_COMPACT_ERR_INVALID, why);
    }

    query_set all;
    for (const auto & [pos, slot] : store.queries.rows_of(seq, false)) {
        if (pos >= q0 && pos < q1) {
            all.slots.push_back((int32_t) slot);
            all.delta.push_back(pos - store.queries.slots()[slot].rope_pos);
            all.pos.push_back(pos);
        }
    }
    if (all.slots.empty()) {
        return store.events.fail(LLAMA_COMPACT_ERR_INVALID, "no queries of the range were sampled");
    }

    lctx->synchronize();

    runner      run(lctx, 2048);
    scratch     passing;
    head_scores sc(store.layout, store.queries, run, passing);

    const size_t n_keys = keys.size();
    for (uint32_t i = 0; i < store.layout.n_entries(); ++i) {
        const auto & [ikv, h] = store.layout.id_of(i);
        const size_t n_most   = std::max<size_t>(1, (size_t) MAX_SCORES/n_keys/store.layout.layer_of(i).n_query_heads());

        head_rows rows;
        const uint32_t n_old = store.layout.n_block(i);
        for (const auto & [pos, c] : keys) {
            rows.add((int32_t) (n_old + c), 0.0f, pos);
        }
        rows.end_block();

        std::vector<double> acc(n_keys, 0.0);
        for (size_t i0 = 0; i0 < all.slots.size(); i0 += n_most) {
            const size_t i1 = std::min(all.slots.size(), i0 + n_most);
            query_set qs;
            qs.slots.assign(all.slots.begin() + i0, all.slots.begin() + i1);
            qs.delta.assign(all.delta.begin() + i0, all.delta.begin() + i1);
            qs.pos  .assign(all.pos  .begin() + i0, all.pos  .begin() + i1);
            qs.n_fit  = (uint32_t) qs.slots.size();
            qs.causal = q0 < p1;

            bool ok = sc.begin(ikv, h, rows, qs, true, false, reduce != LLAMA_COMPACT_REDUCE_RMS);
            while (ok && !sc.done()) {
                ok = sc.step();
            }
            if (!ok) {
                return store.events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to score the keys");
            }
            const std::vector<float> scores = sc.scores();
            if (reduce == LLAMA_COMPACT_REDUCE_RMS) {
                for (size_t j = 0; j < n_keys; ++j) {
                    acc[j] += (double) scores[j]*scores[j]*(double) qs.slots.size();
                }
            } else {
                const auto p = run.read<float>(sc.prob_t);
                const size_t nq = (size_t) sc.prob_t->ne[0];
                for (size_t j = 0; j < n_keys; ++j) {
                    acc[j] = std::max(acc[j], (double) *std::max_element(p.begin() + j*nq, p.begin() + (j + 1)*nq));
                }
            }
        }
        for (size_t j = 0; j < n_keys; ++j) {
            out[i*n_keys + j] = (float) (reduce == LLAMA_COMPACT_REDUCE_RMS ? sqrt(acc[j]/(double) all.slots.size()) : acc[j]);
        }
    }
    return LLAMA_COMPACT_OK;
}

int32_t keys_before_rope(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1,
        uint32_t entry, float * out) {
    const auto found = cells_of(store, seq, p0, p1);
    if (const char * why = unreadable(store, p0, p1, found.size())) {
        return store.events.fail(LLAMA_COMPACT_ERR_INVALID, why);
    }
    const auto & [ikv, h] = store.layout.id_of(entry);

    head_rows rows;
    for (const auto & [pos, c] : found) {
        rows.add((int32_t) (store.layout.n_block(entry) + c), 0.0f, pos);
    }
    rows.end_block();

    lctx->synchronize();

    runner run(lctx, 64);
    const size_t n_part = keys_at_once(store.layout.layer_of(entry));
    for (size_t first = 0; first < rows.n_block; first += n_part) {
        const size_t n = std::min<size_t>(n_part, rows.n_block - first);
        run.begin(home_of(store.layout.layer_of(entry)));
        ggml_tensor * k = run.output(before_rope(store.layout, run, ikv, h, rows, first, n));
        if (!run.compute()) {
            return store.events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to read the keys");
        }
        const auto read = run.read<float>(k);
        std::copy(read.begin(), read.end(), out + first*store.layout.layer_of(entry).d_k);
    }
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
