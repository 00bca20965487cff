#include "mounting.h"

#include "../cache/memory_parts.h"
#include "../cache/row_access.h"
#include "../compute/rope.h"

#include "llama-context.h"
#include "llama-impl.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <stdexcept>

namespace compaction {

namespace {

bool overlaps(llama_pos a0, llama_pos a1, llama_pos b0, llama_pos b1) {
    return a0 < b1 && b0 < a1;
}

bool holds_within(const llama_kv_cells & cells, llama_seq_id seq, llama_pos p0, llama_pos p1) {
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (!cells.is_empty(i) && cells.seq_has(i, seq) && cells.pos_get(i) >= p0 && cells.pos_get(i) < p1) {
            return true;
        }
    }
    return false;
}

// The cells of layers with a sliding window, in a cache of their own. They come along where what is mounted will be the end of
// the sequence: before other text, nothing that follows would see them.
class window {
public:
    window(llama_context * lctx, llama_seq_id seq, llama_seq_id from) : lctx(lctx), seq(seq), from(from), kv(window_cache(lctx->get_memory())) {}

    // nullptr if its cells can move, else why not
    const char * refuses() const {
        if (!kv) {
            return nullptr;
        }
        if (!kv->get_can_shift()) {
            return "positions of this model's sliding window layers cannot be moved";
        }
        const auto & cells = kv->get_cells(from);
        for (uint32_t i = 0; i < cells.size(); ++i) {
            if (!cells.is_empty(i) && cells.seq_has(i, from) && cells.seq_count(i) > 1) {
                return "another sequence shares the sliding window of what is mounted";
            }
        }
        return nullptr;
    }

    void follow(llama_pos p0, llama_pos p1, llama_pos shift) {
        if (!kv) {
            return;
        }
        kv->seq_add(from, p0, p1, shift);
        lctx->memory_update(false); // should the backend fail, it is tried again before the next batch
        kv->seq_cp(from, seq, p0 + shift, p1 + shift);
    }

private:
    llama_context  * lctx;
    llama_seq_id     seq;
    llama_seq_id     from;
    llama_kv_cache * kv;
};

// the rows of some blocks, as they are now
std::vector<head_plan> plans_of(const llama_compact_store & store, const std::vector<size_t> & which) {
    std::vector<head_plan> res;
    for (uint32_t i = 0; i < store.layout.n_entries(); ++i) {
        const region & r = *store.layout.region_of(i);

        head_plan plan = empty_plan(r);

        size_t first = 0, next = 0; // block that comes next in `which`
        for (size_t b = 0; b < r.spans.size() && next < which.size(); first += r.spans[b++]) {
            if (b != which[next]) {
                continue;
            }
            next++;
            plan.spans.push_back(r.spans[b]);
            for (size_t j = first; j < first + r.spans[b]; ++j) {
                plan.src .push_back((int32_t) j);
                plan.beta.push_back(r.beta[j]);
                plan.pos .push_back(r.pos[j]);
            }
        }
        res.push_back(std::move(plan));
    }
    return res;
}

// rows idx of one matrix as the first of another of the same type, runs of them at a time
void copy_runs(const ggml_tensor & from, const ggml_tensor & to, const std::vector<int32_t> & idx) {
    const auto rows = [](const ggml_tensor & t, size_t first, size_t n) {
        ggml_tensor res = first_rows(t, (uint32_t) n);
        res.view_src   = t.view_src ? t.view_src : const_cast<ggml_tensor *>(&t); // some backends find a view by these two
        res.view_offs += first*t.nb[1];
        res.data       = (char *) t.data + first*t.nb[1];
        return res;
    };
    for (size_t i = 0, n = 0; i < idx.size(); i += n) {
        n = 1;
        while (i + n < idx.size() && idx[i + n] == idx[i] + (int32_t) n) {
            n++;
        }
        ggml_tensor src = rows(from, idx[i], n), dst = rows(to, i, n);
        ggml_backend_tensor_copy(&src, &dst);
    }
}

// Copies of the plans' rows, their keys turned by so many positions. Throws where there is no memory, or a backend fails
arrivals turned(llama_context * lctx, const llama_compact_store & store, const std::vector<head_plan> & plans, llama_pos shift) {
    constexpr size_t MAX_ROWS = 2048; // of one graph

    size_t bytes = 0;
    for (uint32_t i = 0; i < plans.size(); ++i) {
        bytes += plans[i].src.size()*row_size(store.layout.layer_of(i), plans[i].type_k, plans[i].type_v);
    }
    runner   run(lctx, 64, false, threads_for(bytes));
    arrivals res;
    size_t   entry = 0;
    for (uint32_t ikv = 0; ikv < store.stock.layers().size(); ++ikv) {
        const auto & l = store.stock.layers()[ikv];

        res.layers.push_back(store.layout.make_layer(ikv, &plans[entry], 1, false));
        auto & to = res.layers.back();
        if (!store.layout.fill_layer(ikv, to)) {
            throw std::bad_alloc();
        }
        for (uint32_t h = 0; h < l.n_head_kv; ++h, ++entry) {
            const auto & src = plans[entry].src;
            const auto & r   = to.heads[h];
            for (size_t at = 0; at < src.size(); at += MAX_ROWS) {
                const size_t n = std::min(MAX_ROWS, src.size() - at);

                run.begin();

                ggml_context * ctx = run.ctx();

                const auto put = [&](ggml_tensor * rows, ggml_tensor * stored) {
                    run.expand(ggml_cpy(ctx, rows, ggml_view_2d(ctx, stored, stored->ne[0], n, stored->nb[1], at*stored->nb[1])));
                };
                ggml_tensor * k = gather_k(run, store.layout, ikv, h, std::vector<int32_t>(src.begin() + at, src.begin() + at + n));
                k = ggml_reshape_3d(ctx, k, k->ne[0], 1, n);
                k = rope_shift(run, store.stock.rope(l.readers[0]), k, std::vector<int32_t>(n, shift));
                k = ggml_reshape_2d(ctx, k, k->ne[0], n);
                put(to_stored(ctx, k, frame_of(to, r)), r.stored_k().block);
                if (!run.compute()) {
                    if (run.lacks_memory()) {
                        throw std::bad_alloc();
                    }
                    throw std::runtime_error("the backend failed to turn keys");
                }
            }
            // stored in the same way
            if (ggml_tensor * values = r.stored_v().block) {
                copy_runs(*store.layout.head(ikv, h).stored_v().block, *values, src);
            }
        }
    }
    return res;
}

} // namespace

int32_t mount(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_seq_id from, llama_pos pos) {
    const auto fail = [&](int32_t code, const char * why) {
        return store.events.fail(code, why);
    };
    if (recurrent_states(lctx->get_memory())) {
        return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, "this model's recurrent layers have to read a text themselves");
    }
    const auto & cells = store.stock.cells();
    if (cells.get_has_shift()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "positions are being shifted");
    }
    if (!store.has_pool() || store.pos_max(from) < 0) {
        return fail(LLAMA_COMPACT_ERR_NOTHING, "nothing to mount: the sequence holds no blocks");
    }
    if (cells.seq_pos_max(from) >= 0) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "only compacted text can be mounted");
    }

    const llama_pos p0    = store.pos_min(from);
    const llama_pos p1    = store.pos_max(from) + 1;
    if (p1 - p0 > LAST_POSITION - pos) { // a saved state could say no more
        return fail(LLAMA_COMPACT_ERR_INVALID, "there are fewer positions from that one on than what is mounted has");
    }
    const llama_pos end   = pos + (p1 - p0);
    const llama_pos shift = pos - p0;

    std::vector<size_t> which;
    for (size_t b = 0; b < store.blocks.size(); ++b) {
        const auto & blk = store.blocks[b];
        if (blk.seqs.test(from)) {
            which.push_back(b);
        }
        if (blk.seqs.test(seq) && overlaps(blk.p0, blk.p1, pos, end)) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "the sequence has text at these positions");
        }
    }
    if (holds_within(cells, seq, pos, end)) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "the sequence has text at these positions");
    }
    const bool is_end = end > store.end_of(seq);

    // who carries what afterwards
    std::vector<block> stay = store.blocks.all(), join;
    for (const size_t b : which) {
        join.push_back(stay[b]);
        join.back().seqs.reset();
        join.back().seqs.set(seq);
        join.back().p0 += shift;
        join.back().p1 += shift;
        stay[b].seqs.reset(from);
        if (shift == 0) {
            stay[b].seqs.set(seq);
        }
    }
    if (shift == 0) {
        join.clear(); // the same rows, for all that carry them
    }
    std::vector<block> table;
    std::copy_if(stay.begin(), stay.end(), std::back_inserter(table), [](const block & b) { return b.seqs.any(); });
    table.insert(table.end(), join.begin(), join.end());
    if (n_carriers(table) > MAX_GROUPS) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "too many sequences with blocks of their own");
    }

    auto * mem = lctx->get_memory();
    lctx->synchronize();

    if (shift == 0 && block_groups(stay).size() <= MAX_GROUPS) {
        store.queries.drop(from, 0, std::numeric_limits<llama_pos>::max()); // a copy would sample as `from` does, too
        if (is_end) {
            mem->seq_cp(from, seq, p0, p1);
        } else {
            store.seq_cp(from, seq, p0, p1);
        }
        mem->seq_rm(from, -1, -1);
        return LLAMA_COMPACT_OK;
    }

    window swa(lctx, seq, from);
    if (const char * why = is_end && shift != 0 ? swa.refuses() : nullptr) {
        return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, why);
    }

    arrivals joining;
    auto     plans = store.layouts.keep_all(stay);
    if (shift != 0) {
        auto rows = plans_of(store, which);
        for (auto & plan : rows) {
            if (std::any_of(plan.pos.begin(), plan.pos.end(), [](llama_pos p) { return p < 0; })) {
                return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, "the positions of these blocks' rows are not known: they come from an older saved state");
            }
            for (auto & p : plan.pos) {
                p += shift;
            }
        }
        joining = turned(lctx, store, rows, shift);
        for (uint32_t i = 0; i < plans.size(); ++i) {
            plans[i].append(rows[i]);
        }
    }
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (!cells.is_empty(i)) {
            live.push_back(i);
        }
    }
    size_t peak = 0;
    if (const int32_t rc = store.layouts.move(lctx, plans, std::move(table), live, peak, nullptr, shift != 0 ? &joining : nullptr)) {
        return rc;
    }
    if (is_end) {
        swa.follow(p0, p1, shift);
    }
    mem->seq_rm(from, -1, -1);
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
