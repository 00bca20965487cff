// Laying the pool out anew, a layer at a time: the new layer's buffer is allocated, its rows are gathered from the old
// one, and only then is the old one released. So at most one layer more than the cache is held.
//
// All that could fail is done before the first old layer goes: moves are rehearsed, and a spare buffer is set aside that
// can take any layer's rows in use. Should the memory for free rows not be there, a layer gets room for its rows in use
// only, if need be in the spare buffer, whose place the layer's old buffer then takes: a full cache, but nothing is lost.
//
// In host memory a rehearsed move cannot fail. Graphs can; where they move rows, the old layers stay beside the new ones
// until all have moved, if there is room, and a failure changes nothing. Without that room it is tried once more, and
// then the rows that were to go are gone: the cache is empty.
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
            plan = empty_plan(*r);

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

// memory of the host that old layers may stay in beside new ones; a system that lends more than it has does not say no
constexpr size_t MAX_BESIDE_ON_HOST = 256u << 20;

// is there room for so many bytes more?
bool is_free(ggml_backend_buffer_type_t buft, size_t bytes) {
    if (ggml_backend_buft_is_host(buft)) {
        return bytes <= MAX_BESIDE_ON_HOST;
    }
    ggml_backend_dev_t dev = ggml_backend_buft_get_device(buft);
    size_t free = 0, total = 0;
    if (dev) {
        ggml_backend_dev_memory(dev, &free, &total);
    }
    return bytes < free - free/8;
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
        size_t & peak, const std::function<void(llama_kv_cells &)> & change, const arrivals * joining) {
    group_by_carriers(new_blocks, plans);

    const auto   & layers = stock.layers();
    const uint32_t n_live = (uint32_t) live.size() + (joining ? joining->n_live : 0);
    const uint32_t least  = std::max(n_live, 1u);

    const auto room = layout.room_in(plans, size.budget(), least);
    uint32_t   cap  = room.n_cells;
    if (cap < least) {
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "the rows to keep do not fit the memory of the cache");
    }
    cap = size.roomy(n_live, cap);
    const uint32_t wanted = cap;

    std::vector<const head_plan *> of_layer;
    for (size_t ikv = 0, at = 0; ikv < layers.size(); at += layers[ikv++].n_head_kv) {
        of_layer.push_back(&plans[at]);
    }

    size_t moving = 0;
    for (uint32_t i = 0; i < plans.size(); ++i) {
        // by their numbers: fewer bits are no less work
        moving += (plans[i].src.size() + cap)*row_size(layout.layer_of(i), GGML_TYPE_F16, GGML_TYPE_F16);
    }
    size_t n_readers = 1; // whose queries a balance is found from, in one graph
    for (const auto & l : stock.layers()) {
        n_readers = std::max(n_readers, l.readers.size());
    }
    runner    run(lctx, 64 + 4*n_readers, false, threads_for(moving));
    row_mover rows(run, layout, live, joining);

    if (!find_frames(run, layout, queries, plans, live, joining)) {
        return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to read keys");
    }

    // layers whose move may fail go first; of the others those that shrink, so that the rest find room
    std::vector<uint64_t> n_rows(layers.size(), 0);
    std::vector<uint32_t> order(layers.size());
    std::iota(order.begin(), order.end(), 0);
    for (const uint32_t ikv : order) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            n_rows[ikv] += of_layer[ikv][h].beta.size();
        }
    }
    const auto key = [&](uint32_t ikv) { return std::make_pair(rows.is_certain(ikv, of_layer[ikv]), n_rows[ikv]); };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });

    extra_bytes extra;
    for (const auto & plan : plans) {
        extra.add(plan.bytes());
    }

    // the cells that stay, in their new places
    const auto cells_for = [&](uint32_t n) {
        llama_kv_cells res;
        res.resize(n);
        res.set(0, stock.cells().cp(live));
        if (change) {
            change(res);
        }
        return res;
    };
    llama_kv_cells roomy = cells_for(cap);
    llama_kv_cells tight = cells_for(least);

    // the layers as they will be, without memory yet
    std::vector<layer_pool> next, next_tight;
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        next      .push_back(layout.make_layer(ikv, of_layer[ikv], cap, room.in_classes));
        next_tight.push_back(layout.make_layer(ikv, of_layer[ikv], least, room.in_classes));
    }

    // what can fail: memory for the graphs and, per kind of memory, for the rows in use of its largest layer
    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    std::map<ggml_backend_buffer_type_t, size_t>                  largest;
    std::vector<layer_pool>                                       fallback(layers.size()); // of layers that grow
    for (const uint32_t ikv : order) {
        const size_t size = ggml_backend_alloc_ctx_tensors_from_buft_size(next_tight[ikv].ctx.get(), layers[ikv].buft);
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
        layer_pool lp = layout.make_layer(ikv, of_layer[ikv], least, room.in_classes);
        auto & buf = take_spare(ikv);
        if (!layout.fill_layer(ikv, lp, &buf, n_live)) {
            return events.fail(LLAMA_COMPACT_ERR_MEMORY, "no memory to move the compacted rows");
        }
        if (const int32_t rc = rows.rehearse(ikv, of_layer[ikv], lp)) {
            return events.fail(rc, rc == LLAMA_COMPACT_ERR_MEMORY ? "no memory to move the compacted rows" : "the backend failed to move rows");
        }
        buf = std::move(lp.buf);
    }

    // old layers that stay until graphs have moved all rows: the way back
    bool way_back = false;
    std::map<ggml_backend_buffer_type_t, size_t> beside;
    for (const uint32_t ikv : order) {
        if (!rows.is_certain(ikv, of_layer[ikv])) {
            beside[layers[ikv].buft] += ggml_backend_alloc_ctx_tensors_from_buft_size(next[ikv].ctx.get(), layers[ikv].buft);
        }
    }
    if (!beside.empty()) {
        way_back = std::all_of(beside.begin(), beside.end(), [](const auto & b) { return is_free(b.first, b.second); });
    }
    std::vector<uint32_t> moved; // whose old rows are still there
    moved.reserve(layers.size());
    const auto let_go = [&] {
        for (const uint32_t ikv : moved) {
            extra.add(-(int64_t) layout.release(ikv, nullptr));
        }
        moved.clear();
        way_back = false;
    };
    // live rows that a move writes: where it cannot fail, all threads clear the free ones as they go
    const auto n_written = [&](uint32_t ikv) { return rows.is_certain(ikv, of_layer[ikv]) ? cap : n_live; };
    const auto allocated = [&](uint32_t ikv, layer_pool & lp) {
        try {
            return layout.fill_layer(ikv, lp, nullptr, n_written(ikv));
        } catch (const std::bad_alloc &) {
            if (way_back) {
                throw;
            }
            return false;
        }
    };
    const auto move_layer = [&](uint32_t ikv) {
        try {
            return rows.move(ikv, of_layer[ikv], next[ikv]);
        } catch (const std::bad_alloc &) {
            return false; // not even the few indices of a graph
        }
    };

    bool any_gone = false; // from here on
    for (const uint32_t ikv : order) {
        if (way_back && rows.is_certain(ikv, of_layer[ikv])) {
            let_go(); // the moves that are left cannot fail
            any_gone = true;
        }
        if (cap < wanted) {
            next[ikv] = std::move(next_tight[ikv]);
        }
        bool own = allocated(ikv, next[ikv]);
        if (!own && way_back && !moved.empty()) {
            let_go(); // no room for both
            any_gone = true;
            own = allocated(ikv, next[ikv]);
        }
        if (!own && cap > least) {
            cap = least;
            next[ikv] = std::move(next_tight[ikv]);
            own = allocated(ikv, next[ikv]);
        }
        bool placed = own;
        if (own) {
            extra.add(ggml_backend_buffer_get_size(next[ikv].buf.get()));
        } else {
            try {
                placed = layout.fill_layer(ikv, next[ikv], &take_spare(ikv), n_written(ikv));
            } catch (const std::bad_alloc &) {
                // tables of a device's classes
            }
        }
        if (!placed || (!move_layer(ikv) && (!any_gone || !move_layer(ikv)))) {
            if (any_gone) {
                abandon();
                return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to move rows, and the cache is empty");
            }
            return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to move rows");
        }
        if (way_back && own) {
            moved.push_back(ikv);
            continue;
        }
        let_go();
        any_gone = true;
        extra.add(-(int64_t) layout.release(ikv, own ? nullptr : &take_spare(ikv)));
    }
    let_go();
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
    const uint32_t least = std::max(n_live, 1u);
    const auto     room  = layout.room_in(plans, std::max(stock.bytes(size.limit()), size.budget()), least);
    uint32_t       cap   = room.n_cells;
    if (cap < least) {
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
        next.push_back(layout.make_layer(ikv, &plans[at], cap, room.in_classes));
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
