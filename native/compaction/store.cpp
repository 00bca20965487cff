// Block table, capacity and sequences of the compacted store.
#include "job.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

using namespace compaction;

llama_compact_store::llama_compact_store(const llama_model & model, llama_kv_cache & kv, uint32_t n_cells_max) :
    model(model), kv(kv), hparams(kv.hparams) {
    const auto refuse = [&](const char * why) {
        if (reason.empty()) {
            reason = why;
        }
    };

    if (kv.layers.empty()) {
        refuse("the model has no attention layers with a KV cache here");
    }
    if (kv.other && kv.other->get_compact()) {
        if (kv.other->get_compact()->has_pool() || kv.other->get_compact()->grows()) {
            throw std::runtime_error("a KV cache that is compacted or grows cannot be shared with another context");
        }
        // that cache reads this one's tensors, which must stay where they are
        kv.other->get_compact()->refuse_late("another context shares this KV cache");
    }
    if (kv.other || kv.map_layer_ids.size() != kv.layers.size()) {
        refuse("layers of this model share their KV cache with other layers");
    }
    if (kv.n_stream != 1) {
        refuse("compaction needs a unified KV cache (kv_unified)");
    }
    if (kv.v_trans) {
        refuse("compaction needs flash attention");
    }
    if (hparams.is_mla()) {
        refuse("compaction of multi-head latent attention is not supported yet");
    }
    if (kv.swa_type != LLAMA_SWA_TYPE_NONE) {
        refuse("sliding window layers keep their window and are not compacted");
    }
    if (hparams.f_max_alibi_bias > 0.0f) {
        refuse("compaction of models with ALiBi is not supported");
    }
    if (hparams.no_alloc) {
        refuse("the context was created without memory");
    }

    for (const auto & layer : kv.layers) {
        layer_info info;
        info.il        = layer.il;
        info.n_head    = hparams.n_head(layer.il);
        info.n_head_kv = hparams.n_head_kv(layer.il);
        info.d_k       = hparams.n_embd_head_k(layer.il);
        info.d_v       = hparams.n_embd_head_v(layer.il);

        if (!layer.k || !layer.v) {
            refuse("the model's cache has no separate keys and values");
        } else {
            info.buft = ggml_backend_buffer_get_type(layer.k->buffer);
            if (info.d_k % ggml_blck_size(layer.k->type) != 0 || info.d_v % ggml_blck_size(layer.v->type) != 0) {
                refuse("the head size is no multiple of the cache type's block size");
            }
        }
        if (info.n_head_kv == 0 || info.n_head % info.n_head_kv != 0) {
            refuse("query heads are not evenly grouped over KV heads");
        }
        n_entries += info.n_head_kv;
        layers.push_back(info);

        // every layer has a buffer of its own, so that it can be released when the layer is laid out anew
        size_t at = 0;
        for (size_t i = 0; i < kv.ctxs_bufs.size(); ++i) {
            if (layer.k && ggml_get_tensor(kv.ctxs_bufs[i].first.get(), layer.k->name) == layer.k) {
                at = i;
            }
        }
        ctx_of_layer.push_back(at);
    }
    n_stock = n_cells_max;
    n_first = !kv.v_cells.empty() && kv.v_cells[0].size() < n_stock ? kv.v_cells[0].size() : 0;
}

llama_compact_store::~llama_compact_store() {
    detach_jobs();
}

void llama_compact_store::detach_jobs() {
    for (auto * job : jobs) {
        job->detach();
    }
    jobs.clear();
}

void llama_compact_store::disturb(llama_seq_id seq, llama_pos p0, llama_pos p1, const char * reason) const {
    for (auto * job : jobs) {
        job->disturb(seq, p0, p1, reason);
    }
}

void llama_compact_store::disturb_all(const char * reason) const {
    for (auto * job : jobs) {
        job->spoil(reason);
    }
}

void llama_compact_store::refuse_late(const char * why) {
    if (reason.empty()) {
        reason = why;
    }
}

ggml_type llama_compact_store::cache_type_k() const { return kv.layers[0].k->type; }
ggml_type llama_compact_store::cache_type_v() const { return kv.layers[0].v->type; }

llama_kv_cells       & llama_compact_store::cells()       { return kv.v_cells[0]; }
const llama_kv_cells & llama_compact_store::cells() const { return kv.v_cells[0]; }

bool llama_compact_store::cache_rot_k() const { return kv.attn_rot_k; }

int llama_compact_store::cache_rot_n() const {
    int n = 64; // as llama_kv_cache::build_input_k_rot
    while (kv.n_embd_head_k_all % (2*n) == 0) {
        n *= 2;
    }
    return n;
}

const float * llama_compact_store::hadamard(int n) {
    auto & h = hadamards[n];
    if (h.empty()) {
        h.assign((size_t) n*n, 0.0f);
        h[0] = 1.0f/sqrtf((float) n);
        for (int s = 1; s < n; s *= 2) {
            for (int i = 0; i < s; i++) {
                for (int j = 0; j < s; j++) {
                    const float v = h[(size_t) i*n + j];
                    h[(size_t) (i + s)*n + j    ] =  v;
                    h[(size_t) i      *n + j + s] =  v;
                    h[(size_t) (i + s)*n + j + s] = -v;
                }
            }
        }
    }
    return h.data();
}

uint32_t llama_compact_store::n_view(const region & r) const {
    const uint32_t n_rows = r.n_block() + cells().used_max_p1();
    return std::min<uint32_t>(r.n_block() + n_cells(), std::max<uint32_t>(256, GGML_PAD(n_rows, 256)));
}

uint64_t llama_compact_store::view_shape() const {
    uint64_t res = n_cells();
    for (const auto & p : pool) {
        for (const auto & r : p.heads) {
            res = res*1099511628211ull + n_view(r);
        }
    }
    return res;
}

uint32_t llama_compact_store::n_mask() const {
    uint32_t res = 1;
    for (const auto & p : pool) {
        for (const auto & r : p.heads) {
            res = std::max(res, n_view(r) - r.n_block());
        }
    }
    return res;
}

uint32_t llama_compact_store::n_extra_nodes() const {
    return (40 + 6*MAX_GROUPS)*n_entries + 16*(uint32_t) layers.size() + 16;
}

uint64_t llama_compact_store::row_bytes(uint32_t entry) const {
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        const auto & l = layers[ikv];
        if (entry < l.n_head_kv) {
            const ggml_type tk = has_pool() ? pool[ikv].heads[entry].type_k : kv.layers[ikv].k->type;
            const ggml_type tv = has_pool() ? pool[ikv].heads[entry].type_v : kv.layers[ikv].v->type;
            return ggml_row_size(tk, l.d_k) + ggml_row_size(tv, l.d_v);
        }
        entry -= l.n_head_kv;
    }
    return 0;
}

uint32_t llama_compact_store::block_rows(uint32_t entry) const {
    if (!has_pool()) {
        return 0;
    }
    for (const auto & p : pool) {
        if (entry < p.heads.size()) {
            return p.heads[entry].n_block();
        }
        entry -= p.heads.size();
    }
    return 0;
}

uint32_t llama_compact_store::carried_rows(uint32_t entry, const std::function<bool(const block &)> & counts) const {
    uint32_t res = 0;
    for (const auto & p : pool) {
        if (entry < p.heads.size()) {
            const auto & spans = p.heads[entry].spans;
            for (size_t b = 0; b < std::min(spans.size(), blocks.size()); ++b) {
                if (blocks[b].seqs.any() && counts(blocks[b])) {
                    res += spans[b];
                }
            }
            return res;
        }
        entry -= p.heads.size();
    }
    return res;
}

std::map<ggml_backend_buffer_type_t, size_t> llama_compact_store::memory_breakdown() const {
    std::map<ggml_backend_buffer_type_t, size_t> res;
    for (uint32_t ikv = 0; ikv < pool.size(); ++ikv) {
        res[layers[ikv].buft] += ggml_backend_buffer_get_size(pool[ikv].buf.get());
    }
    for (const auto & [_, buf] : queries.bufs) {
        res[ggml_backend_buffer_get_type(buf.get())] += ggml_backend_buffer_get_size(buf.get());
    }
    return res;
}

int32_t llama_compact_store::enable(uint32_t n_uniform, uint32_t n_recent) {
    if (unsupported()) {
        last_error = reason;
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    if (n_uniform > (1u << 20) || n_recent > (1u << 20) || n_uniform + n_recent == 0) {
        last_error = "the number of sampled queries is out of range";
        return LLAMA_COMPACT_ERR_INVALID;
    }
    if (queries.enabled()) {
        if (queries.n_uniform == n_uniform && queries.n_recent == n_recent) {
            return LLAMA_COMPACT_OK;
        }
        last_error = "queries are sampled already, with other sizes";
        return LLAMA_COMPACT_ERR_INVALID;
    }

    if (cells().get_used() > 0 || has_blocks()) {
        last_error = "sampling has to start before the first token is decoded";
        return LLAMA_COMPACT_ERR_INVALID;
    }

    reservoir res;
    res.n_uniform = n_uniform;
    res.n_recent  = n_recent;
    res.slots.resize(n_uniform + n_recent);

    for (const auto & l : layers) {
        ggml_init_params params = { 2*ggml_tensor_overhead(), nullptr, true };
        ggml_context_ptr ctx { ggml_init(params) };

        // q8_0 halves the sample's memory; its rounding is far below the spread of the queries themselves
        const int64_t   n_embd = (int64_t) l.n_head*l.d_k;
        const ggml_type type   = l.d_k % ggml_blck_size(GGML_TYPE_Q8_0) == 0 ? GGML_TYPE_Q8_0 : GGML_TYPE_F16;

        ggml_tensor * t = ggml_new_tensor_2d(ctx.get(), type, n_embd, res.extra() + 1);
        ggml_format_name(t, "compact_queries_l%d", l.il);

        ggml_backend_buffer_ptr buf { ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), l.buft) };
        if (!buf) {
            last_error = "no memory for the query sample";
            return LLAMA_COMPACT_ERR_MEMORY;
        }
        ggml_backend_buffer_clear(buf.get(), 0);

        res.rows.push_back(t);
        res.bufs.emplace_back(std::move(ctx), std::move(buf));
    }

    queries = std::move(res);
    epoch++;
    return LLAMA_COMPACT_OK;
}

//
// sequences
//

static llama_pos upper(llama_pos p1) {
    return p1 < 0 ? std::numeric_limits<llama_pos>::max() : p1;
}

bool llama_compact_store::seq_rm_allowed(llama_seq_id seq, llama_pos p0, llama_pos p1) const {
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    for (const auto & b : blocks) {
        const bool carried = seq < 0 ? b.seqs.any() : b.seqs.test(seq);
        if (carried && p0 < b.p1 && p1 > b.p0 && !(p0 <= b.p0 && p1 >= b.p1)) {
            last_error = "positions inside a compacted block cannot be removed one by one";
            return false;
        }
    }
    return true;
}

void llama_compact_store::seq_rm(llama_seq_id seq, llama_pos p0, llama_pos p1) {
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    for (auto & b : blocks) {
        if (p0 <= b.p0 && p1 >= b.p1 && b.seqs.any()) {
            if (seq < 0) {
                b.seqs.reset();
            } else {
                b.seqs.reset(seq);
            }
            epoch++; // who carries what decides the shape of the block mask
        }
    }
    queries.drop(seq, p0, p1);
    disturb(seq, p0, p1, "tokens of the range were removed");
    drop_dead_blocks();
}

void llama_compact_store::seq_cp(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) {
    if (src == dst) {
        return;
    }
    p0 = std::max(p0, 0);
    p1 = upper(p1);
    for (auto & b : blocks) {
        if (!b.seqs.test(src) || p0 >= b.p1 || p1 <= b.p0) {
            continue;
        }
        if (p0 <= b.p0 && p1 >= b.p1) {
            b.seqs.set(dst);
            epoch++;
        } else {
            LLAMA_LOG_ERROR("%s: the range [%d, %d) cuts a compacted block, which is not copied\n", __func__, p0, p1);
        }
    }
    queries.share(src, dst, p0, p1);
    disturb(dst, p0, p1, "tokens were copied into the range");
}

void llama_compact_store::seq_keep(llama_seq_id seq) {
    for (auto & b : blocks) {
        const bool has = b.seqs.test(seq);
        b.seqs.reset();
        b.seqs.set(seq, has);
        epoch++;
    }
    for (auto & s : queries.slots) {
        const bool has = s.seqs.test(seq);
        s.seqs.reset();
        s.seqs.set(seq, has);
    }
    for (auto * job : jobs) {
        if (job->sequence() != seq) {
            job->spoil("the sequence was removed");
        }
    }
    drop_dead_blocks();
}

void llama_compact_store::clear() {
    for (auto & b : blocks) {
        b.seqs.reset();
        epoch++;
    }
    queries.clear();
    disturb_all("the cache was cleared");
    drop_dead_blocks();
}

// Nobody carries a dead block: its rows get no weight from here on and are given back when the pool is laid out next.
void llama_compact_store::drop_dead_blocks() {
    for (size_t ib = 0; ib < blocks.size(); ++ib) {
        if (blocks[ib].seqs.any() || blocks[ib].n_tokens == 0) {
            continue;
        }
        blocks[ib].n_tokens = 0;
        for (auto & p : pool) {
            for (auto & r : p.heads) {
                uint32_t at = 0;
                for (size_t i = 0; i < ib; ++i) {
                    at += r.spans[i];
                }
                const uint32_t n = r.spans[ib];
                if (n > 0) {
                    std::fill_n(r.beta.begin() + at, n, ggml_fp32_to_fp16(-INFINITY));
                    ggml_backend_tensor_set(r.t_beta, r.beta.data() + at, at*sizeof(ggml_fp16_t), n*sizeof(ggml_fp16_t));
                }
            }
        }
        epoch++;
    }
}

bool llama_compact_store::has_blocks() const {
    return std::any_of(blocks.begin(), blocks.end(), [](const block & b) { return b.seqs.any(); });
}

llama_pos llama_compact_store::pos_min(llama_seq_id seq) const {
    llama_pos res = -1;
    for (const auto & b : blocks) {
        if (b.seqs.test(seq)) {
            res = res < 0 ? b.p0 : std::min(res, b.p0);
        }
    }
    return res;
}

llama_pos llama_compact_store::pos_max(llama_seq_id seq) const {
    llama_pos res = -1;
    for (const auto & b : blocks) {
        if (b.seqs.test(seq)) {
            res = std::max(res, b.p1 - 1);
        }
    }
    return res;
}

bool llama_compact_store::settle() {
    if (!stock_released || has_blocks() || cells().get_used() > 0) {
        return true;
    }

    pool.clear();
    blocks.clear();
    epoch++;
    disturb_all("the cache is empty");

    for (auto & [ctx, buf] : kv.ctxs_bufs) {
        if (buf) {
            continue;
        }
        // the tensors of a released buffer are laid out again
        if (grows()) {
            reshape_stock(kv_layer_of(ctx.get()), n_first);
        }
        for (ggml_tensor * t = ggml_get_first_tensor(ctx.get()); t; t = ggml_get_next_tensor(ctx.get(), t)) {
            t->data   = nullptr;
            t->buffer = nullptr;
        }
        buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), layers[kv_layer_of(ctx.get())].buft));
        if (!buf) {
            last_error = "no memory for the KV cache";
            return false;
        }
        ggml_backend_buffer_clear(buf.get(), 0);
    }

    stock_released = false;
    stuck = false;
    cells().resize(grows() ? n_first : n_stock);
    kv.v_heads[0] = 0;
    trim();
    return true;
}

uint32_t llama_compact_store::kv_layer_of(const ggml_context * ctx) const {
    for (uint32_t ikv = 0; ikv < kv.layers.size(); ++ikv) {
        if (kv.ctxs_bufs[ctx_of_layer[ikv]].first.get() == ctx) {
            return ikv;
        }
    }
    return 0;
}

// Frees the stock tensors of a layer; their shapes stay for those who ask for types and sizes.
void llama_compact_store::release_stock(uint32_t ikv) {
    auto & [ctx, buf] = kv.ctxs_bufs[ctx_of_layer[ikv]];
    for (ggml_tensor * t = ggml_get_first_tensor(ctx.get()); t; t = ggml_get_next_tensor(ctx.get(), t)) {
        t->data   = nullptr;
        t->buffer = nullptr;
    }
    buf.reset();
    stock_released = true;
}
