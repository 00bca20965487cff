// What the tests of compaction share: a context that samples queries, tables of budgets, executed attention against a
// reference softmax in double precision.
#pragma once

#include "llama-compact.h"
#include "support.h"

#include "ggml-backend.h"
#include "ggml.h"
#include "gguf.h"

#include <cstring>
#include <map>
#include <set>

namespace lt {

inline context_ptr make_compacting(const model_ptr & model, const llama_context_params & params,
                                   uint32_t n_uniform = 64, uint32_t n_recent = 16) {
    context_ptr ctx = make_context(model, params);
    const int32_t rc = llama_kv_compact_enable(ctx.get(), n_uniform, n_recent);
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "enable: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
    return ctx;
}

inline llama_compact_info info_of(llama_context * ctx, llama_seq_id seq = 0) {
    llama_compact_info info;
    LT_REQUIRE(llama_kv_cache_compact_info(ctx, seq, &info), "no info: %s", llama_kv_compact_last_error(ctx));
    return info;
}

// params for tiny caches: few queries, block [p0, p1)
inline llama_compact_params small_params(llama_pos p0, llama_pos p1, int32_t n_rows = 16) {
    llama_compact_params params = llama_kv_compact_default_params();
    params.p0          = p0;
    params.p1          = p1;
    params.n_rows      = n_rows;
    params.n_queries   = 96;
    params.n_held_out  = 32;
    params.future_span = 64;
    params.own_values  = true;
    return params;
}

using job_ptr = std::unique_ptr<llama_compact_job, decltype(&llama_kv_compact_free)>;

inline job_ptr begin(llama_context * ctx, const llama_compact_params & params, llama_seq_id seq = 0) {
    int32_t status = 1;
    job_ptr job(llama_kv_compact_begin(ctx, seq, &params, &status), llama_kv_compact_free);
    LT_REQUIRE(job != nullptr && status == LLAMA_COMPACT_OK, "begin: %d %s", status, llama_kv_compact_last_error(ctx));
    return job;
}

inline llama_compact_report compact(llama_context * ctx, const llama_compact_params & params, llama_seq_id seq = 0) {
    llama_compact_report report;
    std::memset(&report, 0, sizeof report);
    const int32_t rc = llama_kv_cache_compact(ctx, seq, &params, &report);
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "compact: %d %s", rc, llama_kv_compact_last_error(ctx));
    return report;
}

struct head_entry {
    int32_t layer;
    int32_t head;
    int32_t n_rows; // rows in blocks
    int32_t type_k;
    int32_t type_v;
};

inline std::vector<head_entry> heads_of(llama_context * ctx) {
    const int32_t n = llama_kv_compact_heads(ctx, nullptr, nullptr, nullptr, nullptr, nullptr, 0);
    LT_REQUIRE(n > 0, "no head table: %d", n);
    std::vector<int32_t> layer(n), head(n), n_rows(n), type_k(n), type_v(n);
    llama_kv_compact_heads(ctx, layer.data(), head.data(), n_rows.data(), type_k.data(), type_v.data(), n);
    std::vector<head_entry> entries;
    for (int32_t i = 0; i < n; i++) {
        entries.push_back({ layer[i], head[i], n_rows[i], type_k[i], type_v[i] });
    }
    return entries;
}

inline std::vector<int32_t> carried_rows(llama_context * ctx, llama_seq_id seq, llama_pos p0 = 0, llama_pos p1 = -1) {
    std::vector<int32_t> rows(std::max(0, llama_kv_compact_rows(ctx, seq, p0, p1, nullptr, 0)));
    LT_REQUIRE(llama_kv_compact_rows(ctx, seq, p0, p1, rows.data(), (int32_t) rows.size()) == (int32_t) rows.size(), "rows of %d", seq);
    return rows;
}

// odd lengths that differ from head to head; types are given out in turn, to V one turn later if they are not to be equal
inline std::vector<llama_compact_head> ragged_budgets(int n_heads, const std::vector<int32_t> & types = { -1 }, bool equal = true) {
    static const int32_t rows[] = { 17, 3, 61, 9, -1, 33, 5, 101, 1, 27, 45, 7 };
    std::vector<llama_compact_head> heads(n_heads);
    for (int i = 0; i < n_heads; i++) {
        heads[i] = { rows[i % 12], types[i % types.size()], types[(i + !equal) % types.size()], nullptr };
    }
    return heads;
}

inline void set_heads(llama_compact_params & params, const std::vector<llama_compact_head> & heads) {
    params.heads   = heads.data();
    params.n_heads = (int32_t) heads.size();
}

struct shape {
    int n_head;
    int n_head_kv;
    int d;   // numbers of a key
    int d_v; // ... of a value; where keys are longer, it is their first ones
    double scale; // of logits
    std::map<int, std::vector<float>> sinks;   // by layer, [n_head]; layers without have none
    std::map<int, std::vector<int>>   readers; // by layer: itself and those that attend to its rows

    bool v_in_k() const { return d_v < d; }

    double sink(int layer, int head) const {
        const auto it = sinks.find(layer);
        return it == sinks.end() ? -INFINITY : it->second[head];
    }
};

// rows of one (layer, KV head) as stored, in f32 and in the model's own basis: block rows, then live rows in use
struct head_rows {
    int n_block = 0;
    int n       = 0;
    std::vector<float> k, v, beta;
};

inline head_rows rows_of(llama_context * ctx, int32_t entry, const shape & s) {
    const head_entry e    = heads_of(ctx)[entry];
    const int        room = e.n_rows + (int) info_of(ctx).capacity_used;
    head_rows rows;
    rows.n_block = e.n_rows;
    rows.k.resize((size_t) room * s.d);
    rows.v.resize((size_t) room * s.d_v);
    rows.beta.assign(room, 0.0f);
    rows.n = llama_kv_compact_get_rows(ctx, entry, rows.k.data(), rows.v.data(), rows.beta.data(), room);
    LT_REQUIRE(rows.n == room, "entry %d: %d rows instead of %d", entry, rows.n, room);
    for (int i = rows.n_block; i < rows.n; i++) {
        LT_CHECK(rows.beta[i] == 0.0f, "live row %d of entry %d has beta %f", i, entry, rows.beta[i]);
    }
    return rows;
}

// Queries (after RoPE) and attention outputs (before the output projection) of the last graph, by layer.
struct capture {
    std::map<int, std::vector<float>> q;   // [n_tokens][n_head][d]
    std::map<int, std::vector<float>> out;
    std::set<int>                     latent; // layers whose output is that of latent attention

    void clear() {
        q.clear();
        latent.clear();
        out.clear();
    }

    static bool callback(ggml_tensor * t, bool ask, void * self) {
        int  il      = -1;
        char tail    = 0;
        // lfm2 gives its turned queries no name
        const ggml_tensor * named = t->op == GGML_OP_ROPE && std::strncmp(t->src[0]->name, "model.layers", 12) == 0 ? t->src[0] : t;
        const bool is_q   = std::sscanf(named->name, named == t ? "Qcur-%d%c" : "model.layers.{}.self_attn.q_layernorm-%d%c", &il, &tail) == 1 ||
                            std::sscanf(t->name, "Qcur_pos-%d%c", &il, &tail) == 1 || // later, where they are called so
                            std::sscanf(t->name, "Qcur_attn_temp_scaled-%d%c", &il, &tail) == 1;
        const bool is_latent = std::sscanf(t->name, "kqv_latent-%d%c", &il, &tail) == 1; // not yet values of heads
        const bool is_out    = is_latent || std::sscanf(t->name, "attn_pregate-%d%c", &il, &tail) == 1 ||
                               (std::sscanf(t->name, "kqv_out-%d%c", &il, &tail) == 1 && static_cast<capture *>(self)->latent.count(il) == 0);
        if (!is_q && !is_out) {
            return !ask;
        }
        if (is_latent) {
            static_cast<capture *>(self)->latent.insert(il);
        }
        if (!ask && t->type == GGML_TYPE_F32) {
            auto & to = is_q ? static_cast<capture *>(self)->q[il] : static_cast<capture *>(self)->out[il];
            std::vector<uint8_t> raw(ggml_nbytes(t));
            ggml_backend_tensor_get(t, raw.data(), 0, raw.size());
            to.resize(ggml_nelements(t));
            size_t at = 0;
            for (int64_t i2 = 0; i2 < t->ne[2]; i2++) {
                for (int64_t i1 = 0; i1 < t->ne[1]; i1++) {
                    for (int64_t i0 = 0; i0 < t->ne[0]; i0++) {
                        std::memcpy(&to[at++], raw.data() + i0*t->nb[0] + i1*t->nb[1] + i2*t->nb[2], sizeof(float));
                    }
                }
            }
        }
        return true;
    }

    void attach(llama_context_params & params) {
        params.cb_eval           = callback;
        params.cb_eval_user_data = this;
    }
};

inline shape shape_of(const model_ptr & model, const std::string & path) {
    // the models of make_models.py have heads of 64, but for those of llama and the latent of make_deepseek2, and beside recurrent layers two KV heads
    const int n_head_kv = llama_model_n_head_kv(model.get()); // of the first layer: none where that is recurrent
    shape res = { llama_model_n_head(model.get()), n_head_kv > 0 ? n_head_kv : 2, 64, 64, 1.0/8.0, {}, {} };

    ggml_context * data = nullptr;
    gguf_context * file = gguf_init_from_file(path.c_str(), { false, &data });
    LT_REQUIRE(file != nullptr, "cannot read %s", path.c_str());
    for (int il = 0; il < llama_model_n_layer(model.get()); il++) {
        const std::string name = "blk." + std::to_string(il) + ".attn_sinks.weight";
        if (const ggml_tensor * t = ggml_get_tensor(data, name.c_str())) {
            const float * x = (const float *) t->data;
            res.sinks[il].assign(x, x + res.n_head);
        }
    }
    const auto number = [&](const char * key) {
        const int64_t id = gguf_find_key(file, key);
        return id < 0 ? 0 : (int) gguf_get_val_u32(file, id);
    };
    const int n_layer = llama_model_n_layer(model.get());
    const int n_own   = n_layer - number("gemma4.attention.shared_kv_layers");
    for (int il = 0; il < n_own; il++) {
        res.readers[il].push_back(il);
    }
    if (n_own < n_layer) {
        const int64_t id = gguf_find_key(file, "gemma4.attention.sliding_window_pattern");
        for (int il = n_own; il < n_layer; il++) {
            const bool sliding = ((const int8_t *) gguf_get_arr_data(file, id))[il] != 0;
            res.readers[n_own - (sliding ? 2 : 1)].push_back(il);
        }
    }
    if (gguf_find_key(file, "llama.block_count") >= 0) {
        res.d     = number("llama.attention.key_length");
        res.d_v   = number("llama.attention.value_length");
        res.scale = 1.0/std::sqrt((double) res.d);
    }
    if (gguf_find_key(file, "deepseek2.block_count") >= 0) {
        res.d = number("deepseek2.attention.key_length");
    }
    if (gguf_find_key(file, "gemma4.block_count") >= 0) {
        res.scale = 1.0;
    }
    gguf_free(file);
    ggml_free(data);
    return res;
}

// softmax(scale q K^T + beta) V over the first n rows, with a sink's logit in the sum
inline std::vector<double> reference_attention(const float * q, const head_rows & rows, int n, const shape & s, double sink) {
    const int d = s.d, d_v = s.d_v;
    std::vector<double> score(n);
    double top = sink;
    for (int j = 0; j < n; j++) {
        double dot = 0.0;
        for (int c = 0; c < d; c++) {
            dot += (double) q[c] * rows.k[(size_t) j * d + c];
        }
        score[j] = dot * s.scale + rows.beta[j];
        top      = std::max(top, score[j]);
    }
    std::vector<double> out(d_v, 0.0);
    double mass = std::exp(sink - top);
    for (int j = 0; j < n; j++) {
        const double w = std::exp(score[j] - top);
        mass += w;
        for (int c = 0; c < d_v; c++) {
            out[c] += w * rows.v[(size_t) j * d_v + c];
        }
    }
    for (auto & x : out) {
        x /= mass;
    }
    return out;
}

// Worst ||executed - reference|| / ||reference|| over the query heads of an entry, of all layers that read it, and the tokens of the last batch
// (n_tokens of one sequence, appended in order). `edit` may change the rows first.
inline double attention_error(llama_context * ctx, const capture & seen, const shape & s, int32_t entry, int n_tokens,
                              const std::function<void(head_rows &)> & edit = nullptr) {
    const head_entry e    = heads_of(ctx)[entry];
    head_rows        rows = rows_of(ctx, entry, s);
    if (edit) {
        edit(rows);
    }
    const int group = s.n_head / s.n_head_kv;
    double worst = 0.0;
    for (const int layer : s.readers.at(e.layer)) {
        const auto q   = seen.q.find(layer);
        const auto out = seen.out.find(layer);
        LT_REQUIRE(q != seen.q.end() && out != seen.out.end(), "layer %d was not captured", layer);
        const size_t expected = (size_t) n_tokens * s.n_head;
        LT_REQUIRE(q->second.size() == expected * s.d && out->second.size() == expected * s.d_v,
                   "captured %zu and %zu numbers of %zu heads", q->second.size(), out->second.size(), expected);

        for (int i = 0; i < n_tokens; i++) {
            const int visible = rows.n - (n_tokens - 1 - i);
            for (int h = e.head * group; h < (e.head + 1) * group; h++) {
                const size_t at = (size_t) i * s.n_head + h;
                const auto ref = reference_attention(&q->second[at * s.d], rows, visible, s, s.sink(layer, h));
                double diff = 0.0, norm = 0.0;
                for (int c = 0; c < s.d_v; c++) {
                    diff += std::pow(ref[c] - (double) out->second[at * s.d_v + c], 2);
                    norm += ref[c] * ref[c];
                }
                const double error = std::sqrt(diff / norm);
                worst = std::isfinite(error) ? std::max(worst, error) : INFINITY;
            }
        }
    }
    return worst;
}

} // namespace lt
