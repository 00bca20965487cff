// What a saved state says before its rows: blocks, heads, live cells.
#include "state_codec.h"

#include "row_access.h"
#include "state_fields.h"

#include <cmath>

namespace compaction {

namespace {

// numbers of a head, one for each dimension of its keys
template <typename T>
std::vector<float> read_numbers(llama_io_read_i & io, uint32_t n, const T & is_valid, const std::string & what) {
    std::vector<float> res(n);
    io.read(res.data(), n*sizeof(float));
    if (!std::all_of(res.begin(), res.end(), is_valid)) {
        throw std::runtime_error("saved memory: " + what + " is not valid");
    }
    return res;
}

} // namespace

std::vector<block> state_reader::read_blocks(llama_io_read_i & io, llama_seq_id seq) {
    std::vector<block> saved(get_count(io, 1u << 16, "the number of blocks"));
    for (auto & b : saved) {
        b.p0       = get<int32_t>(io);
        b.p1       = get<int32_t>(io);
        b.n_tokens = get_count(io, MAX_TOKENS, "a block's length");
        b.seqs     = get_seqs(io, seq, stock.n_seq_max());
        if (b.p0 < 0 || b.p1 <= b.p0 || b.p1 > LAST_POSITION || b.n_tokens == 0 || b.seqs.none()) {
            throw std::runtime_error("saved memory: a block's range is not valid");
        }
    }
    if (block_groups(saved).size() > MAX_GROUPS) {
        throw std::runtime_error("saved memory: too many sequences with blocks of their own");
    }
    return saved;
}

std::vector<head_plan> state_reader::read_heads(llama_io_read_i & io, const std::vector<block> & of) {
    std::vector<head_plan> plans;
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        plans.push_back(read_head(io, layout.id_of(i).ikv, of));
    }
    return plans;
}

head_plan state_reader::read_head(llama_io_read_i & io, uint32_t ikv, const std::vector<block> & of) {
    const auto & l = stock.layers()[ikv];

    head_plan plan;
    const int32_t type_k = get<int32_t>(io);
    const int32_t type_v = get<int32_t>(io);
    for (const int32_t t : { type_k, type_v }) {
        if (!is_row_type(t) && t != stock.type_k() && t != stock.type_v()) {
            throw std::runtime_error("saved memory: a row type is not known");
        }
    }
    const uint32_t d_k = get<uint32_t>(io);
    const uint32_t d_v = get<uint32_t>(io);
    const uint32_t flags = get<uint32_t>(io);
    const uint32_t more  = (version >= 3 ? flags & STATE_OWN_VALUES : 0) | (version >= 4 ? flags & STATE_LIVE_Q8 : 0);
    const uint32_t rot   = flags & ~more;
    plan.own   = (more & STATE_OWN_VALUES) != 0;
    plan.apart = (more & STATE_LIVE_Q8) != 0;

    // rows of few bits stay so where attention reads them, and devices do not round a token's row to them
    const bool few  = has_few_bits(type_k) || has_few_bits(type_v);
    const bool read = few && (plan.apart || host_functions_of(l)) && layout.support.is_fast(ikv, (ggml_type) type_k, (ggml_type) type_v);
    const auto stored = [&](int32_t type, ggml_type & saved) {
        if (has_few_bits(type) && !read) {
            saved = (ggml_type) type;
            return GGML_TYPE_Q4_0;
        }
        return (ggml_type) type;
    };
    plan.type_k = stored(type_k, plan.saved_k);
    plan.type_v = stored(type_v, plan.saved_v);
    if (plan.apart && l.v_in_k) {
        throw std::runtime_error("saved memory: types of live rows are not valid");
    }
    if (plan.own && !l.v_in_k) {
        throw std::runtime_error("saved memory: values of their own are not valid");
    }
    if (d_k != l.d_k || d_v != (l.v_in_k && !plan.own ? 0 : l.d_v)) {
        throw std::runtime_error("saved memory: the head size differs");
    }
    if (l.d_k % ggml_blck_size((ggml_type) type_k) != 0 || l.d_v % ggml_blck_size((ggml_type) type_v) != 0) {
        throw std::runtime_error("saved memory: a row type does not fit the head size");
    }
    const row_format format = layout.format_of(l, plan.type_k, plan.type_v);
    if (rotation_flags(stock, format) != rot) {
        throw std::runtime_error("saved memory: it comes from a cache of another type");
    }
    if (const uint32_t n = version >= 2 ? get<uint32_t>(io) : 0) {
        if (n != l.d_k || !format.rot_k || stock.hparams.attn_soft_cap || l.has_sinks() || l.v_in_k) {
            throw std::runtime_error("saved memory: a head's center is not valid");
        }
        plan.center = read_numbers(io, n, [](float x) { return std::fabs(x) <= 65504.0f; }, "a head's center");
    }
    if (const uint32_t n = version >= 5 ? get<uint32_t>(io) : 0) {
        if (n != l.d_k || !format.rot_k || l.v_in_k) {
            throw std::runtime_error("saved memory: a head's balance is not valid");
        }
        plan.balance = read_numbers(io, n, [](float x) { return x >= 1e-2f && x <= 1e2f; }, "a head's balance");
    }
    uint64_t n = 0;
    for (size_t b = 0; b < of.size(); ++b) {
        plan.spans.push_back(get_count(io, of[b].n_tokens, "a block's number of rows"));
        n += plan.spans.back();
    }
    if (n > MAX_TOKENS) {
        throw std::runtime_error("saved memory: too many rows");
    }
    get_rows(io, plan.beta, n);
    if (version >= 2) {
        get_rows(io, plan.pos, n);
    } else {
        plan.pos.assign(n, -1);
    }
    size_t at = 0;
    for (size_t b = 0; b < of.size(); ++b) {
        for (uint32_t i = 0; i < plan.spans[b]; ++i, ++at) {
            if (plan.pos[at] != -1 && (plan.pos[at] < of[b].p0 || plan.pos[at] >= of[b].p1)) {
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
    return plan;
}

std::vector<state_reader::cell> state_reader::read_cells(llama_io_read_i & io, llama_seq_id seq) {
    std::vector<cell> live;
    const uint32_t n_live = get_count(io, MAX_TOKENS, "the number of cells");
    for (uint32_t i = 0; i < n_live; ++i) {
        cell c;
        c.pos  = get<int32_t>(io);
        c.ext  = get<llama_kv_cell_ext>(io);
        c.seqs = get_seqs(io, seq, stock.n_seq_max());
        if (c.pos < 0 || c.pos > LAST_POSITION || c.seqs.none()) {
            throw std::runtime_error("saved memory: a cell is not valid");
        }
        live.push_back(c);
    }
    return live;
}

} // namespace compaction
