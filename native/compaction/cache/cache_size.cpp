// A layer at a time gets new buffers, into which its rows are copied as they are; then the old ones are released. So at
// most two layers more than the cache are held. Cells keep their index, and all layers have at least as many rows as there
// are cells: where the memory ends half way through, the number of cells stays what it was, and the layers go back.
#include "cache_size.h"

#include "llama-impl.h"

#include <algorithm>
#include <map>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace compaction {

static constexpr uint32_t STEP = 512; // fewest cells to grow by, and the least margin that is kept

static uint32_t margin(uint32_t n) {
    return std::max(STEP, n/4);
}

cache_size::cache_size(stock_cache & stock, pool_layout & layout, cache_events & events, uint32_t n_cells_max)
    : stock(stock), layout(layout), events(events), n_limit(n_cells_max) {
    n_first = stock.n_cells() < n_limit ? stock.n_cells() : 0;
}

uint64_t cache_size::budget() const {
    return stock.bytes(n_limit);
}

uint32_t cache_size::capacity() const {
    if (!grows() || full) {
        return n_cells();
    }
    if (!layout.exists()) {
        return n_limit;
    }
    const uint64_t fixed = layout.bytes(0);
    const uint64_t row   = layout.bytes(1) - fixed;
    const uint64_t room  = budget() > fixed ? (budget() - fixed)/row : 0;
    return std::max(n_cells(), layout.whole((uint32_t) std::min<uint64_t>(room, UINT32_MAX/2)));
}

uint64_t cache_size::bytes_total() const {
    return layout.exists() ? layout.bytes(capacity()) : stock.bytes(capacity());
}

uint32_t cache_size::roomy(uint32_t n_live, uint32_t most) const {
    return grows() ? std::min(most, std::max(n_first, (uint32_t) GGML_PAD(n_live + margin(n_live), 256))) : most;
}

void cache_size::trim() const {
#ifdef __GLIBC__
    if (grows()) {
        malloc_trim(0); // freed buffers may lie within the heap
    }
#endif
}

void cache_size::show_limit(bool at_limit) {
    if (at_limit) {
        for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
            for (ggml_tensor * t : stock.tensors(ikv)) {
                shapes.emplace_back(t, *t);
            }
            stock.reshape(ikv, n_limit);
        }
        return;
    }
    for (const auto & [t, was] : shapes) {
        *t = was;
    }
    shapes.clear();
}

bool cache_size::resize_layer(uint32_t ikv, uint32_t n) {
    const uint32_t n_used = stock.cells().used_max_p1();
    try {
        return layout.exists() ? layout.resize(ikv, n, n_used) : stock.resize(ikv, n, n_used);
    } catch (const std::bad_alloc &) {
        return false;
    }
}

bool cache_size::resize(uint32_t n) {
    if (!grows()) {
        events.fail(0, "this cache has one size");
        return false;
    }
    full = false;

    const uint32_t before = n_cells();
    const uint32_t least  = stock.cells().used_max_p1();
    n = std::max(n > 0 ? n : std::min(before, roomy(least, capacity())), least);
    n = std::min(n, capacity()); // before it is rounded up: it may be any number
    n = std::max(std::min<uint32_t>(GGML_PAD(n, 256), capacity()), least);
    if (n == before) {
        return true;
    }
    events.new_epoch(); // buffers move

    // held back for the way back: the room of one layer as it is
    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    bool possible = true;
    for (uint32_t ikv = 0; n > before && ikv < stock.layers().size(); ++ikv) {
        const auto   buft = stock.layers()[ikv].buft;
        const size_t size = layout.buffer_size(ikv);
        auto       & buf  = spare[buft];
        if (!buf || ggml_backend_buffer_get_size(buf.get()) < size) {
            buf.reset(ggml_backend_buft_alloc_buffer(buft, size));
            possible = possible && buf;
        }
    }
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        if ((possible && resize_layer(ikv, n)) || n < before) {
            continue; // a layer that could not be made smaller does no harm
        }
        spare.clear();
        for (uint32_t i = 0; i < ikv; ++i) {
            resize_layer(i, before);
        }
        trim();
        full = true;
        events.fail(0, "no memory for the KV cache");
        return false;
    }
    if (stock.searches_from() >= n) {
        stock.search_from(0);
    }
    try {
        stock.cells().resize_kept(n);
    } catch (const std::bad_alloc &) { // layers with more rows than there are cells do no harm
        trim();
        full = true;
        events.fail(0, "no memory for the KV cache's cells");
        return false;
    }
    trim();
    return true;
}

uint32_t cache_size::size_with(uint32_t n, llama_seq_id instead) const {
    if (!grows() || full) {
        return n_cells();
    }
    uint64_t used = stock.cells().get_used();
    if (instead == -1) {
        used = 0;
    } else if (instead >= 0) {
        for (uint32_t i = 0; i < stock.cells().size(); ++i) {
            used -= !stock.cells().is_empty(i) && stock.cells().seq_has(i, instead) && stock.cells().seq_count(i) == 1;
        }
    }
    // with room for the padding, views are as long as those of a cache of full size
    const uint64_t want = used + n + (layout.exists() ? 255 : 0);
    return used + n > capacity() ? n_cells() : std::max(n_cells(), (uint32_t) std::min<uint64_t>(want, capacity()));
}

void cache_size::make_room(uint32_t n, llama_seq_id instead) {
    const uint32_t least = size_with(n, instead);
    if (least > n_cells()) {
        const uint32_t more = n_cells() + margin(n_cells());
        resize(std::max(least, more)) || (least < more && resize(least));
    }
}

} // namespace compaction
