#include "store.h"

#include "llama-impl.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

using namespace compaction;

llama_compact_store::llama_compact_store(const llama_model & model, llama_kv_cache & kv, uint32_t n_cells_max)
    : stock(model, kv), layout(stock), size(stock, layout, events, n_cells_max), layouts(stock, layout, blocks, size, queries, events),
      graphs(stock, layout, blocks, queries, events), reader(stock, layout, blocks, queries, layouts, events) {
    if (auto * other = stock.shared_from()) {
        // this cache reads that one's tensors, which must stay where they are
        other->refuse_late("another context shares this KV cache");
    }
}

void llama_compact_store::check_shareable() const {
    if (has_pool() || size.grows()) {
        throw std::runtime_error("a KV cache that is compacted or grows cannot be shared with another context");
    }
}

llama_compact_store::~llama_compact_store() {
    events.close();
}

int32_t llama_compact_store::enable(uint32_t n_uniform, uint32_t n_recent) {
    if (const char * why = unsupported()) {
        return events.fail(LLAMA_COMPACT_ERR_UNSUPPORTED, why);
    }
    if (n_uniform > (1u << 20) || n_recent > (1u << 20) || n_uniform + n_recent == 0) {
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "the number of sampled queries is out of range");
    }
    if (queries.enabled()) {
        if (queries.n_uniform() == n_uniform && queries.n_recent() == n_recent) {
            return LLAMA_COMPACT_OK;
        }
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "queries are sampled already, with other sizes");
    }
    if (stock.cells().get_used() > 0 || blocks.any_carried()) {
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "sampling has to start before the first token is decoded");
    }
    if (!queries.allocate(stock.layers(), n_uniform, n_recent)) {
        return events.fail(LLAMA_COMPACT_ERR_MEMORY, "no memory for the query sample");
    }
    events.new_epoch();
    return LLAMA_COMPACT_OK;
}

llama_pos llama_compact_store::end_of(llama_seq_id seq) const {
    return std::min(std::max(stock.cells().seq_pos_max(seq), blocks.pos_max(seq)), std::numeric_limits<llama_pos>::max() - 1) + 1;
}

//
// sequences
//

static llama_pos upper(llama_pos p1) {
    return p1 < 0 ? std::numeric_limits<llama_pos>::max() : p1;
}

bool llama_compact_store::too_scattered(const block_table & then) const {
    const size_t n = then.groups().size();
    if (n <= MAX_GROUPS_LATER || n <= blocks.groups().size()) {
        return false;
    }
    events.fail(LLAMA_COMPACT_ERR_INVALID, "sequences would carry too many compacted blocks in turns");
    return true;
}

bool llama_compact_store::seq_rm_allowed(llama_seq_id seq, llama_pos p0, llama_pos p1) const {
    if (blocks.cut_by(seq, std::max(p0, 0), upper(p1))) {
        events.fail(LLAMA_COMPACT_ERR_INVALID, "positions inside a compacted block cannot be removed one by one");
        return false;
    }
    if (may_scatter()) {
        auto then = blocks;
        then.remove(seq, std::max(p0, 0), upper(p1));
        return !too_scattered(then);
    }
    return true;
}

bool llama_compact_store::seq_cp_allowed(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) const {
    if (src != dst && blocks.cut_by(src, std::max(p0, 0), upper(p1))) {
        events.fail(LLAMA_COMPACT_ERR_INVALID, "a range that cuts a compacted block cannot be copied");
        LLAMA_LOG_ERROR("%s: the range [%d, %d) cuts a compacted block; nothing is copied\n", __func__, p0, p1);
        return false;
    }
    if (src != dst && may_scatter()) {
        auto then = blocks;
        then.copy(src, dst, std::max(p0, 0), upper(p1));
        if (too_scattered(then)) {
            LLAMA_LOG_ERROR("%s: %s; nothing is copied\n", __func__, events.last_error().c_str());
            return false;
        }
    }
    return true;
}

void llama_compact_store::seq_rm(llama_seq_id seq, llama_pos p0, llama_pos p1) {
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    if (blocks.remove(seq, p0, p1)) {
        events.new_epoch(); // who carries what decides the shape of the block mask
    }
    queries.drop(seq, p0, p1);
    events.range_changed(seq, p0, p1, "tokens of the range were removed");
    drop_dead_blocks();
}

void llama_compact_store::seq_cp(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) {
    if (src == dst) {
        return;
    }
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    if (blocks.copy(src, dst, p0, p1)) {
        events.new_epoch();
    }
    queries.share(src, dst, p0, p1);
    events.range_changed(dst, p0, p1, "tokens were copied into the range");
}

void llama_compact_store::seq_keep(llama_seq_id seq) {
    if (blocks.keep(seq)) {
        events.new_epoch();
    }
    queries.keep(seq);
    events.only_kept(seq);
    drop_dead_blocks();
}

void llama_compact_store::move_queries(llama_seq_id seq, llama_pos p0, llama_pos p1, const std::function<llama_pos(llama_pos)> & map) {
    if (!queries.enabled()) {
        return;
    }
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    const llama_pos last = end_of(seq) - 1; // new tokens follow it
    const bool follow = last >= p0 && last < p1;
    queries.move(seq, [&](llama_pos pos) { return pos >= p0 && pos < p1 ? map(pos) : pos; }, follow ? last - map(last) : 0);
    events.range_changed(seq, p0, std::numeric_limits<llama_pos>::max(), "positions were changed");
}

void llama_compact_store::seq_add(llama_seq_id seq, llama_pos p0, llama_pos p1, llama_pos shift) {
    move_queries(seq, p0, p1, [&](llama_pos pos) { return pos + shift; });
}

void llama_compact_store::seq_div(llama_seq_id seq, llama_pos p0, llama_pos p1, int d) {
    move_queries(seq, p0, p1, [&](llama_pos pos) { return pos/d; });
}

void llama_compact_store::clear() {
    if (blocks.remove_all()) {
        events.new_epoch();
    }
    queries.clear();
    events.all_changed("the cache was cleared");
    drop_dead_blocks();
}

void llama_compact_store::drop_dead_blocks() {
    for (const size_t b : blocks.bury()) {
        layout.silence(b);
        events.new_epoch();
    }
}

std::map<ggml_backend_buffer_type_t, size_t> llama_compact_store::memory_breakdown() const {
    std::map<ggml_backend_buffer_type_t, size_t> res;
    if (layout.exists()) {
        for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
            res[stock.layers()[ikv].buft] += layout.buffer_size(ikv);
        }
    }
    queries.add_memory(res);
    return res;
}

//
// saved states
//

bool llama_compact_store::state_write(llama_io_write_i & io, llama_seq_id seq) const {
    return state_writer(stock, layout, blocks, queries).write(io, seq);
}

void llama_compact_store::state_write_tail(llama_io_write_i & io, llama_seq_id seq) const {
    state_writer(stock, layout, blocks, queries).write_tail(io, seq);
}

bool llama_compact_store::state_read(llama_io_read_i & io, llama_seq_id seq, uint32_t & marker) {
    const char * refused = unsupported() ? unsupported() : reachable ? nullptr : "this kind of cache holds no blocks";
    return reader.read(io, seq, marker, refused);
}
