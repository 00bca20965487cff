#include "layer_moves.h"

#include "../llama-compact.h"

#include <algorithm>
#include <new>
#include <numeric>

namespace compaction {

namespace {

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

} // namespace

layer_moves::layer_moves(stock_cache & stock, pool_layout & layout, cache_events & events, row_mover & rows, const std::vector<head_plan> & plans,
        uint32_t n_live, bool in_classes)
    : stock(stock), layout(layout), events(events), rows(rows), n_live(n_live), least(std::max(n_live, 1u)), in_classes(in_classes) {
    for (size_t ikv = 0, at = 0; ikv < stock.layers().size(); at += stock.layers()[ikv++].n_head_kv) {
        of_layer.push_back(&plans[at]);
    }
    order = in_order();
    for (const auto & plan : plans) {
        extra.add(plan.bytes());
    }
}

// layers whose move may fail go first; of the others those that shrink, so that the rest find room
std::vector<uint32_t> layer_moves::in_order() const {
    const auto & layers = stock.layers();
    std::vector<uint64_t> n_rows(layers.size(), 0);
    std::vector<uint32_t> res(layers.size());
    std::iota(res.begin(), res.end(), 0);
    for (const uint32_t ikv : res) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            n_rows[ikv] += of_layer[ikv][h].beta.size();
        }
    }
    const auto key = [&](uint32_t ikv) { return std::make_pair(rows.is_certain(ikv, of_layer[ikv]), n_rows[ikv]); };
    std::stable_sort(res.begin(), res.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    return res;
}

int32_t layer_moves::prepare(uint32_t n_cells) {
    wanted = cap = n_cells;
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        next      .push_back(layout.make_layer(ikv, of_layer[ikv], cap, in_classes));
        next_tight.push_back(layout.make_layer(ikv, of_layer[ikv], least, in_classes));
    }
    if (const int32_t rc = set_aside()) {
        return rc;
    }
    if (const int32_t rc = rehearse()) {
        return rc;
    }
    way_back = has_way_back();
    moved.reserve(stock.layers().size());
    return LLAMA_COMPACT_OK;
}

// per kind of memory, room for the rows in use of its largest layer
int32_t layer_moves::set_aside() {
    const auto & layers = stock.layers();
    std::map<ggml_backend_buffer_type_t, size_t> largest;
    for (const uint32_t ikv : order) {
        const size_t size = ggml_backend_alloc_ctx_tensors_from_buft_size(next_tight[ikv].ctx.get(), layers[ikv].buft);
        largest[layers[ikv].buft] = std::max(largest[layers[ikv].buft], size);
    }
    fallback.resize(layers.size());
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
    return LLAMA_COMPACT_OK;
}

ggml_backend_buffer_ptr & layer_moves::take_spare(uint32_t ikv) {
    return fallback[ikv].buf ? fallback[ikv].buf : spare[stock.layers()[ikv].buft];
}

// every layer once, into the memory that was set aside
int32_t layer_moves::rehearse() {
    for (const uint32_t ikv : order) {
        layer_pool lp = layout.make_layer(ikv, of_layer[ikv], least, in_classes);
        auto & buf = take_spare(ikv);
        if (!layout.fill_layer(ikv, lp, &buf, n_live)) {
            return events.fail(LLAMA_COMPACT_ERR_MEMORY, "no memory to move the compacted rows");
        }
        if (const int32_t rc = rows.rehearse(ikv, of_layer[ikv], lp)) {
            return events.fail(rc, rc == LLAMA_COMPACT_ERR_MEMORY ? "no memory to move the compacted rows" : "the backend failed to move rows");
        }
        buf = std::move(lp.buf);
    }
    return LLAMA_COMPACT_OK;
}

// is there room for the old layers until graphs have moved all rows?
bool layer_moves::has_way_back() const {
    std::map<ggml_backend_buffer_type_t, size_t> beside;
    for (const uint32_t ikv : order) {
        if (!rows.is_certain(ikv, of_layer[ikv])) {
            const auto buft = stock.layers()[ikv].buft;
            beside[buft] += ggml_backend_alloc_ctx_tensors_from_buft_size(next[ikv].ctx.get(), buft);
        }
    }
    return !beside.empty() && std::all_of(beside.begin(), beside.end(), [](const auto & b) { return is_free(b.first, b.second); });
}

// the old layers that stayed go
void layer_moves::let_go() {
    for (const uint32_t ikv : moved) {
        extra.add(-(int64_t) layout.release(ikv, nullptr));
    }
    moved.clear();
    way_back = false;
}

// live rows that a move writes: where it cannot fail, all threads clear the free ones as they go
uint32_t layer_moves::n_written(uint32_t ikv) const { return rows.is_certain(ikv, of_layer[ikv]) ? cap : n_live; }

bool layer_moves::allocate(uint32_t ikv) {
    try {
        return layout.fill_layer(ikv, next[ikv], nullptr, n_written(ikv));
    } catch (const std::bad_alloc &) {
        if (way_back) {
            throw;
        }
        return false;
    }
}

// a buffer of the layer's own, for fewer cells if need be
bool layer_moves::allocate_own(uint32_t ikv) {
    if (cap < wanted) {
        next[ikv] = std::move(next_tight[ikv]);
    }
    bool own = allocate(ikv);
    if (!own && way_back && !moved.empty()) {
        let_go(); // no room for both
        gone = true;
        own = allocate(ikv);
    }
    if (!own && cap > least) {
        cap = least;
        next[ikv] = std::move(next_tight[ikv]);
        own = allocate(ikv);
    }
    if (own) {
        extra.add(ggml_backend_buffer_get_size(next[ikv].buf.get()));
    }
    return own;
}

bool layer_moves::place_in_spare(uint32_t ikv) {
    try {
        return layout.fill_layer(ikv, next[ikv], &take_spare(ikv), n_written(ikv));
    } catch (const std::bad_alloc &) {
        return false; // tables of a device's classes
    }
}

bool layer_moves::move(uint32_t ikv) {
    try {
        return rows.move(ikv, of_layer[ikv], next[ikv]);
    } catch (const std::bad_alloc &) {
        return false; // not even the few indices of a graph
    }
}

int32_t layer_moves::carry_out() {
    for (const uint32_t ikv : order) {
        if (way_back && rows.is_certain(ikv, of_layer[ikv])) {
            let_go(); // the moves that are left cannot fail
            gone = true;
        }
        const bool own    = allocate_own(ikv);
        const bool placed = own || place_in_spare(ikv);
        if (!placed || (!move(ikv) && (!gone || !move(ikv)))) {
            return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to move rows");
        }
        if (way_back && own) {
            moved.push_back(ikv);
            continue;
        }
        let_go();
        gone = true;
        extra.add(-(int64_t) layout.release(ikv, own ? nullptr : &take_spare(ikv)));
    }
    let_go();
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
