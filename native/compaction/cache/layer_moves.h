// The layers of a new layout on their way: each new layer's buffer is allocated, its rows are gathered from the old one, and
// only then is the old one released. So at most one layer more than the cache is held.
//
// All that could fail is done before the first old layer goes: moves are rehearsed, and a spare buffer is set aside that
// can take any layer's rows in use. Should the memory for free rows not be there, a layer gets room for its rows in use
// only, if need be in the spare buffer, whose place the layer's old buffer then takes: a full cache, but nothing is lost.
//
// In host memory a rehearsed move cannot fail. Graphs can; where they move rows, the old layers stay beside the new ones
// until all have moved, if there is room, and a failure changes nothing. Without that room it is tried once more, and
// then the rows that were to go are gone: the cache is empty.
#pragma once

#include "events.h"
#include "pool_layout.h"
#include "row_moves.h"
#include "stock_cache.h"

#include <map>
#include <utility>
#include <vector>

namespace compaction {

class layer_moves {
public:
    // plans [n_entries]: the rows of each head; n_live: cells that stay
    layer_moves(stock_cache & stock, pool_layout & layout, cache_events & events, row_mover & rows, const std::vector<head_plan> & plans,
            uint32_t n_live, bool in_classes);

    // Makes the new layers of so many cells, sets memory aside and rehearses. LLAMA_COMPACT_ERR_* and exceptions: nothing changed
    int32_t prepare(uint32_t n_cells);

    // Moves all layers. LLAMA_COMPACT_ERR_*: nothing changed, or any_gone()
    int32_t carry_out();

    bool     any_gone()   const { return gone; }      // of the old layers; only a failure to move leaves some of them
    uint32_t n_cells()    const { return cap; }       // as many as were asked for, or those in use
    int64_t  most_extra() const { return extra.top; } // bytes beyond the cache, the plans' own among them

    std::vector<layer_pool> layers() { return std::move(next); }

private:
    // what is held beyond the cache
    struct extra_bytes {
        int64_t now = 0;
        int64_t top = 0;

        void add(int64_t n) {
            now += n;
            top = std::max(top, now);
        }
    };

    std::vector<uint32_t>     in_order() const;
    int32_t                   set_aside();
    int32_t                   rehearse();
    bool                      has_way_back() const;
    ggml_backend_buffer_ptr & take_spare(uint32_t ikv);

    uint32_t n_written(uint32_t ikv) const;
    bool     allocate(uint32_t ikv);
    bool     allocate_own(uint32_t ikv);
    bool     place_in_spare(uint32_t ikv);
    bool     move(uint32_t ikv);
    void     let_go();

    stock_cache  & stock;
    pool_layout  & layout;
    cache_events & events;
    row_mover    & rows;

    const uint32_t n_live;
    const uint32_t least;
    const bool     in_classes;

    std::vector<const head_plan *> of_layer;
    std::vector<uint32_t>          order;

    uint32_t wanted = 0;
    uint32_t cap    = 0;

    std::vector<layer_pool> next;
    std::vector<layer_pool> next_tight; // with room for the rows in use alone

    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    std::vector<layer_pool>                                       fallback; // of layers that grow

    bool                  way_back = false;
    std::vector<uint32_t> moved; // whose old rows are still there
    bool                  gone = false;
    extra_bytes           extra;
};

} // namespace compaction
