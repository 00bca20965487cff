#include "row_types.h"

#include "row_access.h"

#include <algorithm>
#include <string>
#include <vector>

namespace compaction {

namespace {

struct pairs {
    const char *           backend; // its name in the registry
    bool                   equal;   // K and V of one type
    std::vector<ggml_type> types;
};

// Read from the backends' sources. CUDA: GGML_CUDA_FA_QUANTS as it is by default; Metal: supports_op refuses unequal pairs;
// Vulkan: any two of the types.
const std::vector<pairs> & known() {
    static const std::vector<pairs> res = {
        { "MTL",    true,  { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0 } },
        { "Vulkan", false, { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0 } },
        { "",       true,  { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 } }, // CUDA and its kin, and what nobody knows
    };
    return res;
}

} // namespace

bool is_fast_pair(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    if (host_functions_of(l)) {
        return true;
    }
    ggml_backend_dev_t dev  = ggml_backend_buft_get_device(l.buft);
    const std::string  name = dev ? ggml_backend_reg_name(ggml_backend_dev_backend_reg(dev)) : "";
    const auto         it   = std::find_if(known().begin(), known().end() - 1, [&](const pairs & p) { return name == p.backend; });
    const auto         has  = [&](ggml_type t) { return std::find(it->types.begin(), it->types.end(), t) != it->types.end(); };
    return has(type_k) && has(type_v) && (type_k == type_v || !it->equal);
}

} // namespace compaction
