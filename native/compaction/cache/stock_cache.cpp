#include "stock_cache.h"

#include "../compute/buffers.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace compaction {

ggml_tensor first_rows(const ggml_tensor & t, uint32_t n) {
    ggml_tensor res = t;
    res.ne[1] = n;
    res.nb[2] = res.nb[3] = res.nb[1]*n;
    return res;
}

void copy_rows(const ggml_tensor & from, const ggml_tensor & to, uint32_t n) {
    if (n > 0) {
        ggml_tensor src = first_rows(from, n);
        ggml_tensor dst = first_rows(to, n);
        ggml_backend_tensor_copy(&src, &dst);
    }
}

bool layer_info::has_sinks() const {
    return std::any_of(readers.begin(), readers.end(), [](const layer_reader & r) { return !r.sinks.empty(); });
}

std::vector<float> layer_info::sinks_of(uint32_t h) const {
    std::vector<float> res;
    if (has_sinks()) {
        for (const auto & r : readers) {
            for (uint32_t g = 0; g < n_group(); ++g) {
                res.push_back(r.sinks.empty() ? -1e30f : r.sinks[h*n_group() + g]);
            }
        }
    }
    return res;
}

stock_cache::stock_cache(const llama_model & model, llama_kv_cache & kv) : model(model), hparams(kv.hparams), kv(kv) {
    if (kv.layers.empty()) {
        refuse("the model has no attention layers with a KV cache here");
    }
    if (kv.other) {
        refuse("this model reads another context's KV cache");
    }
    if (kv.n_stream != 1) {
        refuse("compaction needs a unified KV cache (kv_unified)");
    }
    if (kv.v_trans) {
        refuse("compaction needs flash attention");
    }
    if (hparams.is_mla() && hparams.swa_type != LLAMA_SWA_TYPE_NONE) {
        // its graphs know nothing of this store
        refuse("latent attention beside sliding-window layers is not supported yet");
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

        info.v_in_k = hparams.is_mla();

        if (!layer.k || !layer.v != info.v_in_k) {
            refuse("the model's cache has no separate keys and values");
        } else if (info.v_in_k && (info.n_head_kv != 1 || info.d_v > info.d_k)) {
            refuse("values of this model's latent attention are not part of its keys");
        } else {
            info.buft = ggml_backend_buffer_get_type(layer.k->buffer);
            if (info.d_k % ggml_blck_size(layer.k->type) != 0 || info.d_v % ggml_blck_size((layer.v ? layer.v : layer.k)->type) != 0) {
                refuse("the head size is no multiple of the cache type's block size");
            }
        }
        if (info.n_head_kv == 0 || info.n_head % info.n_head_kv != 0) {
            refuse("query heads are not evenly grouped over KV heads");
        }
        for (int32_t il = 0; il < (int32_t) hparams.n_layer_all; ++il) {
            const auto it = kv.map_layer_ids.find(il);
            if (it == kv.map_layer_ids.end() || it->second != (int32_t) infos.size()) {
                continue;
            }
            info.readers.push_back({ il, 0.0f, {} });
            if (hparams.n_head(il) != info.n_head || hparams.n_head_kv(il) != info.n_head_kv ||
                    hparams.n_embd_head_k(il) != info.d_k || hparams.n_embd_head_v(il) != info.d_v) {
                refuse("layers of this model share a KV cache, but not the shape of their heads");
            }
        }
        infos.push_back(info);

        size_t at = 0;
        for (size_t i = 0; i < kv.ctxs_bufs.size(); ++i) {
            if (layer.k && ggml_get_tensor(kv.ctxs_bufs[i].first.get(), layer.k->name) == layer.k) {
                at = i;
            }
        }
        ctx_of_layer.push_back(at);
    }
    v_views.resize(infos.size());
}

void stock_cache::refuse(const char * why) {
    if (reason.empty()) {
        reason = why;
    }
}

ggml_tensor * stock_cache::v(uint32_t ikv) const {
    if (!infos[ikv].v_in_k) {
        return kv.layers[ikv].v;
    }
    // made anew each time: the keys may lie elsewhere by now
    ggml_tensor * k = kv.layers[ikv].k;
    auto        & v = v_views[ikv];
    v          = *k;
    v.ne[0]    = infos[ikv].d_v;
    v.view_src = k;
    return &v;
}

uint32_t stock_cache::reader_of(int32_t il) const {
    const auto & readers = infos[index_of(il)].readers;
    const auto   it      = std::find_if(readers.begin(), readers.end(), [&](const layer_reader & r) { return r.il == il; });
    return (uint32_t) (it - readers.begin());
}

// What was done to queries since they were projected. Architectures differ in which of their layers do without RoPE, and
// no table says so for all of them.
static void look_back(const ggml_tensor * t, layer_reader & r, int & n_left) {
    if (!t || n_left-- <= 0 || t->op == GGML_OP_NONE || t->op == GGML_OP_GET_ROWS || t->op == GGML_OP_MUL_MAT_ID) {
        return;
    }
    if (t->op == GGML_OP_MUL_MAT) {
        if (t->src[0]->flags & GGML_TENSOR_FLAG_INPUT) { // the cache's rotation, not a projection
            look_back(t->src[1], r, n_left);
        }
        return;
    }
    r.rotated  = r.rotated  || t->op == GGML_OP_ROPE;
    r.tempered = r.tempered || (t->op == GGML_OP_MUL && strcmp(t->src[1]->name, "inp_attn_scale") == 0);
    for (const ggml_tensor * src : t->src) {
        look_back(src, r, n_left);
    }
}

void stock_cache::note_attention(int32_t il, const ggml_tensor * q, float kq_scale, const ggml_tensor * sinks) {
    auto & l = infos[index_of(il)];
    auto & r = l.readers[reader_of(il)];

    int n_nodes = 256;
    look_back(q, r, n_nodes);

    r.kq_scale = kq_scale;
    if (!sinks || !r.sinks.empty() || unsupported()) {
        return;
    }
    if (sinks->type != GGML_TYPE_F32 || sinks->op != GGML_OP_NONE || !sinks->buffer || ggml_nelements(sinks) != l.n_head) {
        refuse("the model's attention sinks are not one number per head");
        return;
    }
    r.sinks.resize(l.n_head);
    ggml_backend_tensor_get(sinks, r.sinks.data(), 0, ggml_nbytes(sinks));
    for (float & x : r.sinks) {
        x = std::max(x, -1e30f); // differences of two must be numbers
    }
}

llama_compact_store * stock_cache::shared_from() const {
    return kv.other ? kv.other->get_compact() : nullptr;
}

float stock_cache::softcap() const {
    return hparams.attn_soft_cap ? hparams.f_attn_logit_softcapping : 0.0f;
}

int stock_cache::rotation_size() const {
    int n = 64; // as llama_kv_cache::build_input_k_rot
    while (kv.n_embd_head_k_all % (2*n) == 0) {
        n *= 2;
    }
    return n;
}

rope_source stock_cache::rope(const layer_reader & of) const {
    const int n = rotates_k() ? rotation_size() : 0;
    return { model, hparams, of.il, of.rotated, n > 0 ? hadamard(n) : nullptr, n };
}

float stock_cache::temperature_at(llama_pos pos) const {
    // as llm_graph_input_attn_temp::set_input
    const float n = std::floor(((float) pos + hparams.f_attn_temp_offset)/(float) std::max(hparams.n_attn_temp_floor_scale, 1u));
    return std::log(n + 1.0f)*hparams.f_attn_temp_scale + 1.0f;
}

void stock_cache::remove(llama_seq_id seq) {
    if (seq < 0) {
        kv.clear(false);
    } else {
        kv.seq_rm(seq, -1, -1);
    }
}

uint64_t stock_cache::bytes(uint32_t n_cells) const {
    uint64_t res = 0;
    for (const auto & layer : kv.layers) {
        res += (layer.k->nb[1] + (layer.v ? layer.v->nb[1] : 0))*n_cells;
    }
    return res;
}

uint64_t stock_cache::bytes_held() const {
    uint64_t res = 0;
    for (const auto & [ctx, buf] : kv.ctxs_bufs) {
        res += buf ? ggml_backend_buffer_get_size(buf.get()) : 0;
    }
    return res;
}

static void forget_memory(ggml_context * ctx) {
    for (ggml_tensor * t = ggml_get_first_tensor(ctx); t; t = ggml_get_next_tensor(ctx, t)) {
        t->data   = nullptr;
        t->buffer = nullptr;
    }
}

void stock_cache::release(uint32_t ikv, ggml_backend_buffer_ptr * keep) {
    auto & [ctx, buf] = kv.ctxs_bufs[ctx_of_layer[ikv]];
    if (keep) {
        *keep = std::move(buf);
    }
    forget_memory(ctx.get());
    buf.reset();
    any_released = true;
}

bool stock_cache::restore(uint32_t n_cells) {
    for (uint32_t ikv = 0; ikv < infos.size(); ++ikv) {
        auto & [ctx, buf] = kv.ctxs_bufs[ctx_of_layer[ikv]];
        if (buf && k(ikv)->ne[1] >= (int64_t) n_cells) {
            continue;
        }
        if (n_cells > 0) {
            reshape(ikv, n_cells);
        }
        forget_memory(ctx.get());
        buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), infos[ikv].buft));
        if (!buf) {
            return false;
        }
        ask_for_large_pages(buf.get());
        ggml_backend_buffer_clear(buf.get(), 0);
    }
    any_released = false;
    return true;
}

std::vector<ggml_tensor *> stock_cache::tensors(uint32_t ikv) const {
    const auto & layer = kv.layers[ikv];
    if (!layer.v) {
        return { layer.k, layer.k_stream[0] };
    }
    return { layer.k, layer.v, layer.k_stream[0], layer.v_stream[0] };
}

void stock_cache::reshape(uint32_t ikv, uint32_t n_cells) {
    for (ggml_tensor * t : tensors(ikv)) {
        *t = first_rows(*t, n_cells);
    }
}

bool stock_cache::resize(uint32_t ikv, uint32_t n_cells, uint32_t n_used) {
    auto & [ctx, buf] = kv.ctxs_bufs[ctx_of_layer[ikv]];

    std::vector<std::pair<ggml_tensor *, ggml_tensor>> was;
    for (ggml_tensor * t : tensors(ikv)) {
        was.emplace_back(t, *t);
    }
    reshape(ikv, n_cells);
    for (const auto & [t, _] : was) {
        t->data   = nullptr;
        t->buffer = nullptr;
    }
    ggml_backend_buffer_ptr next { ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), infos[ikv].buft) };
    if (!next) {
        for (const auto & [t, old] : was) {
            *t = old;
        }
        return false;
    }
    ask_for_large_pages(next.get());
    ggml_backend_buffer_clear(next.get(), 0);
    copy_rows(was[0].second, *k(ikv), n_used);
    if (kv.layers[ikv].v) {
        copy_rows(was[1].second, *v(ikv), n_used);
    }
    buf = std::move(next);
    return true;
}

} // namespace compaction
