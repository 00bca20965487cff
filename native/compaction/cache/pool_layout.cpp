#include "pool_layout.h"

#include "row_access.h"

#include "../compute/buffers.h"

#include "llama-impl.h"

#include <algorithm>
#include <cmath>

namespace compaction {

pool_layout::pool_layout(stock_cache & stock) : stock(stock), support(stock) {
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        for (uint32_t h = 0; h < stock.layers()[ikv].n_head_kv; ++h) {
            ids.push_back({ ikv, h });
        }
    }
}

head_plan empty_plan(const region & r) {
    head_plan res;
    res.type_k = r.type_k;
    res.type_v = r.type_v;
    res.own    = r.own;
    res.apart  = r.apart;
    res.center  = r.center;
    res.balance = r.balance;
    return res;
}

void head_plan::append(const head_plan & arriving) {
    for (size_t row = 0; row < arriving.beta.size(); ++row) {
        src.push_back(-1 - (int32_t) row);
    }
    spans.insert(spans.end(), arriving.spans.begin(), arriving.spans.end());
    beta .insert(beta .end(), arriving.beta .begin(), arriving.beta .end());
    pos  .insert(pos  .end(), arriving.pos  .begin(), arriving.pos  .end());
}

//
// entries
//

const region * pool_layout::region_of(uint32_t entry) const {
    return exists() ? &head(ids[entry].ikv, ids[entry].h) : nullptr;
}

ggml_type pool_layout::type_k(uint32_t entry) const {
    const region * r = region_of(entry);
    return r ? r->type_k : stock.type_k();
}

std::vector<stored_rows> region::stored() const {
    std::vector<stored_rows> res = { stored_k() };
    if (!v_in_k || t_own) {
        res.push_back(stored_v());
    }
    return res;
}

bool pool_layout::any_classed() const {
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        if (support.classed(ikv)) {
            return true;
        }
    }
    return false;
}

uint32_t pool_layout::whole(uint32_t n_cells) const {
    return n_cells >= 16*VIEW_ROWS && any_classed() ? n_cells/VIEW_ROWS*VIEW_ROWS : n_cells;
}


ggml_type pool_layout::type_v(uint32_t entry) const {
    const region * r = region_of(entry);
    return r ? r->type_v : stock.type_v();
}

uint32_t pool_layout::n_block(uint32_t entry) const {
    const region * r = region_of(entry);
    return r ? r->n_block() : 0;
}

void pool_layout::set_beta(uint32_t entry, const float * beta) {
    auto & r = layers[ids[entry].ikv].heads[ids[entry].h];
    for (uint32_t i = 0; i < r.n_block(); ++i) {
        r.beta[i] = ggml_fp32_to_fp16(beta[i]);
    }
    if (r.t_beta) {
        ggml_backend_tensor_set(r.t_beta, r.beta.data(), 0, ggml_nbytes(r.t_beta));
    }
}

void pool_layout::silence(size_t block) {
    for (auto & p : layers) {
        for (auto & r : p.heads) {
            uint32_t at = 0;
            for (size_t i = 0; i < block; ++i) {
                at += r.spans[i];
            }
            const uint32_t n = r.spans[block];
            if (n > 0) {
                std::fill_n(r.beta.begin() + at, n, ggml_fp32_to_fp16(-INFINITY));
                ggml_backend_tensor_set(r.t_beta, r.beta.data() + at, at*sizeof(ggml_fp16_t), n*sizeof(ggml_fp16_t));
            }
        }
    }
}

//
// bytes
//

uint64_t pool_layout::row_bytes(uint32_t entry) const {
    const auto   & l = layer_of(entry);
    const region * r = region_of(entry);
    return r ? row_size(l, r->k->type, r->v->type) : row_size(l, stock.type_k(), stock.type_v());
}

uint64_t pool_layout::block_row_bytes(uint32_t entry) const {
    const auto   & l = layer_of(entry);
    const region * r = region_of(entry);
    return row_size(l, type_k(entry), type_v(entry)) + sizeof(ggml_fp16_t) + (r && r->own ? ggml_row_size(r->type_v, l.d_v) : 0);
}

uint64_t pool_layout::bytes(uint32_t n_cells) const {
    uint64_t res = 0;
    for (const auto & p : layers) {
        res += p.fixed + p.cell*n_cells;
    }
    return res;
}

uint64_t pool_layout::bytes_held() const {
    uint64_t res = 0;
    for (const auto & p : layers) {
        res += p.buf ? ggml_backend_buffer_get_size(p.buf.get()) : 0;
    }
    return res;
}

uint64_t pool_layout::bytes_in_use(const block_table & blocks) const {
    uint64_t res = 0;
    const uint32_t n_live = stock.cells().get_used();
    for (uint32_t i = 0; i < n_entries(); ++i) {
        const uint64_t rb   = row_bytes(i);
        const uint64_t rows = carried_rows(i, blocks, [](const block &) { return true; });
        res += rows*block_row_bytes(i) + n_live*rb;
    }
    return res;
}

uint32_t pool_layout::carried_rows(uint32_t entry, const block_table & blocks, const std::function<bool(const block &)> & counts) const {
    const region * r = region_of(entry);
    if (!r) {
        return 0;
    }
    uint32_t res = 0;
    for (size_t b = 0; b < std::min(r->spans.size(), blocks.size()); ++b) {
        if (blocks[b].seqs.any() && counts(blocks[b])) {
            res += r->spans[b];
        }
    }
    return res;
}

size_t pool_layout::buffer_size(uint32_t ikv) const {
    return exists() ? ggml_backend_buffer_get_size(layers[ikv].buf.get()) : stock.buffer_size(ikv);
}

//
// views
//

uint32_t pool_layout::n_live_view() const {
    return std::min<uint32_t>(stock.n_cells(), std::max<uint32_t>(VIEW_ROWS, GGML_PAD(stock.cells().used_max_p1(), VIEW_ROWS)));
}

uint32_t pool_layout::n_view(const region & r) const {
    const uint32_t n_rows = r.n_block() + stock.cells().used_max_p1();
    return std::min<uint32_t>(r.n_block() + stock.n_cells(), std::max<uint32_t>(256, GGML_PAD(n_rows, 256)));
}

uint64_t pool_layout::view_shape() const {
    uint64_t res = stock.n_cells();
    const auto mix = [&](uint64_t x) { res = res*1099511628211ull + x; };
    for (const auto & p : layers) {
        if (!p.classes.empty()) {
            mix(n_live_view());
            continue;
        }
        for (const auto & r : p.heads) {
            mix(n_view(r));
        }
    }
    return res;
}

uint32_t pool_layout::n_mask() const {
    uint32_t res = 1;
    for (const auto & p : layers) {
        if (!p.classes.empty()) {
            res = std::max(res, n_live_view());
            continue;
        }
        for (const auto & r : p.heads) {
            res = std::max(res, n_view(r) - r.n_block());
        }
    }
    return res;
}

//
// making it
//

row_format pool_layout::format_of(const layer_info & l, ggml_type type_k, ggml_type type_v) const {
    // a quantized cache is rotated by the cache itself, where its types allow it
    const auto rotated = [](ggml_type type, ggml_type of_cache, uint32_t d) {
        return ggml_is_quantized(type) && !ggml_is_quantized(of_cache) && hadamard_size(d) > 0;
    };
    const bool rot_k = rotated(type_k, stock.type_k(), l.d_k);
    if (l.v_in_k) {
        return { type_k, type_v, rot_k, rot_k };
    }
    return { type_k, type_v, rot_k, rotated(type_v, stock.type_v(), l.d_v) };
}

bool pool_layout::may_balance(uint32_t ikv, ggml_type type_k) const {
    return !stock.layers()[ikv].v_in_k && !keys_unbalanced() && !(support.classed(ikv) && type_k == GGML_TYPE_Q8_0);
}

bool pool_layout::lies_apart(uint32_t ikv, const head_plan & plan) const {
    return plan.apart && support.may_lie_apart(ikv);
}

uint32_t pool_layout::cells_that_fit(const std::vector<head_plan> & plans, uint64_t total, bool in_classes) const {
    uint64_t fixed = 0;
    uint64_t cell  = 0;
    for (uint32_t ikv = 0, at = 0; ikv < stock.layers().size(); at += stock.layers()[ikv++].n_head_kv) {
        const auto of_layer = bytes_of(ikv, &plans[at], in_classes);
        fixed += of_layer.fixed;
        cell  += of_layer.cell;
    }
    return total > fixed ? (uint32_t) std::min<uint64_t>((total - fixed)/cell, UINT32_MAX/2) : 0;
}

pool_layout::room pool_layout::room_in(const std::vector<head_plan> & plans, uint64_t total, uint32_t n_live) const {
    constexpr uint32_t MAX_LOSS = 8; // classes may cost one cell in so many

    const uint32_t n_free = cells_that_fit(plans, total, false);
    if (any_classed()) {
        const uint32_t n = whole(cells_that_fit(plans, total, true));
        if (n >= std::max(n_live, class_layout() ? 0 : n_free - n_free/MAX_LOSS)) {
            return { n, true };
        }
    }
    return { n_free, false };
}

layer_pool pool_layout::make_layer(uint32_t ikv, const head_plan * plans, uint32_t n_cells, bool in_classes) const {
    const auto & l = stock.layers()[ikv];

    layer_pool res;
    res.heads.resize(l.n_head_kv);

    ggml_init_params params = { (13*l.n_head_kv + 16)*ggml_tensor_overhead(), nullptr, true };
    res.ctx.reset(ggml_init(params));

    const auto bytes = bytes_of(ikv, plans, in_classes);
    res.fixed = bytes.fixed;
    res.cell  = bytes.cell;

    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & plan = plans[h];
        auto       & r    = res.heads[h];

        static_cast<row_format &>(r) = format_of(l, plan.type_k, l.v_in_k && !plan.own ? plan.type_k : plan.type_v);
        r.v_in_k = l.v_in_k;
        r.own    = plan.own;
        r.apart  = lies_apart(ikv, plan);
        r.spans  = plan.spans;
        r.beta   = plan.beta;
        r.pos    = plan.pos;
        r.center = plan.center;
        if (r.rot_k && may_balance(ikv, plan.type_k)) {
            r.balance = plan.balance;
        }

        const auto matrix = [&](uint32_t d) {
            return ggml_new_tensor_2d(res.ctx.get(), GGML_TYPE_F32, hadamard_size(d), hadamard_size(d));
        };
        if (r.rot_k && !res.had_k) {
            res.had_k = matrix(l.d_k);
        }
        if (r.rot_v && !res.had_v) {
            res.had_v = l.v_in_k ? res.had_k : matrix(l.d_v);
        }
    }
    if (in_classes && support.classed(ikv)) {
        make_classes(ikv, res, plans, n_cells);
    } else {
        make_regions(ikv, res, plans, n_cells);
    }
    make_balances(l, res);
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        auto & r = res.heads[h];
        ggml_format_name(r.k, "pool_k_l%d_h%u", l.il, h);
        ggml_format_name(r.v, "pool_v_l%d_h%u", l.il, h);
        if (r.t_beta) {
            ggml_format_name(r.t_beta, "pool_b_l%d_h%u", l.il, h);
        }
        if (r.block_k) {
            ggml_format_name(r.block_k, "pool_bk_l%d_h%u", l.il, h);
        }
        if (r.block_v) {
            ggml_format_name(r.block_v, "pool_bv_l%d_h%u", l.il, h);
        }
        if (r.t_own) {
            ggml_format_name(r.t_own, "pool_o_l%d_h%u", l.il, h);
        }
        if (r.t_center) {
            ggml_format_name(r.t_center, "pool_c_l%d_h%u", l.il, h);
        }
        if (r.t_balance) {
            ggml_format_name(r.t_balance, "pool_w_l%d_h%u", l.il, h);
        }
    }
    return res;
}

void pool_layout::make_regions(uint32_t ikv, layer_pool & lp, const head_plan *, uint32_t n_cells) const {
    const auto & l = stock.layers()[ikv];

    ggml_context * ctx = lp.ctx.get();
    for (auto & r : lp.heads) { // before all rows: they are written by one thread, which must not be the first on every page
        if (r.n_block() > 0) {
            r.t_beta = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, r.n_block());
        }
        if (!r.center.empty()) {
            r.t_center = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, l.d_k);
        }
    }
    for (auto & r : lp.heads) {
        // Live rows, and the block rows before them unless those lie apart; on devices keys and values both do or neither, as both are
        // taken in two parts
        const bool both = r.apart && !host_functions_of(l) && live_types_differ(r.type_k, r.type_v);
        const auto rows = [&](ggml_type type, int64_t d, ggml_tensor *& block) {
            const ggml_type of_live = r.apart ? live_type(type) : type;
            const bool      apart   = (both || of_live != type) && r.n_block() > 0;
            block = apart ? ggml_new_tensor_2d(ctx, type, d, r.n_block()) : nullptr;
            return ggml_new_tensor_2d(ctx, of_live, d, apart ? n_cells : r.n_block() + n_cells);
        };
        r.k = rows(r.type_k, l.d_k, r.block_k);
        r.v = l.v_in_k ? ggml_view_2d(ctx, r.k, l.d_v, r.k->ne[1], r.k->nb[1], 0) : rows(r.type_v, l.d_v, r.block_v);
        if (r.own && r.n_block() > 0) {
            r.t_own = ggml_new_tensor_2d(ctx, r.type_v, l.d_v, r.n_block());
        }
    }
}

void pool_layout::make_balances(const layer_info & l, layer_pool & lp) const {
    ggml_context * ctx = lp.ctx.get();
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        auto & r = lp.heads[h];
        if (r.balance.empty()) {
            continue;
        }
        if (host_functions_of(l)) {
            r.t_balance = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, l.d_k);
            continue;
        }
        if (!lp.factors) {
            lp.factors = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, l.d_k, l.n_head + 2*l.n_head_kv);
        }
        r.t_balance = ggml_view_1d(ctx, lp.factors, l.d_k, (l.n_head + h)*lp.factors->nb[1]);
    }
}

// what queries, keys and values of the layer are multiplied by, where a head has no balance by one
static void fill_factors(const layer_pool & lp, const layer_info & l) {
    std::vector<float> data(ggml_nelements(lp.factors), 1.0f);
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & balance = lp.heads[h].balance;
        for (size_t c = 0; c < balance.size(); ++c) {
            for (uint32_t i = h*l.n_group(); i < (h + 1)*l.n_group(); ++i) {
                data[i*l.d_k + c] = 1.0f/balance[c];
            }
            data[(l.n_head + h)*l.d_k + c] = balance[c];
        }
    }
    ggml_backend_tensor_set(lp.factors, data.data(), 0, ggml_nbytes(lp.factors));
}

// all bytes of a layer, but for rows that will be written: [0, n_block + n_used) of every region that lies on its own
static void clear_layer(layer_pool & lp, uint32_t n_used) {
    if (n_used == 0 || !lp.classes.empty() || !ggml_backend_buffer_is_host(lp.buf.get())) {
        ggml_backend_buffer_clear(lp.buf.get(), 0);
        return;
    }
    for (const auto & r : lp.heads) {
        for (const auto & at : { r.stored_k(), r.stored_v() }) { // no vector: layers move when no memory is left
            if (at.live) {
                const size_t written = (at.first_live + n_used)*at.live->nb[1];
                ggml_backend_tensor_memset(at.live, 0, written, ggml_nbytes(at.live) - written);
            }
        }
    }
}

bool pool_layout::fill_layer(uint32_t ikv, layer_pool & lp, ggml_backend_buffer_ptr * in, uint32_t n_used) const {
    if (!in) {
        lp.buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(lp.ctx.get(), stock.layers()[ikv].buft));
        if (!lp.buf) {
            return false;
        }
        ask_for_large_pages(lp.buf.get());
    } else {
        lp.buf = std::move(*in);
        if (!place_tensors(lp.ctx.get(), lp.buf.get())) {
            return false;
        }
    }
    // rows beyond those in use are read under a mask of -inf: they must be finite
    clear_layer(lp, n_used);

    fill_classes(lp, stock.layers()[ikv].n_group());
    for (auto & r : lp.heads) {
        if (r.t_beta) {
            ggml_backend_tensor_set(r.t_beta, r.beta.data(), 0, ggml_nbytes(r.t_beta));
        }
        if (r.t_center) {
            ggml_backend_tensor_set(r.t_center, r.center.data(), 0, ggml_nbytes(r.t_center));
        }
        if (r.t_balance && !lp.factors) {
            ggml_backend_tensor_set(r.t_balance, r.balance.data(), 0, ggml_nbytes(r.t_balance));
        }
    }
    if (lp.factors) {
        fill_factors(lp, stock.layers()[ikv]);
    }
    for (ggml_tensor * had : { lp.had_k, lp.had_v }) {
        if (had) {
            ggml_backend_tensor_set(had, stock.hadamard((int) had->ne[0]), 0, ggml_nbytes(had));
        }
    }
    return true;
}

bool pool_layout::resize(uint32_t ikv, uint32_t n_cells, uint32_t n_used) {
    std::vector<head_plan> plans;
    for (const auto & r : layers[ikv].heads) {
        head_plan plan = empty_plan(r);
        plan.spans = r.spans;
        plan.beta  = r.beta;
        plan.pos   = r.pos;
        plans.push_back(std::move(plan));
    }
    layer_pool next = make_layer(ikv, plans.data(), n_cells, !layers[ikv].classes.empty());
    if (!fill_layer(ikv, next)) {
        return false;
    }
    for (size_t h = 0; h < plans.size(); ++h) {
        const auto & r  = layers[ikv].heads[h];
        const auto   to = next.heads[h].stored();
        for (size_t i = 0; i < to.size(); ++i) {
            const auto from = r.stored()[i];
            if (from.block && from.block != from.live) {
                copy_rows(*from.block, *to[i].block, r.n_block());
            }
            if (from.live) {
                copy_rows(*from.live, *to[i].live, from.first_live + n_used);
            }
        }
    }
    layers[ikv] = std::move(next);
    return true;
}

size_t pool_layout::release(uint32_t ikv, ggml_backend_buffer_ptr * keep) {
    const size_t res = buffer_size(ikv);
    if (!exists()) {
        stock.release(ikv, keep);
        return res;
    }
    if (keep) {
        *keep = std::move(layers[ikv].buf);
    }
    layers[ikv] = {};
    return res;
}

} // namespace compaction
