#include "parts_check.h"

#include "fast_types.h"
#include "row_classes.h"

#include "llama-impl.h"

#include "ggml-cpp.h"

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace compaction {

namespace {

constexpr int64_t N_HEADS = 2;      // in dimension 3
constexpr int64_t MANY_ROWS = 4096; // devices share so many among groups of threads
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

    // [n_rows, n_tokens, 1, n]: the first few rows are masked, others have weights
    std::vector<uint8_t> mask(int64_t n_rows, int64_t n_tokens, int64_t n, bool weights) {
        std::vector<uint8_t> res(n_rows*n_tokens*n*sizeof(ggml_fp16_t));
        for (int64_t i = 0; i < n_rows*n_tokens*n; ++i) {
            const float       x = i % n_rows < 24 ? -INFINITY : weights ? 1.0f + next() : next() < -0.5f ? -INFINITY : 0.0f;
            const ggml_fp16_t h = ggml_fp32_to_fp16(x);
            memcpy(res.data() + i*sizeof(h), &h, sizeof(h));
        }
        return res;
    }
};

// a small graph and its inputs
struct small_case {
    ggml_context_ptr ctx;
    numbers          random;

    std::vector<std::pair<ggml_tensor *, std::vector<uint8_t>>> data;

    small_case() {
        ggml_init_params params = { 16*ggml_tensor_overhead() + ggml_graph_overhead(), nullptr, true };
        ctx.reset(ggml_init(params));
    }

    ggml_tensor * tensor(ggml_type type, std::array<int64_t, 4> ne, std::vector<uint8_t> bytes) {
        ggml_tensor * res = ggml_new_tensor(ctx.get(), type, 4, ne.data());
        data.emplace_back(res, std::move(bytes));
        return res;
    }

    ggml_tensor * rows(ggml_type type, int64_t d, int64_t n_rows) {
        return tensor(type, { d, n_rows, 1, N_HEADS }, random.rows(type, d, n_rows*N_HEADS));
    }

    // what the device computes; empty: it failed, or has no kernel
    std::vector<float> result(ggml_backend_dev_t dev, ggml_tensor * res) {
        ggml_cgraph * graph = ggml_new_graph(ctx.get());
        ggml_build_forward_expand(graph, res);
        for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
            if (!ggml_backend_dev_supports_op(dev, ggml_graph_node(graph, i))) {
                return {};
            }
        }
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
};

// attention of n_tokens over n_rows block rows of two types and as many live rows of eight bits
std::vector<float> attend(ggml_backend_dev_t dev, const layer_info & l, ggml_type type_k, ggml_type type_v, int64_t n_tokens, int64_t n_rows) {
    small_case c;
    const int64_t n_group = l.n_group();
    const int64_t n_beta  = n_tokens == MANY_TOKENS ? 1 : n_tokens; // rows of weights

    ggml_tensor * q = c.tensor(GGML_TYPE_F32, { l.d_k, n_tokens, n_group, N_HEADS }, c.random.rows(GGML_TYPE_F32, l.d_k, n_tokens*n_group*N_HEADS));
    ggml_tensor * k      = c.rows(type_k, l.d_k, n_rows);
    ggml_tensor * v      = c.rows(type_v, l.d_v, n_rows);
    ggml_tensor * beta   = c.tensor(GGML_TYPE_F16, { n_rows, n_beta, 1, N_HEADS }, c.random.mask(n_rows, n_beta, N_HEADS, true));
    ggml_tensor * live_k = c.rows(GGML_TYPE_Q8_0, l.d_k, n_rows);
    ggml_tensor * live_v = c.rows(GGML_TYPE_Q8_0, l.d_v, n_rows);
    ggml_tensor * causal = c.tensor(GGML_TYPE_F16, { n_rows, n_tokens, 1, 1 }, c.random.mask(n_rows, n_tokens, 1, false));

    ggml_tensor * res = ggml_flash_attn_ext(c.ctx.get(), q, k, v, beta, 4.0f/sqrtf((float) l.d_k), 0.0f, 0.0f);
    ggml_flash_attn_ext_add_rows(res, live_k, live_v, causal);
    ggml_prec_set_acc(res, GGML_PREC_F32);
    return c.result(dev, res);
}

// numbers, rounded as rows of a type are and taken back: all of them, or some rows
std::vector<float> rounded(ggml_backend_dev_t dev, uint32_t d, ggml_type type, bool some) {
    small_case    c;
    ggml_tensor * x   = c.tensor(GGML_TYPE_F32, { d, VIEW_ROWS, 1, 1 }, c.random.rows(GGML_TYPE_F32, d, VIEW_ROWS));
    ggml_tensor * res = ggml_cast(c.ctx.get(), x, type);
    if (!some) {
        return c.result(dev, ggml_cast(c.ctx.get(), res, GGML_TYPE_F32));
    }
    std::vector<int32_t> idx;
    for (int32_t i = 0; i < (int32_t) VIEW_ROWS/2; ++i) {
        idx.push_back((int32_t) VIEW_ROWS - 1 - 2*i);
    }
    std::vector<uint8_t> bytes((uint8_t *) idx.data(), (uint8_t *) (idx.data() + idx.size()));
    return c.result(dev, ggml_get_rows(c.ctx.get(), res, c.tensor(GGML_TYPE_I32, { (int64_t) idx.size(), 1, 1, 1 }, std::move(bytes))));
}

// the square of what differs, by that of what the processor computes; nothing, if one of them computed nothing
std::optional<double> difference(const std::vector<float> & got, const std::vector<float> & want) {
    if (want.empty() || got.size() != want.size()) {
        return {};
    }
    double off = 0.0, all = 0.0;
    for (size_t i = 0; i < want.size(); ++i) {
        off += std::pow((double) got[i] - want[i], 2);
        all += std::pow((double) want[i], 2);
    }
    return off/all;
}

ggml_backend_dev_t processor() {
    return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
}

// what is known of a device: nothing, where it had no memory for the small case or failed
using verdict = std::optional<bool>;

verdict both(const verdict & a, const verdict & b) {
    return a == false || b == false ? false : a && b ? verdict(true) : verdict();
}

verdict agrees(ggml_backend_dev_t dev, const layer_info & l, ggml_type type_k, ggml_type type_v, int64_t n_tokens, int64_t n_rows = VIEW_ROWS) {
    const auto off = difference(attend(dev, l, type_k, type_v, n_tokens, n_rows), attend(processor(), l, type_k, type_v, n_tokens, n_rows));
    if (!off) {
        return {};
    }
    const bool res = *off <= BOUND; // not where one is no number
    if (!res) {
        LLAMA_LOG_WARN("%s: %s computes attention over rows of two parts wrongly (%s and %s, heads of %u, %d tokens: off by %g); it is not used\n", __func__,
                ggml_backend_dev_name(dev), ggml_type_name(type_k), ggml_type_name(type_v), l.d_k, (int) n_tokens, std::sqrt(*off));
    }
    return res;
}

verdict rounds(ggml_backend_dev_t dev, uint32_t d, ggml_type type) {
    verdict res = true;
    for (const bool some : { false, true }) {
        const auto off = difference(rounded(dev, d, type, some), rounded(processor(), d, type, some));
        res = both(res, off ? verdict(*off <= BOUND) : verdict());
    }
    if (res != true) {
        LLAMA_LOG_WARN("%s: %s does not store rows of %s as the processor does; they are not used\n", __func__, ggml_backend_dev_name(dev), ggml_type_name(type));
    }
    return res;
}

using verdicts = std::map<std::tuple<ggml_backend_dev_t, uint32_t, uint32_t, uint32_t, int>, bool>;

// what was found, by device, sizes of heads, queries per KV head and kind of case; the processor needs no look
template <typename of_case>
bool once(verdicts & known, const layer_info & l, int kind, of_case check) {
    static std::mutex mutex;

    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    if (!dev || ggml_backend_dev_type(dev) == GGML_BACKEND_DEVICE_TYPE_CPU) {
        return true;
    }
    const std::lock_guard lock(mutex);
    const auto key = std::make_tuple(dev, l.d_k, l.d_v, l.n_group(), kind);
    if (const auto it = known.find(key); it != known.end()) {
        return it->second;
    }
    const verdict res = check(dev);
    if (res) {
        known[key] = *res;
    }
    return res == true;
}

} // namespace

bool computes_parts(const layer_info & l, bool many) {
    static verdicts known;

    return once(known, l, many, [&](ggml_backend_dev_t dev) {
        const auto of = [&](int64_t n_tokens, int64_t n_rows = VIEW_ROWS) { return agrees(dev, l, GGML_TYPE_Q4_0, GGML_TYPE_Q4_0, n_tokens, n_rows); };
        return many ? of(MANY_TOKENS) : both(both(of(1), of(2)), both(of(1, MANY_ROWS), of(4, MANY_ROWS)));
    });
}

bool computes_few_bits(const layer_info & l, bool many) {
    static verdicts known;

    return once(known, l, many, [&](ggml_backend_dev_t dev) {
        verdict res = true;
        for (const ggml_type type : { GGML_TYPE_N3_0, GGML_TYPE_N2_0 }) {
            if (!is_fast_pair(l, type, type)) {
                continue;
            }
            res = both(res, rounds(dev, l.d_k, type));
            res = l.d_v != l.d_k ? both(res, rounds(dev, l.d_v, type)) : res;
            for (const int64_t n_tokens : { (int64_t) 1, (int64_t) 2, MANY_TOKENS }) {
                if (res == true && (many || n_tokens != MANY_TOKENS)) {
                    res = agrees(dev, l, type, type, n_tokens);
                }
            }
        }
        return res;
    });
}

bool computes_pair(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    static verdicts known;

    return once(known, l, type_k*GGML_TYPE_COUNT + type_v, [&](ggml_backend_dev_t dev) {
        return both(agrees(dev, l, type_k, type_v, 1), agrees(dev, l, type_k, type_v, 2));
    });
}

} // namespace compaction
