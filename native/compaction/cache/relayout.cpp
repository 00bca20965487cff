// Laying the pool out anew, a layer at a time: the new layer's buffer is allocated, its rows are gathered from the old
// one, and only then is the old one released. So at most one layer more than the cache is held.
//
// After the first layer has moved there is no way back, so all that could fail is done before: graphs are reserved in
// their largest shape, and a spare buffer is set aside that can take any layer's rows in use. Should the memory for
// free rows not be there, a layer gets room for its rows in use only, if need be in the spare buffer, whose place the
// layer's old buffer then takes: a full cache, but nothing is lost.
#include "relayout.h"

#include "row_moves.h"

#include "../llama-compact.h"

#include <algorithm>
#include <map>
#include <new>
#include <numeric>

namespace compaction {

std::vector<head_plan> relayout::keep_all(const std::vector<block> & table) const {
    std::vector<head_plan> res;
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        head_plan plan;
        plan.type_k = layout.type_k(i);
        plan.type_v = layout.type_v(i);
        if (const region * r = layout.region_of(i)) {
            plan.center = r->center;

            uint32_t at = 0;
            for (size_t b = 0; b < table.size(); ++b) {
                if (table[b].seqs.any()) {
                    plan.spans.push_back(r->spans[b]);
                    for (uint32_t j = at; j < at + r->spans[b]; ++j) {
                        plan.src .push_back((int32_t) j);
                        plan.beta.push_back(r->beta[j]);
                        plan.pos .push_back(r->pos[j]);
                    }
                }
                at += r->spans[b];
            }
        }
        res.push_back(std::move(plan));
    }
    return res;
}

bool relayout::restore_stock() {
    if (!stock.released() || blocks.any_carried() || stock.cells().get_used() > 0) {
        return true;
    }

    layout.clear();
    blocks.replace({});
    events.new_epoch();
    events.all_changed("the cache is empty");

    if (!stock.restore(size.first())) {
        events.fail(0, "no memory for the KV cache");
        return false;
    }
    size.set_full(false);
    stock.cells().resize(size.grows() ? size.first() : size.limit());
    stock.search_from(0);
    size.trim();
    return true;
}

// a backend that failed half way through has left nothing to go back to
void relayout::abandon() {
    stock.cells().reset();
    layout.clear();
    blocks.replace({});
    queries.clear();
    restore_stock();
    events.new_epoch();
    events.all_changed("the backend failed, and the cache is empty");
}

namespace {

// Brings the blocks of the same sequences together, and their rows in the plans with them
void group_by_carriers(std::vector<block> & blocks, std::vector<head_plan> & plans) {
    const std::vector<size_t> order = by_carriers(blocks);
    if (std::is_sorted(order.begin(), order.end())) {
        return;
    }
    const auto picked = [](const auto & from, const std::vector<size_t> & idx) {
        std::decay_t<decltype(from)> res;
        for (const size_t i : idx) {
            res.push_back(from[i]);
        }
        return res;
    };
    for (auto & plan : plans) {
        std::vector<size_t> first(blocks.size() + 1, 0);
        for (size_t b = 0; b < blocks.size(); ++b) {
            first[b + 1] = first[b] + plan.spans[b];
        }
        std::vector<size_t> rows;
        uint32_t fit_at = plan.fit_at;
        for (const size_t b : order) {
            if (first[b] == plan.fit_at && b + 1 == blocks.size()) {
                fit_at = (uint32_t) rows.size(); // the fitted block is the last one
            }
            for (size_t i = first[b]; i < first[b + 1]; ++i) {
                rows.push_back(i);
            }
        }
        plan.fit_at = fit_at;
        if (!plan.shift.empty()) {
            auto shift = picked(plan.shift, rows);
            shift.insert(shift.end(), plan.shift.begin() + rows.size(), plan.shift.end());
            plan.shift = std::move(shift);
        }
        plan.src   = picked(plan.src,   rows);
        plan.beta  = picked(plan.beta,  rows);
        plan.pos   = picked(plan.pos,   rows);
        plan.spans = picked(plan.spans, order);
    }
    blocks = picked(blocks, order);
}

// what is held beyond the cache
struct extra_bytes {
    int64_t now = 0;
    int64_t top = 0;

    void add(int64_t n) {
        now += n;
        top = std::max(top, now);
    }
};

} // namespace

int32_t relayout::move(llama_context * lctx, std::vector<head_plan> & plans, std::vector<block> new_blocks, const std::vector<uint32_t> & live,
        size_t & peak) {
    group_by_carriers(new_blocks, plans);

    const auto   & layers = stock.layers();
    const uint32_t n_live = (uint32_t) live.size();
    const uint32_t least  = std::max(n_live, 1u);

    uint32_t cap = layout.cells_that_fit(plans, size.budget());
    if (cap < least) {
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "the rows to keep do not fit the memory of the cache");
    }
    cap = size.roomy(n_live, cap);
    const uint32_t wanted = cap;

    std::vector<const head_plan *> of_layer;
    for (size_t ikv = 0, at = 0; ikv < layers.size(); at += layers[ikv++].n_head_kv) {
        of_layer.push_back(&plans[at]);
    }

    // layers that shrink go first, so that the others find room
    std::vector<uint64_t> rows(layers.size(), 0);
    std::vector<uint32_t> order(layers.size());
    std::iota(order.begin(), order.end(), 0);
    for (const uint32_t ikv : order) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            rows[ikv] += of_layer[ikv][h].beta.size();
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return rows[a] < rows[b]; });

    runner run(lctx, 64, false);

    if (!find_centers(run, layout, plans, live)) {
        return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to read keys");
    }

    extra_bytes extra;
    for (const auto & plan : plans) {
        extra.add(plan.bytes());
    }

    // the cells that stay, in their new places
    const auto cells_for = [&](uint32_t n) {
        llama_kv_cells res;
        res.resize(n);
        res.set(0, stock.cells().cp(live));
        return res;
    };
    llama_kv_cells roomy = cells_for(cap);
    llama_kv_cells tight = cells_for(least);

    // what can fail: memory for the graphs and, per kind of memory, for the rows in use of its largest layer
    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    std::map<ggml_backend_buffer_type_t, size_t>                  largest;
    std::vector<layer_pool>                                       fallback(layers.size()); // of layers that grow
    for (const uint32_t ikv : order) {
        layer_pool lp = layout.make_layer(ikv, of_layer[ikv], least);
        const size_t size = ggml_backend_alloc_ctx_tensors_from_buft_size(lp.ctx.get(), layers[ikv].buft);
        largest[layers[ikv].buft] = std::max(largest[layers[ikv].buft], size);
    }
    for (const auto & [buft, size] : largest) {
        // every released layer could take the place of the spare buffer, or each layer gets one in advance
        bool replaceable = true;
        for (const uint32_t ikv : order) {
            replaceable = replaceable && (layers[ikv].buft != buft || layout.buffer_size(ikv) >= size);
        }
        for (const uint32_t ikv : order) {
            if (layers[ikv].buft != buft) {
                continue;
            }
            auto & buf = replaceable ? spare[buft] : fallback[ikv].buf;
            if (!buf) {
                buf.reset(ggml_backend_buft_alloc_buffer(buft, size));
                extra.add(size);
            }
            if (!buf) {
                return events.fail(LLAMA_COMPACT_ERR_MEMORY, "no memory for the compacted rows");
            }
        }
    }
    const auto take_spare = [&](uint32_t ikv) -> ggml_backend_buffer_ptr & {
        return fallback[ikv].buf ? fallback[ikv].buf : spare[layers[ikv].buft];
    };
    for (const uint32_t ikv : order) {
        layer_pool lp = layout.make_layer(ikv, of_layer[ikv], least);
        auto & buf = take_spare(ikv);
        if (!layout.fill_layer(ikv, lp, &buf) || !reserve_move(run, layout, ikv, of_layer[ikv], live, lp)) {
            return events.fail(LLAMA_COMPACT_ERR_MEMORY, "no memory to move the compacted rows");
        }
        buf = std::move(lp.buf);
    }

    // what cannot
    std::vector<layer_pool> next(layers.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const uint32_t ikv = order[i];

        bool own = false;
        for (const uint32_t c : { cap, least }) {
            next[ikv] = layout.make_layer(ikv, of_layer[ikv], c);
            own = layout.fill_layer(ikv, next[ikv]);
            if (own) {
                extra.add(ggml_backend_buffer_get_size(next[ikv].buf.get()));
                break;
            }
            cap = least;
        }
        if (!own) {
            layout.fill_layer(ikv, next[ikv], &take_spare(ikv));
        }
        bool moved = false;
        try {
            moved = move_rows(run, layout, ikv, of_layer[ikv], live, next[ikv]);
        } catch (const std::bad_alloc &) {
            // not even the few indices of a graph
        }
        if (!moved) {
            const int32_t rc = events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to move rows");
            if (i > 0) {
                abandon();
            }
            return rc;
        }
        extra.add(-(int64_t) layout.release(ikv, own ? nullptr : &take_spare(ikv)));
    }
    peak = std::max<size_t>(peak, extra.top + run.peak());

    layout.replace(std::move(next));

    stock.cells() = std::move(cap == least ? tight : roomy);
    stock.search_from(n_live);
    size.set_full(cap < wanted);
    size.trim();

    blocks.replace(std::move(new_blocks));
    events.new_epoch();
    events.all_changed("the cache was laid out anew");
    return LLAMA_COMPACT_OK;
}

bool relayout::lay_out_empty(const std::vector<head_plan> & plans, std::vector<block> new_blocks, uint32_t n_live) {
    uint32_t cap = layout.cells_that_fit(plans, std::max(stock.bytes(size.limit()), size.budget()));
    if (cap < std::max(n_live, 1u)) {
        events.fail(0, "the saved memory is larger than this cache");
        return false;
    }
    cap = size.roomy(n_live, cap);

    events.all_changed("another memory was loaded");

    layout.clear();
    blocks.replace({});
    if (!stock.released()) {
        for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
            stock.release(ikv);
        }
    }

    std::vector<layer_pool> next;
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        next.push_back(layout.make_layer(ikv, &plans[at], cap));
        at += stock.layers()[ikv].n_head_kv;
        if (!layout.fill_layer(ikv, next.back())) {
            events.fail(0, "no memory for the KV cache");
            next.clear();
            restore_stock();
            return false;
        }
    }

    layout.replace(std::move(next));
    blocks.replace(std::move(new_blocks));
    stock.cells().resize(cap);
    stock.search_from(0);
    size.set_full(false);
    events.new_epoch();
    size.trim();
    return true;
}

} // namespace compaction
