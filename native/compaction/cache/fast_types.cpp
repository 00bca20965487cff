#include "fast_types.h"

#include "row_access.h"
#include "row_classes.h"
#include "type_pairs.h"

#include "ggml-cpp.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace compaction {

namespace {

struct pairs {
    const char *           backend;  // its name in the registry
    bool                   equal;    // K and V of one type
    bool                   in_parts; // unequal ones, too, of block rows that live rows lie apart from, where the device says so
    std::vector<ggml_type> types;
};

// Read from the sources of backends that do not tell. Metal: supports_op refuses unequal pairs, but for rows in parts (patch 0030);
// Vulkan: any two of the types.
const std::vector<pairs> & known() {
    static const std::vector<pairs> res = {
        { "MTL",    true,  true,  { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_N3_0, GGML_TYPE_N2_0 } },
        { "Vulkan", false, false, { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_N3_0, GGML_TYPE_N2_0 } },
        { "",       true,  false, { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 } }, // what nobody knows
    };
    return res;
}

const pairs & known_of(ggml_backend_reg_t reg) {
    const std::string name = reg ? ggml_backend_reg_name(reg) : "";
    return *std::find_if(known().begin(), known().end() - 1, [&](const pairs & p) { return name == p.backend; });
}

ggml_backend_reg_t registry_of(const layer_info & l) {
    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    return dev ? ggml_backend_dev_backend_reg(dev) : nullptr;
}

bool holds_live_rows(const layer_info & l) {
    return l.d_k % ggml_blck_size(GGML_TYPE_Q8_0) == 0 && l.d_v % ggml_blck_size(GGML_TYPE_Q8_0) == 0;
}

// the list of pairs that the backend was built for; nullptr: it has none
const char * built_pairs(ggml_backend_reg_t reg) {
    const auto get = (ggml_backend_get_features_t) ggml_backend_reg_get_proc_address(reg, "ggml_backend_get_features");
    for (const auto * f = get ? get(reg) : nullptr; f && f->name; ++f) {
        if (strcmp(f->name, "FA_QUANTS") == 0) {
            return f->value;
        }
    }
    return nullptr;
}

// Has the device that holds the layer attention over rows of these types with live rows of eight bits behind them?
bool has_kernel(const layer_info & l, ggml_type type_k, ggml_type type_v, int64_t n_queries, float softcap) {
    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    dev = dev ? dev : ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU); // whose own buffers name no device

    ggml_init_params params = { 9*ggml_tensor_overhead(), nullptr, true };
    ggml_context_ptr ctx(ggml_init(params));
    const auto rows = [&](ggml_type type, uint32_t d) { return ggml_new_tensor_4d(ctx.get(), type, d, VIEW_ROWS, 1, l.n_head_kv); };
    const auto mask = [&](int64_t n) { return ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F16, VIEW_ROWS, n); };

    ggml_tensor * q   = ggml_new_tensor_4d(ctx.get(), GGML_TYPE_F32, l.d_k, n_queries, l.n_group(), l.n_head_kv);
    ggml_tensor * res = ggml_flash_attn_ext(ctx.get(), q, rows(type_k, l.d_k), rows(type_v, l.d_v), mask(1), 1.0f, 0.0f, softcap);
    ggml_flash_attn_ext_add_rows(res, rows(GGML_TYPE_Q8_0, l.d_k), rows(GGML_TYPE_Q8_0, l.d_v), mask(n_queries));
    return ggml_backend_dev_supports_op(dev, res);
}

} // namespace

bool is_fast_pair(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    if (host_functions_of(l)) {
        return true;
    }
    // those of few bits are copied as words alone: rounded once more, they would be others
    const auto fits = [](ggml_type type, uint32_t d) {
        return d % ggml_blck_size(type) == 0 && (!has_few_bits(type) || ggml_row_size(type, d) % ggml_type_size(GGML_TYPE_I32) == 0);
    };
    if (!fits(type_k, l.d_k) || !fits(type_v, l.d_v)) {
        return false;
    }
    if (const char * pairs = graphs_only() ? getenv("LLAMA_COMPACT_PAIRS") : nullptr) { // for comparisons: of the device that is stood in for
        return lists_pair(pairs, ggml_type_name(type_k), ggml_type_name(type_v));
    }
    ggml_backend_reg_t reg = registry_of(l);
    if (const char * pairs = reg ? built_pairs(reg) : nullptr) {
        return lists_pair(pairs, ggml_type_name(type_k), ggml_type_name(type_v));
    }
    const auto & res = known_of(reg);
    const auto   has = [&](ggml_type t) { return std::find(res.types.begin(), res.types.end(), t) != res.types.end(); };
    if (!has(type_k) || !has(type_v)) {
        return false;
    }
    return type_k == type_v || !res.equal || (res.in_parts && holds_live_rows(l) && has_kernel(l, type_k, type_v, 1, 0.0f));
}

bool attends_in_parts_alone(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    ggml_backend_reg_t reg = registry_of(l);
    return type_k != type_v && reg && !host_functions_of(l) && !graphs_only() && !built_pairs(reg) && known_of(reg).in_parts;
}

bool attends_in_parts(const layer_info & l, int64_t n_queries, float softcap, bool few_bits) {
    if (!holds_live_rows(l)) {
        return false;
    }
    for (const ggml_type type_k : { GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_N3_0, GGML_TYPE_N2_0 }) {
        for (const ggml_type type_v : { GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_N3_0, GGML_TYPE_N2_0 }) {
            const bool asked = (has_few_bits(type_k) || has_few_bits(type_v)) == few_bits;
            if (asked && is_fast_pair(l, type_k, type_v) && !has_kernel(l, type_k, type_v, n_queries, softcap)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace compaction
