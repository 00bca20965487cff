// How many live cells the cache holds: its limit, what a layout may take, and a size that follows the chat where the cache
// grows (llama_kv_compact_init_from_model).
#pragma once

#include "events.h"
#include "pool_layout.h"

#include <utility>
#include <vector>

namespace compaction {

class cache_size {
public:
    // n_cells_max: cells of the stock layout; a cache that was made with fewer grows up to as many
    cache_size(stock_cache & stock, pool_layout & layout, cache_events & events, uint32_t n_cells_max);

    bool     grows() const { return n_first > 0; }
    uint32_t limit() const { return n_limit; } // cells of the stock layout
    uint32_t first() const { return n_first; } // cells it starts with; 0: it does not grow

    uint32_t n_cells()     const { return stock.n_cells(); } // live cells it holds now
    uint32_t capacity()    const; // live cells it can hold, grown to its limit
    uint64_t bytes_total() const; // bytes of the cache, grown to its limit
    uint64_t bytes_held()  const { return layout.bytes_held() + stock.bytes_held(); } // of its buffers now
    uint64_t budget()      const; // bytes that a layout may take: of the stock layout, as what one layout leaves over is there for the next

    // cells to hold for so many in use
    uint32_t roomy(uint32_t n_live, uint32_t most) const;

    // Live cells from now on: rounded up, at least those in use, at most its limit. Rows stay where they are. The last
    // batch must be finished. false: no memory, or a cache that does not grow; nothing changed
    bool resize(uint32_t n);

    // Cells it has to have for n more tokens, of a batch or of a state that replaces the sequence `instead` (-1: everything;
    // NONE: nothing); as many as now where they are enough, or where it cannot have so many
    static constexpr llama_seq_id NONE = -2;
    uint32_t size_with(uint32_t n, llama_seq_id instead = NONE) const;
    void     make_room(uint32_t n, llama_seq_id instead = NONE); // as far as there is memory

    // The pool could not be laid out with all the cells it was to have: what it holds is all there is until the next layout
    void set_full(bool is) { full = is; }

    // cells that graphs are reserved for; 0: those there are
    uint32_t n_reserved() const { return shapes.empty() ? 0 : n_limit; }
    void     show_limit(bool at_limit); // the tensors' shapes as they will be there, for graphs that nobody computes

    void trim() const; // let the system have what was freed

private:
    bool resize_layer(uint32_t ikv, uint32_t n);

    stock_cache  & stock;
    pool_layout  & layout;
    cache_events & events;

    uint32_t n_limit;
    uint32_t n_first;
    bool     full = false;

    std::vector<std::pair<ggml_tensor *, ggml_tensor>> shapes; // see show_limit
};

} // namespace compaction
