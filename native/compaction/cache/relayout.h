// From one layout of the cache to the next: stock to pool, pool to pool, and back to stock once nothing is stored.
#pragma once

#include "cache_size.h"
#include "events.h"
#include "pool_layout.h"
#include "reservoir.h"

#include <functional>

struct llama_context;

namespace compaction {

class relayout {
public:
    relayout(stock_cache & stock, pool_layout & layout, block_table & blocks, cache_size & size, reservoir & queries, cache_events & events)
        : stock(stock), layout(layout), blocks(blocks), size(size), queries(queries), events(events) {}

    // the plans that keep everything where it is: types, live cells and those blocks that somebody carries in `table`, the
    // block table with its carriers as they will be
    std::vector<head_plan> keep_all(const std::vector<block> & table) const;

    // Moves all rows to where the plans [n_entries] want them; live: cells to keep, in their new order; change: what else
    // happens to them. peak: raised to the bytes taken beyond the cache's own. LLAMA_COMPACT_ERR_* and exceptions: nothing
    // changed. joining: rows that come in behind the live ones, for the cells that `change` fills. One exception, which the error's text tells: where graphs move rows, the backend failed twice, and there was
    // no room for old and new layers (LLAMA_COMPACT_ERR_COMPUTE), the cache is empty, as the rows that were to go are gone
    int32_t move(llama_context * lctx, std::vector<head_plan> & plans, std::vector<block> new_blocks, const std::vector<uint32_t> & live,
            size_t & peak, const std::function<void(llama_kv_cells &)> & change = nullptr, const arrivals * joining = nullptr);

    // would move() find room for so many live cells beside the block rows of the plans?
    bool has_room(const std::vector<head_plan> & plans, uint32_t n_live) const {
        return layout.room_in(plans, size.budget(), n_live).n_cells >= std::max(n_live, 1u);
    }

    // an empty pool for the given plans (no rows are moved), with room for n_live cells, in place of what is held. false: there is no room
    bool lay_out_empty(const std::vector<head_plan> & plans, std::vector<block> new_blocks, uint32_t n_live);

    // leave the pool for the stock layout when nothing is stored any more. false: out of memory
    bool restore_stock();

private:
    void abandon(llama_context * lctx);

    stock_cache  & stock;
    pool_layout  & layout;
    block_table  & blocks;
    cache_size   & size;
    reservoir    & queries;
    cache_events & events;
};

} // namespace compaction
