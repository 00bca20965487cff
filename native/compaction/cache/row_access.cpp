#include "row_access.h"

#include "llama-impl.h"

#include <cstdlib>
#include <cstring>

namespace compaction {

const char * graphs_only() {
    static const char * const res = getenv("LLAMA_COMPACT_GRAPHS_ONLY");
    return res;
}

static bool layout_is(const char * name) {
    static const char * const wish = getenv("LLAMA_COMPACT_LAYOUT");
    return wish && strcmp(wish, name) == 0;
}

bool free_layout() { return layout_is("free"); }
bool class_layout() { return layout_is("classes"); }

bool live_as_blocks() {
    const char * wish = getenv("LLAMA_COMPACT_LIVE");
    return wish && strcmp(wish, "block") == 0;
}

bool keys_unbalanced() {
    const char * wish = getenv("LLAMA_COMPACT_KEYS");
    return wish && strcmp(wish, "unbalanced") == 0;
}

const host_functions * host_functions_of(const layer_info & l) {
    // the CPU's own buffers name no device
    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    if (!dev) {
        dev = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
    }
    if (graphs_only() || !ggml_backend_buft_is_host(l.buft) || !dev || ggml_backend_dev_type(dev) != GGML_BACKEND_DEVICE_TYPE_CPU) {
        return nullptr;
    }
    auto * get = (get_host_functions_t) ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(dev), COMPACTION_HOST_FUNCTIONS);
    return get ? get() : nullptr;
}

//
// graphs
//

key_frame frame_of(const layer_pool & lp, const region & r) {
    return { r.t_center, r.t_balance, r.rot_k ? lp.had_k : nullptr };
}

ggml_tensor * to_stored(ggml_context * ctx, ggml_tensor * rows, const key_frame & frame) {
    rows = frame.center  ? ggml_sub(ctx, rows, frame.center)  : rows;
    rows = frame.balance ? ggml_mul(ctx, rows, frame.balance) : rows;
    return frame.had ? llama_mul_mat_hadamard(ctx, rows, frame.had) : rows;
}

static ggml_tensor * from_stored(ggml_context * ctx, ggml_tensor * rows, const key_frame & frame) {
    rows = frame.had     ? llama_mul_mat_hadamard(ctx, rows, frame.had) : rows;
    rows = frame.balance ? ggml_div(ctx, rows, frame.balance) : rows;
    return frame.center ? ggml_add(ctx, rows, frame.center) : rows;
}

ggml_tensor * words_of(ggml_context * ctx, ggml_tensor * rows, int64_t first, int64_t n) {
    const size_t word  = ggml_type_size(GGML_TYPE_I32);
    const size_t width = ggml_row_size(rows->type, rows->ne[0]);
    if (width % word != 0 || rows->nb[1] % word != 0 || rows->view_offs % word != 0) {
        return nullptr;
    }
    ggml_tensor * res = ggml_view_2d(ctx, rows, rows->ne[0], n, rows->nb[1], first*rows->nb[1]);
    res->type  = GGML_TYPE_I32;
    res->ne[0] = (int64_t) (width/word);
    res->nb[0] = word;
    return res;
}

// of the stock layout, where a row holds all heads
static ggml_tensor * head_of(ggml_context * ctx, ggml_tensor * rows, uint32_t d, uint32_t h) {
    return ggml_view_2d(ctx, rows, d, rows->ne[1], rows->nb[1], h*ggml_row_size(rows->type, d));
}

// rows of one head as they are stored, wherever each lies
static ggml_tensor * gather(runner & run, const stored_rows & at, ggml_tensor * live, uint32_t n_block, const std::vector<int32_t> & idx) {
    ggml_context * ctx = run.ctx();
    if (!at.block || at.block == live) {
        return ggml_get_rows(ctx, live, run.input(GGML_TYPE_I32, idx));
    }
    std::vector<int32_t> of_block, of_live, place;
    for (const int32_t i : idx) {
        if (i < (int32_t) n_block) {
            of_block.push_back(i);
        } else {
            of_live.push_back(i - (int32_t) n_block + (int32_t) at.first_live);
        }
    }
    int32_t n_live = 0, n_of_block = (int32_t) of_live.size();
    for (const int32_t i : idx) {
        place.push_back(i < (int32_t) n_block ? n_of_block++ : n_live++);
    }
    ggml_tensor * rows = nullptr;
    if (!of_live.empty()) {
        rows = ggml_get_rows(ctx, live, run.input(GGML_TYPE_I32, of_live));
    }
    if (!of_block.empty()) {
        ggml_tensor * more = ggml_get_rows(ctx, at.block, run.input(GGML_TYPE_I32, of_block));
        rows = rows ? ggml_get_rows(ctx, ggml_concat(ctx, rows, more, 1), run.input(GGML_TYPE_I32, place)) : more;
    }
    return rows;
}

ggml_tensor * gather_k(runner & run, const layer_pool & lp, uint32_t h, const std::vector<int32_t> & idx) {
    const auto & r = lp.heads[h];
    return from_stored(run.ctx(), gather(run, r.stored_k(), r.k, r.n_block(), idx), frame_of(lp, r));
}

ggml_tensor * gather_v(runner & run, const layer_pool & lp, uint32_t h, const std::vector<int32_t> & idx) {
    const auto & r  = lp.heads[h];
    auto         at = r.stored_v();
    if (r.v_in_k) {
        at.first_live = r.n_block(); // those of live rows are in their keys
    }
    return from_stored(run.ctx(), gather(run, at, r.v, r.n_block(), idx), { nullptr, nullptr, r.rot_v ? lp.had_v : nullptr });
}

ggml_tensor * gather_k(runner & run, const pool_layout & layout, uint32_t ikv, uint32_t h, const std::vector<int32_t> & idx) {
    if (layout.exists()) {
        return gather_k(run, layout.layer(ikv), h, idx);
    }
    ggml_context * ctx = run.ctx();
    return ggml_get_rows(ctx, head_of(ctx, layout.stock.k(ikv), layout.stock.layers()[ikv].d_k, h), run.input(GGML_TYPE_I32, idx));
}

ggml_tensor * gather_v(runner & run, const pool_layout & layout, uint32_t ikv, uint32_t h, const std::vector<int32_t> & idx) {
    if (layout.exists()) {
        return gather_v(run, layout.layer(ikv), h, idx);
    }
    ggml_context * ctx = run.ctx();
    return ggml_get_rows(ctx, head_of(ctx, layout.stock.v(ikv), layout.stock.layers()[ikv].d_v, h), run.input(GGML_TYPE_I32, idx));
}

//
// host memory
//

static host_rows stock_rows(const ggml_tensor * t, uint32_t d, uint32_t h) {
    return { (char *) t->data + h*ggml_row_size(t->type, d), t->nb[1], t->type, 0, nullptr, nullptr, d };
}

static host_rows pool_rows(const ggml_tensor * t, const key_frame & frame, uint32_t d) {
    const auto numbers = [](const ggml_tensor * x) { return x ? (const float *) x->data : nullptr; };
    return { (char *) t->data, t->nb[1], t->type, frame.had ? (int32_t) frame.had->ne[0] : 0, numbers(frame.center), numbers(frame.balance), d };
}

// rows of a head of which those of blocks may lie apart
static host_rows with_blocks(host_rows res, const ggml_tensor * block, uint32_t n_block, bool apart) {
    if (block) {
        res.own        = (char *) block->data;
        res.own_stride = block->nb[1];
        res.own_type   = block->type;
        res.n_own      = n_block;
        res.first      = apart ? n_block : 0; // values in keys are numbered as their keys are
    }
    return res;
}

host_rows rows_k(const layer_info & l, const layer_pool & lp, uint32_t h) {
    const auto & r = lp.heads[h];
    return with_blocks(pool_rows(r.k, frame_of(lp, r), l.d_k), r.block_k, r.n_block(), true);
}

host_rows rows_v(const layer_info & l, const layer_pool & lp, uint32_t h) {
    const auto & r = lp.heads[h];
    const host_rows res = pool_rows(r.v, { nullptr, nullptr, r.rot_v ? lp.had_v : nullptr }, l.d_v);
    return with_blocks(res, l.v_in_k ? r.t_own : r.block_v, r.n_block(), !l.v_in_k);
}

host_rows rows_own(const layer_info & l, const layer_pool & lp, uint32_t h) {
    const auto & r = lp.heads[h];
    return pool_rows(r.t_own, { nullptr, nullptr, r.rot_v ? lp.had_v : nullptr }, l.d_v);
}

host_rows rows_k(const pool_layout & layout, uint32_t ikv, uint32_t h) {
    const auto & l = layout.stock.layers()[ikv];
    return layout.exists() ? rows_k(l, layout.layer(ikv), h) : stock_rows(layout.stock.k(ikv), l.d_k, h);
}

host_rows rows_v(const pool_layout & layout, uint32_t ikv, uint32_t h) {
    const auto & l = layout.stock.layers()[ikv];
    return layout.exists() ? rows_v(l, layout.layer(ikv), h) : stock_rows(layout.stock.v(ikv), l.d_v, h);
}

host_rows block_part(const host_rows & r) {
    return r.n_own == 0 ? r : host_rows { r.own, r.own_stride, r.own_type, r.had, r.center, r.balance, r.d };
}

host_rows live_part(const host_rows & r, uint32_t n_block) {
    return { r.data + (n_block - r.first)*r.stride, r.stride, r.type, r.had, r.center, r.balance, r.d };
}

host_rows plain_rows(const ggml_tensor * t) {
    return { (char *) t->data, t->nb[1], t->type, 0, nullptr, nullptr, t->ne[0] };
}

//
// on the host
//

// as keys, if they hold values
static int32_t rotation_of_values(const layer_info & l) { return hadamard_size(l.v_in_k ? l.d_k : l.d_v); }

ggml_tensor * pack_values(runner & run, const pool_layout & layout, const layer_info & l, ggml_type type_k, ggml_type type, ggml_tensor * values) {
    ggml_context * ctx = run.ctx();
    if (layout.format_of(l, type_k, type).rot_v) {
        const int32_t n = rotation_of_values(l);
        values = ggml_reshape_2d(ctx, values, n, ggml_nelements(values)/n);
        values = ggml_mul_mat(ctx, run.input(GGML_TYPE_F32, n, n, layout.stock.hadamard(n)), values);
        values = ggml_reshape_2d(ctx, values, l.d_v, ggml_nelements(values)/l.d_v);
    }
    return type == GGML_TYPE_F32 ? ggml_cont(ctx, values) : ggml_cast(ctx, values, type);
}

std::vector<uint8_t> pack_values(const pool_layout & layout, const layer_info & l, ggml_type type_k, ggml_type type, const std::vector<float> & values) {
    std::vector<float> rows = values;
    if (layout.format_of(l, type_k, type).rot_v) {
        hadamard_rotate(rows.data(), (int64_t) rows.size(), rotation_of_values(l));
    }
    const int64_t n_rows = (int64_t) (rows.size()/l.d_v);
    std::vector<uint8_t> res(n_rows*ggml_row_size(type, l.d_v));
    if (n_rows > 0) {
        ggml_quantize_chunk(type, rows.data(), res.data(), 0, n_rows, l.d_v, nullptr);
    }
    return res;
}

} // namespace compaction
