// The compacted section of saved states. All integers little-endian, as the stock format.
//
//   u32 mark, u32 version, u32 flags (1: pool)
//   pool:  tables (blocks, heads, log-weights, live cells), then the rows of every head; stands for the stock section
//   else:  the stock section
//   queries: sampled positions and their rows
//
// Version 1 had no positions of rows: they are not known then, and such blocks cannot be moved. Version 3 is written where block
// rows have values beside keys that hold values: a flag of the head, and these rows after those of its keys. Version 4 is written where
// live rows have eight bits beside block rows of fewer: a flag of the head. Version 5 is written where keys are stored times a balance,
// which follows the head's center, or where block rows have three or two bits. Where a cache has no balance, it is taken off the rows as
// they are read; where it cannot have such rows, they become q4_0.
#pragma once

#include "relayout.h"

#include "llama-io.h"

#include <optional>

namespace compaction {

constexpr uint32_t STATE_MARK      = 0x3143544c; // "LTC1"
constexpr uint32_t STATE_FLAG_POOL = 1;
constexpr uint32_t STATE_OWN_VALUES = 16; // among a head's rotation flags
constexpr uint32_t STATE_LIVE_Q8    = 32; // ... live rows are q8_0 where block rows have fewer bits (live_type)

// how a region's rows are rotated: by us, by the cache
uint32_t rotation_flags(const stock_cache & stock, const row_format & f);

class state_writer {
public:
    state_writer(const stock_cache & stock, const pool_layout & layout, const block_table & blocks, const reservoir & queries)
        : stock(stock), layout(layout), blocks(blocks), queries(queries) {}

    // writes all there is (true), or only what precedes the stock section (false); then the tail follows that section
    bool write     (llama_io_write_i & io, llama_seq_id seq) const;
    void write_tail(llama_io_write_i & io, llama_seq_id seq) const;

private:
    bool has_section(llama_seq_id seq) const;
    uint32_t version() const;
    void write_tables (llama_io_write_i & io, llama_seq_id seq, const std::vector<uint32_t> & live) const;
    void write_rows   (llama_io_write_i & io, llama_seq_id seq, const std::vector<uint32_t> & live) const;
    void write_queries(llama_io_write_i & io, llama_seq_id seq) const;

    const stock_cache & stock;
    const pool_layout & layout;
    const block_table & blocks;
    const reservoir   & queries;
};

// Throws std::runtime_error on bad data. What would change other sequences waits until all of a state was read: behind this section may
// come sliding windows or recurrent states, and a state that is damaged there is refused, too.
class state_reader {
public:
    state_reader(stock_cache & stock, const pool_layout & layout, const block_table & blocks, reservoir & queries, relayout & layouts,
            const cache_events & events)
        : stock(stock), layout(layout), blocks(blocks), queries(queries), layouts(layouts), events(events) {}

    // the context that computes when rows are moved; nullptr: it goes
    void use(llama_context * context) { lctx = context; }

    // marker: the section's first word. true: it was ours and is fully read; false: the stock section follows and marker
    // is now its first word. refused: why this cache takes no blocks; nullptr: it does
    // a refusal is the last error, too
    bool read     (llama_io_read_i & io, llama_seq_id seq, uint32_t & marker, const char * refused);
    void read_tail(llama_io_read_i & io, llama_seq_id seq);

    // What was read takes its place. Exceptions: nothing changed, but what relayout::move tells of
    void commit();
    void forget() { waiting = {}; } // ... was refused

private:
    struct cell {
        llama_pos         pos;
        llama_kv_cell_ext ext;
        seq_set_t         seqs;
    };
    // rows that go where other sequences have theirs
    struct taken_rows {
        ggml_tensor *        to;
        size_t               offset;
        std::vector<uint8_t> data;
    };
    // how the cache is laid out with the rows that arrive
    struct joint_layout {
        std::vector<head_plan> plans;
        std::vector<block>     table;
        std::vector<uint32_t>  live; // cells that are there, in front of those that arrive
        std::vector<cell>      cells;
        arrivals               rows;
    };
    struct commitment {
        std::optional<joint_layout> layout;
        std::optional<reservoir>    queries; // a draft
        std::vector<taken_rows>     rows;
    };

    template <typename F>
    auto                   telling(F && f) -> decltype(f());
    bool                   read_section(llama_io_read_i & io, llama_seq_id seq, uint32_t & marker, const char * refused);
    void                   leave_pool();
    joint_layout           read_beside(llama_io_read_i & io, const std::vector<block> & saved, const std::vector<head_plan> & plans, std::vector<cell> cells);
    void                   lay_out(joint_layout & to);
    std::vector<block>     read_blocks(llama_io_read_i & io, llama_seq_id seq);
    std::vector<head_plan> read_heads (llama_io_read_i & io, const std::vector<block> & of);
    head_plan              read_head  (llama_io_read_i & io, uint32_t ikv, const std::vector<block> & of);
    std::vector<cell>      read_cells (llama_io_read_i & io, llama_seq_id seq);
    void                   read_rows  (llama_io_read_i & io, const std::vector<head_plan> & plans, const std::vector<cell> & cells);
    arrivals               read_rows_beside(llama_io_read_i & io, const std::vector<head_plan> & plans, uint32_t n_live);
    void                   read_stored(llama_io_read_i & io, const region & r, const head_plan & plan, uint32_t n_live);
    void                   fill_cells (llama_kv_cells & to, uint32_t first, const std::vector<cell> & cells);

    void                  read_queries   (llama_io_read_i & io, llama_seq_id seq);
    void                  read_sequences (llama_io_read_i & io, llama_seq_id seq, reservoir & draft);
    std::vector<uint32_t> read_slots     (llama_io_read_i & io, llama_seq_id seq, uint32_t n_recent, reservoir & draft);
    void                  read_query_rows(llama_io_read_i & io, const std::vector<uint32_t> & slots, uint32_t n_layers);
    void                  read_taken     (llama_io_read_i & io, ggml_tensor * to, size_t offset, size_t size);

    stock_cache        & stock;
    const pool_layout  & layout;
    const block_table  & blocks;
    reservoir          & queries;
    relayout           & layouts;
    const cache_events & events;

    llama_context * lctx  = nullptr;
    uint32_t version      = 0; // of the section being read
    bool     tail_pending = false;

    commitment waiting;
};

} // namespace compaction
