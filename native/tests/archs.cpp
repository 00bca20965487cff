#include "archs.h"

#define main upstream_main
#include "test-llama-archs.cpp"
#undef main

#include "llama-kv-cache-iswa.h"
#include "llama-kv-cache.h"
#include "llama-memory-hybrid-iswa.h"
#include "llama-memory-hybrid.h"
#include "llama-memory-recurrent.h"
#include "llama-model.h"

#include <map>

namespace lt {

static llm_arch arch_of(const arch_variant & variant) {
    return llm_arch_all().at(variant.index);
}

std::vector<arch_variant> all_archs() {
    std::vector<arch_variant> all;
    const auto & archs = llm_arch_all();
    for (size_t i = 0; i < archs.size(); i++) {
        if (archs[i] == LLM_ARCH_UNKNOWN) {
            continue;
        }
        for (const bool moe : { false, true }) {
            if (moe ? moe_implemented(archs[i]) : !moe_mandatory(archs[i])) {
                all.push_back({ llm_arch_name(archs[i]), moe, (int) i });
            }
        }
    }
    return all;
}

const char * not_made(const arch_variant & variant) {
    static const std::map<llm_arch, const char *> reasons = {
        { LLM_ARCH_CLIP,             "a vision projector" },
        { LLM_ARCH_GPTJ,             "llama.cpp has no graph for it" },
        { LLM_ARCH_BERT,             "an encoder" },
        { LLM_ARCH_NOMIC_BERT,       "an encoder" },
        { LLM_ARCH_NOMIC_BERT_MOE,   "an encoder" },
        { LLM_ARCH_JINA_BERT_V2,     "an encoder" },
        { LLM_ARCH_JINA_BERT_V3,     "an encoder" },
        { LLM_ARCH_LLAMA_EMBED,      "an encoder" },
        { LLM_ARCH_RWKV6,            "recurrent" },
        { LLM_ARCH_RWKV6QWEN2,       "recurrent" },
        { LLM_ARCH_RWKV7,            "recurrent" },
        { LLM_ARCH_ARWKV7,           "recurrent" },
        { LLM_ARCH_PLM,              "upstream does not describe its shapes" },
        { LLM_ARCH_CHAMELEON,        "llama.cpp has a part of it only" },
        { LLM_ARCH_GEMMA4_ASSISTANT, "drafts for another model" },
        { LLM_ARCH_EAGLE3,           "drafts for another model" },
        { LLM_ARCH_DFLASH,           "drafts for another model" },
        { LLM_ARCH_GRANITE_SWITCH,   "needs adapters" },
        { LLM_ARCH_DEEPSEEK2OCR,     "reads pictures of text" },
    };
    const auto found = reasons.find(arch_of(variant));
    return found == reasons.end() ? nullptr : found->second;
}

// upstream's description, completed where upstream leaves an architecture out
static gguf_context_ptr description(const arch_variant & variant) {
    const llm_arch   arch = arch_of(variant);
    gguf_context_ptr res  = get_gguf_ctx(arch, variant.moe);
    const auto       key  = [&](const char * name) { return variant.name + "." + name; };
    if (arch == LLM_ARCH_GEMMA4) {
        const bool pattern[] = { true, true, true, true, false };
        gguf_set_arr_data(res.get(), key("attention.sliding_window_pattern").c_str(), GGUF_TYPE_BOOL, pattern, 5);
        gguf_set_val_u32(res.get(), key("attention.shared_kv_layers").c_str(), 0);
    }
    if (arch == LLM_ARCH_LFM2) { // its models have none
        gguf_remove_key(res.get(), key("attention.sliding_window").c_str());
    }
    return res;
}

// Rows of unit variance give queries and keys whose scores vary by about 2, and steps of the residual stream that are
// small enough not to amplify rounding
static void fill(ggml_tensor * tensor, void * unscaled) {
    const std::string name = tensor->name;
    const auto        has  = [&](const char * part) { return name.find(part) != std::string::npos; };

    std::mt19937                    gen(std::hash<std::string>{}(name) % 1000003);
    std::normal_distribution<float> normal(0.0f, 1.0f);

    float mean = 0.0f, spread = 0.05f;
    if (has("norm") && has("weight")) {
        // scores that are not divided by the root of the head size
        mean   = *(const bool *) unscaled && (has("attn_q_norm") || has("attn_k_norm")) ? 0.3f : 1.0f;
        spread = 0.1f;
    } else if (has("token_embd") || has("per_layer_token_embd")) {
        spread = 1.0f;
    } else if (has(".weight") && tensor->ne[1] > 1) {
        const float gain = has("attn_q") || has("attn_k") ? 1.5f : has("_down") || has("attn_out") ? 0.3f : 1.0f;
        spread = gain/std::sqrt((float) tensor->ne[0]);
    }
    std::vector<float> values(ggml_nelements(tensor));
    for (float & value : values) {
        value = mean + spread*normal(gen);
        if (has("ssm_a")) {
            value = -std::fabs(value) - 0.05f; // a decay
        }
    }
    if (tensor->type == GGML_TYPE_F32) {
        ggml_backend_tensor_set(tensor, values.data(), 0, ggml_nbytes(tensor));
        return;
    }
    GGML_ASSERT(tensor->type == GGML_TYPE_F16);
    std::vector<ggml_fp16_t> halves(values.size());
    ggml_fp32_to_fp16_row(values.data(), halves.data(), (int64_t) values.size());
    ggml_backend_tensor_set(tensor, halves.data(), 0, ggml_nbytes(tensor));
}

model_ptr make_arch(const arch_variant & variant) {
    const auto         gguf   = description(variant);
    llama_model_params params = llama_model_default_params();
    params.n_gpu_layers       = 0;
    params.progress_callback  = silent_model_load_progress;
    bool unscaled = arch_of(variant) == LLM_ARCH_GEMMA4;
    return { llama_model_init_from_user(gguf.get(), fill, &unscaled, params), llama_model_free };
}

// whether the architecture reads the key; upstream describes all of them to every one
static bool is_read(const std::string & key, const llama_hparams & hparams) {
    const auto none_recurrent = [](const llama_hparams & h) {
        for (uint32_t il = 0; il < h.n_layer(); il++) {
            if (h.is_recr(il)) {
                return false;
            }
        }
        return true;
    };
    const std::vector<std::pair<const char *, std::function<bool(const llama_hparams &)>>> unread = {
        { "kv_lora_rank",              [](const llama_hparams & h) { return h.n_lora_kv == 0; } },
        { "_length_mla",               [](const llama_hparams & h) { return !h.is_mla(); } },
        { "max_alibi_bias",            [](const llama_hparams & h) { return h.f_max_alibi_bias <= 0.0f; } },
        { "sliding_window",            [](const llama_hparams & h) { return h.n_swa == 0; } },
        { ".attention.indexer.",       [](const llama_hparams & h) { return h.indexer_top_k == 0; } },
        { ".shortconv.",               [](const llama_hparams & h) { return h.n_shortconv_l_cache == 0; } },
        { ".wkv.",                     [](const llama_hparams & h) { return h.wkv_head_size == 0; } },
        { ".kda.",                     [](const llama_hparams & h) { return h.n_embd_head_kda == 0; } },
        { ".ssm.group_count",          [](const llama_hparams & h) { return h.ssm_n_group == 0; } },
        { ".ssm.",                     [](const llama_hparams & h) { return h.ssm_d_state == 0; } },
        { ".full_attention_interval",  none_recurrent },
    };
    return std::none_of(unread.begin(), unread.end(), [&](const auto & rule) {
        return key.find(rule.first) != std::string::npos && rule.second(hparams);
    });
}

static void write_numbers(gguf_type type, const void * data, size_t n, std::ostream & out) {
    for (size_t i = 0; i < n; i++) {
        out << (i ? ", " : "");
        switch (type) {
            case GGUF_TYPE_UINT32:  out << ((const uint32_t *) data)[i]; break;
            case GGUF_TYPE_INT32:   out << ((const int32_t  *) data)[i]; break;
            case GGUF_TYPE_UINT64:  out << ((const uint64_t *) data)[i]; break;
            case GGUF_TYPE_FLOAT32: out << ((const float    *) data)[i]; break;
            case GGUF_TYPE_BOOL:    out << (((const int8_t  *) data)[i] ? "true" : "false"); break;
            default: throw std::logic_error("a type of number that is not known");
        }
    }
}

void write_metadata(const arch_variant & variant, const llama_model & model, std::ostream & out, const char * indent) {
    const auto gguf = description(variant);
    // of all that upstream describes, what decides how a cache is laid out
    static const std::vector<std::string> parts = {
        ".block_count", ".embedding_length", ".attention.head_count", ".attention.key_length", ".attention.value_length",
        ".attention.sliding_window", ".attention.kv_lora_rank", ".attention.max_alibi_bias", ".attention.shared_kv_layers",
        ".attention.indexer.", ".attention.recurrent_layers", ".attention.compress_ratios", ".full_attention_interval",
        ".feed_forward_length", ".hrm.", ".kda.", ".rope.dimension_count", ".shortconv.", ".ssm.", ".wkv.",
    };
    std::map<std::string, int64_t> keys;
    for (int64_t id = 0; id < gguf_get_n_kv(gguf.get()); id++) {
        const std::string key = gguf_get_key(gguf.get(), id);
        const bool wanted = key.rfind(variant.name + ".", 0) == 0 && std::any_of(parts.begin(), parts.end(), [&](const auto & part) {
            return key.find(part, variant.name.size()) == variant.name.size();
        });
        if (wanted && is_read(key, model.hparams)) {
            keys[key] = id;
        }
    }
    bool first = true;
    for (const auto & [key, id] : keys) {
        const gguf_type type = gguf_get_kv_type(gguf.get(), id);
        if (type == GGUF_TYPE_STRING) {
            continue;
        }
        out << (first ? "" : ",\n") << indent << "\"" << key << "\": ";
        first = false;
        if (type == GGUF_TYPE_ARRAY) {
            out << "[";
            write_numbers(gguf_get_arr_type(gguf.get(), id), gguf_get_arr_data(gguf.get(), id), gguf_get_arr_n(gguf.get(), id), out);
            out << "]";
        } else {
            write_numbers(type, gguf_get_val_data(gguf.get(), id), 1, out);
        }
    }
}

void write_tensors(const llama_model & model, std::ostream & out, const char * indent) {
    static const std::regex wanted("token_embd\\.weight|blk\\.\\d+\\.(attn_(q|k|v|qkv|q_a|q_b|kv_a_mqa|kv_b)\\.weight|ssm_a|ssm_in\\.weight|"
                                   "shortconv\\.conv\\.weight|time_mix_key\\.weight)");
    bool first = true;
    for (const auto & [name, tensor] : model.tensors_by_name) {
        if (!std::regex_match(name, wanted)) {
            continue;
        }
        out << (first ? "" : ",\n") << indent << "\"" << name << "\": [";
        for (int i = 0; i < ggml_n_dims(tensor); i++) {
            out << (i ? ", " : "") << tensor->ne[i];
        }
        out << "]";
        first = false;
    }
}

memory_facts memory_of(const llama_context * ctx) {
    auto * memory = llama_get_memory(ctx);
    if (!memory) {
        return { "none", 0 };
    }
    uint64_t bytes = 0;
    for (const auto & [_, size] : memory->memory_breakdown()) {
        bytes += size;
    }
    const char * kind = "other";
    if (dynamic_cast<llama_memory_recurrent *>(memory)) {
        kind = "recurrent";
    } else if (dynamic_cast<llama_memory_hybrid *>(memory) || dynamic_cast<llama_memory_hybrid_iswa *>(memory)) {
        kind = "hybrid";
    } else if (dynamic_cast<llama_kv_cache *>(memory) || dynamic_cast<llama_kv_cache_iswa *>(memory)) {
        kind = "attention";
    }
    return { kind, bytes };
}

bool generates(const llama_model & model) {
    return llama_model_has_decoder(&model) && model.hparams.causal_attn && !llama_model_is_diffusion(&model);
}

} // namespace lt
