// The compacted section of saved states. All integers little-endian, as the stock format.
//
//   u32 mark, u32 version, u32 flags (1: pool)
//   pool:  tables (blocks, heads, log-weights, live cells), then the rows of every head; stands for the stock section
//   else:  the stock section
//   queries: sampled positions and their rows
//
// Version 1 had no positions of rows: they are not known then, and such blocks cannot be moved.
#include "store.h"

#include "llama-impl.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace compaction;

namespace {

constexpr uint32_t MARK      = 0x3143544c; // "LTC1"
constexpr uint32_t FLAG_POOL = 1;

template <typename T>
void put(llama_io_write_i & io, const T & x) {
    io.write(&x, sizeof(x));
}

template <typename T>
T get(llama_io_read_i & io) {
    T x;
    io.read(&x, sizeof(x));
    return x;
}

uint32_t get_count(llama_io_read_i & io, uint32_t most, const char * what) {
    const uint32_t n = get<uint32_t>(io);
    if (n > most) {
        throw std::runtime_error(format("saved memory: %s is out of range (%u > %u)", what, n, most));
    }
    return n;
}

void put_seqs(llama_io_write_i & io, const seq_set_t & seqs, llama_seq_id seq) {
    if (seq >= 0) {
        put<uint32_t>(io, 1);
        put<int32_t>(io, seq);
        return;
    }
    put<uint32_t>(io, (uint32_t) seqs.count());
    for (int s = 0; s < LLAMA_MAX_SEQ; ++s) {
        if (seqs.test(s)) {
            put<int32_t>(io, s);
        }
    }
}

seq_set_t get_seqs(llama_io_read_i & io, llama_seq_id seq, uint32_t n_seq_max) {
    seq_set_t res;
    const uint32_t n = get_count(io, LLAMA_MAX_SEQ, "the number of sequences");
    for (uint32_t i = 0; i < n; ++i) {
        const int32_t s = get<int32_t>(io);
        if (seq < 0) {
            if (s < 0 || (uint32_t) s >= n_seq_max) {
                throw std::runtime_error("saved memory: a sequence id is out of range");
            }
            res.set(s);
        }
    }
    if (seq >= 0) {
        res.set(seq);
    }
    return res;
}

// in pieces: a damaged count must not allocate more than there is data
template <typename T>
void get_rows(llama_io_read_i & io, std::vector<T> & rows, uint64_t n) {
    while (rows.size() < n) {
        const size_t at = rows.size();
        rows.resize(at + std::min<uint64_t>(n - at, 1u << 16));
        io.read(rows.data() + at, (rows.size() - at)*sizeof(T));
    }
}

bool carried(const seq_set_t & seqs, llama_seq_id seq) {
    return seq < 0 ? seqs.any() : seqs.test(seq);
}

} // namespace

// how a region's rows are rotated: by the store, by the cache
uint32_t llama_compact_store::rotations(const region & r) const {
    return (r.rot_k ? 1u : 0u) | (r.rot_v ? 2u : 0u) | (kv.attn_rot_k ? 4u : 0u) | (kv.attn_rot_v ? 8u : 0u);
}

bool llama_compact_store::has_section(llama_seq_id seq) const {
    return has_pool() || std::any_of(queries.slots.begin(), queries.slots.end(), [&](const auto & s) { return carried(s.seqs, seq); });
}

bool llama_compact_store::state_write(llama_io_write_i & io, llama_seq_id seq) const {
    if (!has_section(seq)) {
        return false;
    }

    put<uint32_t>(io, MARK);
    put<uint32_t>(io, LLAMA_COMPACT_STATE_VERSION);
    put<uint32_t>(io, has_pool() ? FLAG_POOL : 0);

    if (!has_pool()) {
        return false;
    }

    // tables
    std::vector<size_t> which;
    for (size_t b = 0; b < blocks.size(); ++b) {
        if (carried(blocks[b].seqs, seq)) {
            which.push_back(b);
        }
    }
    put<uint32_t>(io, n_entries);
    put<uint32_t>(io, (uint32_t) which.size());
    for (const size_t b : which) {
        put<int32_t>(io, blocks[b].p0);
        put<int32_t>(io, blocks[b].p1);
        put<uint32_t>(io, blocks[b].n_tokens);
        put_seqs(io, blocks[b].seqs, seq);
    }

    // row ranges [first, last) of the blocks in a region
    const auto ranges = [&](const region & r) {
        std::vector<std::pair<uint32_t, uint32_t>> res;
        uint32_t at = 0;
        for (size_t b = 0; b < blocks.size(); ++b) {
            if (carried(blocks[b].seqs, seq) && r.spans[b] > 0) {
                res.emplace_back(at, at + r.spans[b]);
            }
            at += r.spans[b];
        }
        return res;
    };

    for (size_t ikv = 0; ikv < pool.size(); ++ikv) {
        for (const auto & r : pool[ikv].heads) {
            put<int32_t>(io, r.type_k);
            put<int32_t>(io, r.type_v);
            put<uint32_t>(io, layers[ikv].d_k);
            put<uint32_t>(io, layers[ikv].d_v);
            put<uint32_t>(io, rotations(r));
            put<uint32_t>(io, (uint32_t) r.center.size());
            if (!r.center.empty()) {
                io.write(r.center.data(), r.center.size()*sizeof(float));
            }
            for (const size_t b : which) {
                put<uint32_t>(io, r.spans[b]);
            }
            for (const auto & [a, e] : ranges(r)) {
                io.write(r.beta.data() + a, (e - a)*sizeof(ggml_fp16_t));
            }
            for (const auto & [a, e] : ranges(r)) {
                io.write(r.pos.data() + a, (e - a)*sizeof(llama_pos));
            }
        }
    }

    const auto & cs = cells();
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < cs.size(); ++i) {
        if (!cs.is_empty(i) && (seq < 0 || cs.seq_has(i, seq))) {
            live.push_back(i);
        }
    }
    put<uint32_t>(io, (uint32_t) live.size());
    for (const uint32_t i : live) {
        put<int32_t>(io, cs.pos_get(i));
        put(io, cs.ext_get(i));
        seq_set_t seqs;
        for (int s = 0; s < LLAMA_MAX_SEQ; ++s) {
            seqs.set(s, cs.seq_has(i, s));
        }
        put_seqs(io, seqs, seq);
    }

    // rows
    for (const auto & p : pool) {
        for (const auto & r : p.heads) {
            for (ggml_tensor * t : { r.k, r.v }) {
                for (const auto & [a, e] : ranges(r)) {
                    io.write_tensor(t, a*t->nb[1], (e - a)*t->nb[1]);
                }
                for (size_t i = 0; i < live.size();) {
                    size_t j = i + 1;
                    while (j < live.size() && live[j] == live[j - 1] + 1) {
                        ++j;
                    }
                    io.write_tensor(t, (r.n_block() + live[i])*t->nb[1], (j - i)*t->nb[1]);
                    i = j;
                }
            }
        }
    }

    state_write_queries(io, seq);
    return true;
}

void llama_compact_store::state_write_tail(llama_io_write_i & io, llama_seq_id seq) const {
    if (has_section(seq) && !has_pool()) {
        state_write_queries(io, seq);
    }
}

void llama_compact_store::state_write_queries(llama_io_write_i & io, llama_seq_id seq) const {
    std::vector<uint32_t> which;
    for (uint32_t i = 0; i < queries.slots.size(); ++i) {
        if (carried(queries.slots[i].seqs, seq)) {
            which.push_back(i);
        }
    }

    put<uint32_t>(io, (uint32_t) queries.rows.size());
    if (queries.rows.empty()) {
        return;
    }
    put<uint32_t>(io, queries.n_recent);
    put<uint32_t>(io, kv.attn_rot_k);

    std::vector<std::pair<llama_seq_id, uint32_t>> strides;
    for (const auto & [s, step] : queries.stride) {
        if (seq < 0 || s == seq) {
            strides.emplace_back(s, step);
        }
    }
    put<uint32_t>(io, (uint32_t) strides.size());
    for (const auto & [s, step] : strides) {
        const auto moved = queries.moved.find(s);
        put<int32_t>(io, s);
        put<uint32_t>(io, step);
        put<int32_t>(io, moved == queries.moved.end() ? 0 : moved->second);
    }

    put<uint32_t>(io, (uint32_t) which.size());
    for (const uint32_t i : which) {
        put<int32_t>(io, queries.slots[i].pos);
        put<int32_t>(io, queries.slots[i].turned);
        put<int32_t>(io, queries.slots[i].index);
        put<uint32_t>(io, i >= queries.n_uniform);
        put_seqs(io, queries.slots[i].seqs, seq);
    }
    for (ggml_tensor * t : queries.rows) {
        put<int32_t>(io, t->type);
        put<uint64_t>(io, t->nb[1]);
        for (size_t i = 0; i < which.size();) {
            size_t j = i + 1;
            while (j < which.size() && which[j] == which[j - 1] + 1) {
                ++j;
            }
            io.write_tensor(t, which[i]*t->nb[1], (j - i)*t->nb[1]);
            i = j;
        }
    }
}

bool llama_compact_store::state_read(llama_io_read_i & io, llama_seq_id seq, uint32_t & marker) {
    tail_pending = false;

    if (marker != MARK) {
        if (has_pool()) {
            // the stock section's rows have a place only in the stock layout
            seq < 0 ? kv.clear(false) : (void) kv.seq_rm(seq, -1, -1);
            if (!settle() || has_pool()) {
                throw std::runtime_error("saved memory: a state without blocks cannot join a compacted cache that is in use");
            }
        }
        return false;
    }

    if (unsupported() || !reachable) {
        throw std::runtime_error("saved memory: " + (unsupported() ? reason : std::string("this kind of cache holds no blocks")));
    }
    state_version = get<uint32_t>(io);
    if (state_version < 1 || state_version > LLAMA_COMPACT_STATE_VERSION) {
        throw std::runtime_error(format("saved memory: version %u, this library reads up to %u", state_version, LLAMA_COMPACT_STATE_VERSION));
    }
    const uint32_t flags = get<uint32_t>(io);

    seq < 0 ? kv.clear(false) : (void) kv.seq_rm(seq, -1, -1);

    if (!(flags & FLAG_POOL)) {
        if (!settle() || has_pool()) {
            throw std::runtime_error("saved memory: a state without blocks cannot join a compacted cache that is in use");
        }
        tail_pending = true;
        marker = get<uint32_t>(io);
        return false;
    }
    if (has_blocks() || cells().get_used() > 0) {
        throw std::runtime_error("saved memory: a compacted state can only be loaded into a cache that holds nothing else");
    }

    // tables
    if (get<uint32_t>(io) != n_entries) {
        throw std::runtime_error("saved memory: the number of heads differs");
    }
    const uint32_t n_tokens_max = 1u << 28;
    std::vector<block> saved(get_count(io, 1u << 16, "the number of blocks"));
    for (auto & b : saved) {
        b.p0       = get<int32_t>(io);
        b.p1       = get<int32_t>(io);
        b.n_tokens = get_count(io, n_tokens_max, "a block's length");
        b.seqs     = get_seqs(io, seq, kv.n_seq_max);
        if (b.p0 < 0 || b.p1 <= b.p0 || b.n_tokens == 0 || b.seqs.none()) {
            throw std::runtime_error("saved memory: a block's range is not valid");
        }
    }
    if (block_groups(saved).size() > MAX_GROUPS) {
        throw std::runtime_error("saved memory: too many sequences with blocks of their own");
    }

    std::vector<head_plan> plans;
    for (const auto & l : layers) {
        for (uint32_t h = 0; h < l.n_head_kv; ++h) {
            head_plan plan;
            const int32_t type_k = get<int32_t>(io);
            const int32_t type_v = get<int32_t>(io);
            for (const int32_t t : { type_k, type_v }) {
                if (!row_type((ggml_type) t) && t != cache_type_k() && t != cache_type_v()) {
                    throw std::runtime_error("saved memory: a row type is not known");
                }
            }
            plan.type_k = (ggml_type) type_k;
            plan.type_v = (ggml_type) type_v;
            if (get<uint32_t>(io) != l.d_k || get<uint32_t>(io) != l.d_v) {
                throw std::runtime_error("saved memory: the head size differs");
            }
            const uint32_t rot = get<uint32_t>(io);
            if (l.d_k % ggml_blck_size(plan.type_k) != 0 || l.d_v % ggml_blck_size(plan.type_v) != 0) {
                throw std::runtime_error("saved memory: a row type does not fit the head size");
            }
            region like;
            set_types(l, plan.type_k, plan.type_v, like);
            if (rotations(like) != rot) {
                throw std::runtime_error("saved memory: it comes from a cache of another type");
            }
            if (const uint32_t n = state_version >= 2 ? get<uint32_t>(io) : 0) {
                if (n != l.d_k || !like.rot_k || hparams.attn_soft_cap) {
                    throw std::runtime_error("saved memory: a head's center is not valid");
                }
                plan.center.resize(n);
                io.read(plan.center.data(), n*sizeof(float));
                if (!std::all_of(plan.center.begin(), plan.center.end(), [](float x) { return std::isfinite(x); })) {
                    throw std::runtime_error("saved memory: a head's center is not valid");
                }
            }
            uint64_t n = 0;
            for (size_t b = 0; b < saved.size(); ++b) {
                plan.spans.push_back(get_count(io, saved[b].n_tokens, "a block's number of rows"));
                n += plan.spans.back();
            }
            if (n > n_tokens_max) {
                throw std::runtime_error("saved memory: too many rows");
            }
            get_rows(io, plan.beta, n);
            if (state_version >= 2) {
                get_rows(io, plan.pos, n);
            } else {
                plan.pos.assign(n, -1);
            }
            size_t at = 0;
            for (size_t b = 0; b < saved.size(); ++b) {
                for (uint32_t i = 0; i < plan.spans[b]; ++i, ++at) {
                    if (plan.pos[at] != -1 && (plan.pos[at] < saved[b].p0 || plan.pos[at] >= saved[b].p1)) {
                        throw std::runtime_error("saved memory: a row lies outside of its block");
                    }
                }
            }
            for (const ggml_fp16_t b : plan.beta) {
                const float x = ggml_fp16_to_fp32(b);
                if (std::isnan(x) || x > 11.0f) {
                    throw std::runtime_error("saved memory: a log-weight is not valid");
                }
            }
            plans.push_back(std::move(plan));
        }
    }

    struct saved_cell {
        llama_pos         pos;
        llama_kv_cell_ext ext;
        seq_set_t         seqs;
    };
    std::vector<saved_cell> live;
    const uint32_t n_live = get_count(io, n_tokens_max, "the number of cells");
    for (uint32_t i = 0; i < n_live; ++i) {
        saved_cell c;
        c.pos  = get<int32_t>(io);
        c.ext  = get<llama_kv_cell_ext>(io);
        c.seqs = get_seqs(io, seq, kv.n_seq_max);
        if (c.pos < 0 || c.seqs.none()) {
            throw std::runtime_error("saved memory: a cell is not valid");
        }
        live.push_back(c);
    }

    if (!layout_empty(plans, std::move(saved), n_live)) {
        throw std::runtime_error("saved memory: " + last_error);
    }

    try {
        for (auto & p : pool) {
            for (auto & r : p.heads) {
                for (ggml_tensor * t : { r.k, r.v }) {
                    io.read_tensor(t, 0, ((size_t) r.n_block() + n_live)*t->nb[1]);
                }
            }
        }
        auto & cs = cells();
        for (uint32_t i = 0; i < n_live; ++i) {
            cs.pos_set(i, live[i].pos);
            cs.ext_set(i, live[i].ext);
            for (int s = 0; s < LLAMA_MAX_SEQ; ++s) {
                if (live[i].seqs.test(s)) {
                    cs.seq_add(i, s);
                }
            }
        }
        kv.v_heads[0] = n_live;
        state_read_queries(io, seq);
    } catch (...) {
        io.discard();
        kv.clear(false);
        settle();
        throw;
    }
    return true;
}

void llama_compact_store::state_read_tail(llama_io_read_i & io, llama_seq_id seq) {
    if (tail_pending) {
        tail_pending = false;
        state_read_queries(io, seq);
    }
}

void llama_compact_store::state_read_queries(llama_io_read_i & io, llama_seq_id seq) {
    const uint32_t n_layers = get_count(io, 1u << 16, "the number of layers");
    if (n_layers == 0) {
        return;
    }
    if (n_layers != layers.size()) {
        throw std::runtime_error("saved memory: the number of layers differs");
    }
    const uint32_t n_recent = get<uint32_t>(io);
    if ((get<uint32_t>(io) != 0) != kv.attn_rot_k) {
        throw std::runtime_error("saved memory: it comes from a cache of another type");
    }

    const uint32_t n_strides = get_count(io, LLAMA_MAX_SEQ, "the number of sequences");
    for (uint32_t i = 0; i < n_strides; ++i) {
        const int32_t  s    = get<int32_t>(io);
        const uint32_t step = get_count(io, 1u << 30, "a sampling stride");
        const int32_t  to   = seq < 0 ? s : seq;
        if (to < 0 || (uint32_t) to >= kv.n_seq_max || step == 0) {
            throw std::runtime_error("saved memory: a sampling stride is not valid");
        }
        queries.stride[to] = step;
        if (state_version >= 2) {
            const int32_t moved = get<int32_t>(io);
            if (moved < 0) {
                throw std::runtime_error("saved memory: a sequence was moved to positions that there are not");
            }
            queries.moved[to] = moved;
        }
    }

    // slots that the rows go to; the extra row for those that have no place here
    std::vector<uint32_t> slots;
    const uint32_t n_slots = get_count(io, 1u << 21, "the number of queries");
    for (uint32_t i = 0; i < n_slots; ++i) {
        const llama_pos pos    = get<int32_t>(io);
        const llama_pos turned = state_version >= 2 ? get<int32_t>(io) : pos;
        const llama_pos index  = state_version >= 2 ? get<int32_t>(io) : pos;
        const bool      recent = get<uint32_t>(io) != 0;
        const auto      seqs   = get_seqs(io, seq, kv.n_seq_max);
        uint32_t slot = queries.extra();
        if (pos < 0 || turned < 0 || index < 0) {
            throw std::runtime_error("saved memory: a query's position is not valid");
        }
        if (queries.enabled() && seqs.any()) {
            llama_seq_id first = 0;
            while (!seqs.test(first)) {
                ++first;
            }
            if (!recent) {
                slot = queries.place(first, index);
            } else if (n_recent == queries.n_recent && n_recent > 0) {
                slot = queries.ring(index);
            }
            if (slot < queries.extra()) {
                queries.slots[slot] = { seqs, pos, turned, index };
            }
        }
        slots.push_back(slot);
    }

    std::vector<char> skipped;
    for (uint32_t ikv = 0; ikv < n_layers; ++ikv) {
        const int32_t  type = get<int32_t>(io);
        const uint64_t size = get<uint64_t>(io);
        ggml_tensor * rows = queries.enabled() ? queries.rows[ikv] : nullptr;
        if (size == 0 || size > (1u << 24) || (rows && (rows->type != type || rows->nb[1] != size))) {
            throw std::runtime_error("saved memory: the queries' row size differs");
        }
        skipped.resize(size);
        for (size_t i = 0; i < slots.size();) {
            if (!rows || slots[i] >= queries.extra()) {
                io.read(skipped.data(), size);
                ++i;
                continue;
            }
            size_t j = i + 1;
            while (j < slots.size() && slots[j] == slots[j - 1] + 1 && slots[j] < queries.extra()) {
                ++j;
            }
            io.read_tensor(rows, slots[i]*size, (j - i)*size);
            i = j;
        }
    }
}
