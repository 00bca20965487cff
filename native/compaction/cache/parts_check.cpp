#include "parts_check.h"

#include "row_classes.h"

#include "llama-impl.h"

#include "ggml-cpp.h"

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace compaction {

namespace {

constexpr int64_t N_HEADS = 2;   // in dimension 3
constexpr int64_t MANY    = 48;  // tokens of a long batch
constexpr double  BOUND   = 5e-3; // square of what differs by that of what is expected; cards have 1e-4, as queries are rounded

// numbers within -1 and 1, the same everywhere
struct numbers {
    uint64_t state = 1;

    float next() {
        state = state*6364136223846793005ull + 1442695040888963407ull;
        return (float) (state >> 40)/(float) (1 << 23) - 1.0f;
    }

    std::vector<uint8_t> rows(ggml_type type, int64_t d, int64_t n) {
        std::vector<float> x(d*n);
        for (auto & y : x) {
            y = next();
        }
        std::vector<uint8_t> res(n*ggml_row_size(type, d));
        ggml_quantize_chunk(type, x.data(), res.data(), 0, n, d, nullptr);
        return res;
    }

    // [VIEW_ROWS, n_tokens, 1, n]: the first few rows are masked, others have weights
    std::vector<uint8_t> mask(int64_t n_tokens, int64_t n, bool weights) {
        std::vector<uint8_t> res(VIEW_ROWS*n_tokens*n*sizeof(ggml_fp16_t));
        for (int64_t i = 0; i < VIEW_ROWS*n_tokens*n; ++i) {
            const float       x = i % VIEW_ROWS < 24 ? -INFINITY : weights ? 1.0f + next() : next() < -0.5f ? -INFINITY : 0.0f;
            const ggml_fp16_t h = ggml_fp32_to_fp16(x);
            memcpy(res.data() + i*sizeof(h), &h, sizeof(h));
        }
        return res;
    }
};

// attention of n_tokens; empty: it failed, or the device has no kernel for these types
std::vector<float> attend(ggml_backend_dev_t dev, const layer_info & l, int64_t n_tokens) {
    ggml_init_params params = { 16*ggml_tensor_overhead() + ggml_graph_overhead(), nullptr, true };
    ggml_context_ptr ctx(ggml_init(params));
    numbers          random;

    std::vector<std::pair<ggml_tensor *, std::vector<uint8_t>>> data;
    const auto tensor = [&](ggml_type type, std::array<int64_t, 4> ne, std::vector<uint8_t> bytes) {
        ggml_tensor * res = ggml_new_tensor(ctx.get(), type, 4, ne.data());
        data.emplace_back(res, std::move(bytes));
        return res;
    };
    const auto rows = [&](ggml_type type, int64_t d) {
        return tensor(type, { d, VIEW_ROWS, 1, N_HEADS }, random.rows(type, d, VIEW_ROWS*N_HEADS));
    };
    const int64_t n_group = l.n_group();
    const bool    many    = n_tokens == MANY;

    ggml_tensor * q      = tensor(GGML_TYPE_F32, { l.d_k, n_tokens, n_group, N_HEADS }, random.rows(GGML_TYPE_F32, l.d_k, n_tokens*n_group*N_HEADS));
    ggml_tensor * k      = rows(GGML_TYPE_Q4_0, l.d_k);
    ggml_tensor * v      = rows(GGML_TYPE_Q4_0, l.d_v);
    ggml_tensor * beta   = tensor(GGML_TYPE_F16, { VIEW_ROWS, many ? 1 : n_tokens, 1, N_HEADS }, random.mask(many ? 1 : n_tokens, N_HEADS, true));
    ggml_tensor * live_k = rows(GGML_TYPE_Q8_0, l.d_k);
    ggml_tensor * live_v = rows(GGML_TYPE_Q8_0, l.d_v);
    ggml_tensor * causal = tensor(GGML_TYPE_F16, { VIEW_ROWS, n_tokens, 1, 1 }, random.mask(n_tokens, 1, false));

    ggml_tensor * res = ggml_flash_attn_ext(ctx.get(), q, k, v, beta, 4.0f/sqrtf((float) l.d_k), 0.0f, 0.0f);
    ggml_flash_attn_ext_add_rows(res, live_k, live_v, causal);
    ggml_prec_set_acc(res, GGML_PREC_F32);
    if (!ggml_backend_dev_supports_op(dev, res)) {
        return {};
    }
    ggml_cgraph * graph = ggml_new_graph(ctx.get());
    ggml_build_forward_expand(graph, res);

    ggml_backend_ptr        backend(ggml_backend_dev_init(dev, nullptr));
    ggml_backend_buffer_ptr buffer(backend ? ggml_backend_alloc_ctx_tensors(ctx.get(), backend.get()) : nullptr);
    if (!buffer) {
        return {};
    }
    for (const auto & [t, bytes] : data) {
        ggml_backend_tensor_set(t, bytes.data(), 0, bytes.size());
    }
    if (ggml_backend_graph_compute(backend.get(), graph) != GGML_STATUS_SUCCESS) {
        return {};
    }
    std::vector<float> out(ggml_nelements(res));
    ggml_backend_tensor_get(res, out.data(), 0, ggml_nbytes(res));
    return out;
}

bool agrees(ggml_backend_dev_t dev, const layer_info & l, int64_t n_tokens) {
    const auto want = attend(ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU), l, n_tokens);
    const auto got  = attend(dev, l, n_tokens);
    if (want.empty() || got.size() != want.size()) {
        return false;
    }
    double off = 0.0, all = 0.0;
    for (size_t i = 0; i < want.size(); ++i) {
        off += std::pow((double) got[i] - want[i], 2);
        all += std::pow((double) want[i], 2);
    }
    const bool res = off <= BOUND*all; // not where one is no number
    if (!res) {
        LLAMA_LOG_WARN("%s: %s computes attention over rows of two parts wrongly (heads of %u, %d tokens: off by %g); it is not used\n", __func__,
                ggml_backend_dev_name(dev), l.d_k, (int) n_tokens, std::sqrt(off/all));
    }
    return res;
}

} // namespace

bool computes_parts(const layer_info & l, bool many) {
    static std::mutex mutex;
    static std::map<std::tuple<ggml_backend_dev_t, uint32_t, uint32_t, bool>, bool> known;

    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    if (!dev || ggml_backend_dev_type(dev) == GGML_BACKEND_DEVICE_TYPE_CPU) {
        return true;
    }
    const std::lock_guard lock(mutex);
    const auto key = std::make_tuple(dev, l.d_k, l.n_group(), many);
    const auto it  = known.find(key);
    if (it != known.end()) {
        return it->second;
    }
    return known[key] = many ? agrees(dev, l, MANY) : agrees(dev, l, 1) && agrees(dev, l, 2);
}

} // namespace compaction
