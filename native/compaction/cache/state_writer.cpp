#include "state_codec.h"

#include "../llama-compact.h"

#include <algorithm>

namespace compaction {

namespace {

template <typename T>
void put(llama_io_write_i & io, const T & x) {
    io.write(&x, sizeof(x));
}

void put_seqs(llama_io_write_i & io, const seq_set_t & seqs, llama_seq_id seq) {
    if (seq >= 0) {
        put<uint32_t>(io, 1);
        put<int32_t>(io, seq);
        return;
    }
    put<uint32_t>(io, (uint32_t) seqs.count());
    for_each_seq(seqs, [&](llama_seq_id s) { put<int32_t>(io, s); });
}

bool carried(const seq_set_t & seqs, llama_seq_id seq) {
    return seq < 0 ? seqs.any() : seqs.test(seq);
}

// row ranges [first, last) in a region of the blocks that a sequence carries
std::vector<std::pair<uint32_t, uint32_t>> ranges_of(const region & r, const block_table & blocks, llama_seq_id seq) {
    std::vector<std::pair<uint32_t, uint32_t>> res;
    uint32_t at = 0;
    for (size_t b = 0; b < blocks.size(); ++b) {
        if (carried(blocks[b].seqs, seq) && r.spans[b] > 0) {
            res.emplace_back(at, at + r.spans[b]);
        }
        at += r.spans[b];
    }
    return res;
}

// ranges [first, last) of ascending indices
std::vector<std::pair<uint32_t, uint32_t>> runs_of(const std::vector<uint32_t> & idx) {
    std::vector<std::pair<uint32_t, uint32_t>> res;
    for (const uint32_t i : idx) {
        if (!res.empty() && res.back().second == i) {
            res.back().second++;
        } else {
            res.emplace_back(i, i + 1);
        }
    }
    return res;
}

} // namespace

uint32_t rotation_flags(const stock_cache & stock, const row_format & f) {
    return (f.rot_k ? 1u : 0u) | (f.rot_v ? 2u : 0u) | (stock.rotates_k() ? 4u : 0u) | (stock.rotates_v() ? 8u : 0u);
}

bool state_writer::has_section(llama_seq_id seq) const {
    const auto & slots = queries.slots();
    return layout.exists() || std::any_of(slots.begin(), slots.end(), [&](const auto & s) { return carried(s.seqs, seq); });
}

// do the region's live rows have other types than its block rows?
static bool has_live_types(const region & r) {
    return r.k->type != r.type_k || (!r.v_in_k && r.v->type != r.type_v);
}

// the oldest that says it all
uint32_t state_writer::version() const {
    uint32_t res = 2;
    for (uint32_t i = 0; layout.exists() && i < layout.n_entries(); ++i) {
        const auto & r = *layout.region_of(i);
        res = std::max(res, !r.balance.empty() || has_few_bits(r.type_k) || has_few_bits(r.type_v) ? 5u : has_live_types(r) ? 4u : r.own ? 3u : 2u);
    }
    return res;
}

bool state_writer::write(llama_io_write_i & io, llama_seq_id seq) const {
    if (!has_section(seq)) {
        return false;
    }

    put<uint32_t>(io, STATE_MARK);
    put<uint32_t>(io, version());
    put<uint32_t>(io, layout.exists() ? STATE_FLAG_POOL : 0);

    if (!layout.exists()) {
        return false;
    }

    const auto & cs = stock.cells();
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < cs.size(); ++i) {
        if (!cs.is_empty(i) && (seq < 0 || cs.seq_has(i, seq))) {
            live.push_back(i);
        }
    }
    write_tables (io, seq, live);
    write_rows   (io, seq, live);
    write_queries(io, seq);
    return true;
}

void state_writer::write_tail(llama_io_write_i & io, llama_seq_id seq) const {
    if (has_section(seq) && !layout.exists()) {
        write_queries(io, seq);
    }
}

void state_writer::write_tables(llama_io_write_i & io, llama_seq_id seq, const std::vector<uint32_t> & live) const {
    std::vector<size_t> which;
    for (size_t b = 0; b < blocks.size(); ++b) {
        if (carried(blocks[b].seqs, seq)) {
            which.push_back(b);
        }
    }
    const uint32_t of_version = version();
    put<uint32_t>(io, layout.n_entries());
    put<uint32_t>(io, (uint32_t) which.size());
    for (const size_t b : which) {
        put<int32_t>(io, blocks[b].p0);
        put<int32_t>(io, blocks[b].p1);
        put<uint32_t>(io, blocks[b].n_tokens);
        put_seqs(io, blocks[b].seqs, seq);
    }

    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        const auto & r = *layout.region_of(i);
        put<int32_t>(io, r.type_k);
        put<int32_t>(io, r.type_v);
        put<uint32_t>(io, layout.layer_of(i).d_k);
        put<uint32_t>(io, layout.layer_of(i).v_in_k && !r.own ? 0 : layout.layer_of(i).d_v); // rows of its own
        put<uint32_t>(io, rotation_flags(stock, r) | (r.own ? STATE_OWN_VALUES : 0) | (has_live_types(r) ? STATE_LIVE_Q8 : 0));
        const auto put_frame = [&](const std::vector<float> & x) {
            put<uint32_t>(io, (uint32_t) x.size());
            if (!x.empty()) {
                io.write(x.data(), x.size()*sizeof(float));
            }
        };
        put_frame(r.center);
        if (of_version >= 5) {
            put_frame(r.balance);
        }
        for (const size_t b : which) {
            put<uint32_t>(io, r.spans[b]);
        }
        for (const auto & [first, last] : ranges_of(r, blocks, seq)) {
            io.write(r.beta.data() + first, (last - first)*sizeof(ggml_fp16_t));
        }
        for (const auto & [first, last] : ranges_of(r, blocks, seq)) {
            io.write(r.pos.data() + first, (last - first)*sizeof(llama_pos));
        }
    }

    const auto & cs = stock.cells();
    put<uint32_t>(io, (uint32_t) live.size());
    for (const uint32_t i : live) {
        put<int32_t>(io, cs.pos_get(i));
        put(io, cs.ext_get(i));
        put_seqs(io, cs.seq_get_all(i), seq);
    }
}

void state_writer::write_rows(llama_io_write_i & io, llama_seq_id seq, const std::vector<uint32_t> & live) const {
    const auto cells = runs_of(live);
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        const auto & r      = *layout.region_of(i);
        const auto   ranges = ranges_of(r, blocks, seq);
        const auto   write  = [&](ggml_tensor * t, uint32_t first, uint32_t last) {
            io.write_tensor(t, first*t->nb[1], (last - first)*t->nb[1]);
        };
        for (const auto & at : r.stored()) {
            for (const auto & [first, last] : ranges) {
                write(at.block, first, last);
            }
            for (const auto & [first, last] : cells) {
                if (at.live) {
                    write(at.live, at.first_live + first, at.first_live + last);
                }
            }
        }
    }
}

void state_writer::write_queries(llama_io_write_i & io, llama_seq_id seq) const {
    std::vector<uint32_t> which;
    for (uint32_t i = 0; i < queries.slots().size(); ++i) {
        if (carried(queries.slots()[i].seqs, seq)) {
            which.push_back(i);
        }
    }

    put<uint32_t>(io, (uint32_t) queries.rows().size());
    if (queries.rows().empty()) {
        return;
    }
    put<uint32_t>(io, queries.n_recent());
    put<uint32_t>(io, stock.rotates_k());

    auto sequences = queries.sequences();
    sequences.erase(std::remove_if(sequences.begin(), sequences.end(), [&](const auto & s) { return seq >= 0 && s.first != seq; }), sequences.end());
    put<uint32_t>(io, (uint32_t) sequences.size());
    for (const auto & [id, s] : sequences) {
        put<int32_t>(io, id);
        put<uint32_t>(io, s.stride);
        put<int32_t>(io, s.moved);
    }

    put<uint32_t>(io, (uint32_t) which.size());
    for (const uint32_t i : which) {
        put<int32_t>(io, queries.slots()[i].pos);
        put<int32_t>(io, queries.slots()[i].rope_pos);
        put<int32_t>(io, queries.slots()[i].index);
        put<uint32_t>(io, i >= queries.n_uniform());
        put_seqs(io, queries.slots()[i].seqs, seq);
    }
    for (ggml_tensor * t : queries.rows()) {
        put<int32_t>(io, t->type);
        put<uint64_t>(io, t->nb[1]);
        for (const auto & [first, last] : runs_of(which)) {
            io.write_tensor(t, first*t->nb[1], (last - first)*t->nb[1]);
        }
    }
}

} // namespace compaction
