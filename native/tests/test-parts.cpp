// Attention over rows of two parts (patch 0024): as over all rows at once, whatever the types of each. Needs no model.
#include "support.h"

#include "ggml-cpp.h"

#include <cmath>

namespace {

// the rows of n heads of one part, one after another, and before the first one as many as a view takes in
struct part {
    ggml_type type_k;
    ggml_type type_v;
    int64_t   n_rows;
    int64_t   n_front; // rows of the view that belong to the head before: masked

    ggml_tensor * k    = nullptr;
    ggml_tensor * v    = nullptr;
    ggml_tensor * mask = nullptr; // F16 [n_rows, n_tokens, 1, n], or for all heads

    std::vector<float> rows_k, rows_v, weights; // as they are stored
};

struct shape {
    int64_t d, n_tokens, n_group, n;
};

// what is asked and computed
struct attention {
    shape              s;
    part               a, b;
    bool               alike; // one mask of b for all heads
    float              softcap;
    bool               one_row; // of a's mask, for all tokens
    std::vector<float> q;
};

float uniform(lt::rng & r) {
    return (float) r.below(20001)/10000.0f - 1.0f;
}

// numbers as the type stores them
std::vector<float> rounded(std::vector<float> x, ggml_type type, int64_t d, std::vector<uint8_t> & stored) {
    stored.resize(x.size()/d*ggml_row_size(type, d));
    ggml_quantize_chunk(type, x.data(), stored.data(), 0, (int64_t) x.size()/d, d, nullptr);
    ggml_get_type_traits(type)->to_float(stored.data(), x.data(), (int64_t) x.size());
    return x;
}

std::vector<double> expected(const attention & t) {
    const auto & s = t.s;
    const float scale = 1.0f/std::sqrt((float) s.d);
    std::vector<double> res;
    for (int64_t h = 0; h < s.n; ++h) {
        for (int64_t i = 0; i < s.n_tokens; ++i) {
            for (int64_t g = 0; g < s.n_group; ++g) {
                const float * q = t.q.data() + ((h*s.n_group + g)*s.n_tokens + i)*s.d;
                double sum = 0.0;
                std::vector<double> out(s.d, 0.0);
                for (const part * p : { &t.a, &t.b }) {
                    const int64_t stride = p->n_rows - p->n_front;
                    for (int64_t j = 0; j < p->n_rows; ++j) {
                        const int64_t row = p->mask->ne[1] == 1 ? 0 : i;
                        const float   w   = p->weights[((p->mask->ne[3] == 1 ? 0 : h)*p->mask->ne[1] + row)*p->n_rows + j];
                        if (std::isinf(w)) {
                            continue;
                        }
                        double x = 0.0;
                        for (int64_t c = 0; c < s.d; ++c) {
                            x += (double) q[c]*p->rows_k[(h*stride + j)*s.d + c];
                        }
                        x *= scale;
                        x = t.softcap != 0.0f ? t.softcap*std::tanh(x/t.softcap) : x;
                        const double e = std::exp(x + w);
                        sum += e;
                        for (int64_t c = 0; c < s.d; ++c) {
                            out[c] += e*p->rows_v[(h*stride + j)*s.d + c];
                        }
                    }
                }
                for (double x : out) {
                    res.push_back(sum > 0.0 ? x/sum : 0.0);
                }
            }
        }
    }
    return res;
}

ggml_backend_dev_t device() {
    for (size_t i = 0; i < ggml_backend_dev_count() && (lt::on_device() || lt::on_card()); ++i) {
        ggml_backend_dev_t dev = ggml_backend_dev_get(i);
        if (ggml_backend_dev_type(dev) == GGML_BACKEND_DEVICE_TYPE_GPU) {
            return dev;
        }
    }
    return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
}

// must the device take it? Vulkan's backend takes few queries, and Metal's, where the GPU has attention at all
bool is_taken(const attention & t, ggml_tensor * first) {
    const std::string name = ggml_backend_reg_name(ggml_backend_dev_backend_reg(device()));
    return !lt::on_card() || name == "CUDA" || (name == "Vulkan" && t.s.n_tokens <= 8) ||
            (name == "MTL" && t.s.n_tokens <= 19 && ggml_backend_dev_supports_op(device(), first));
}

// the largest difference from what is expected; -1: the device does not take it, and need not
double difference(attention t, uint64_t seed, bool no_block = false) {
    const auto & s = t.s;
    lt::rng r { seed };

    ggml_init_params params = { 64*ggml_tensor_overhead() + ggml_graph_overhead(), nullptr, true };
    ggml_context_ptr ctx_ptr(ggml_init(params));
    ggml_context * ctx = ctx_ptr.get();

    ggml_tensor * q = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, s.d, s.n_tokens, s.n_group, s.n);
    std::vector<std::pair<ggml_tensor *, std::vector<uint8_t>>> data;
    for (part * p : { &t.a, &t.b }) {
        const int64_t stride = p->n_rows - p->n_front;
        const int64_t total  = p->n_front + s.n*stride;
        const auto rows = [&](ggml_type type, std::vector<float> & as_stored) {
            std::vector<float> x(total*s.d);
            for (auto & y : x) {
                y = uniform(r);
            }
            ggml_tensor * all = ggml_new_tensor_2d(ctx, type, s.d, total);
            std::vector<uint8_t> stored;
            as_stored = rounded(std::move(x), type, s.d, stored);
            data.emplace_back(all, std::move(stored));
            // views that overlap by what stands in front, which ggml's own functions refuse
            ggml_tensor * view = ggml_view_4d(ctx, all, s.d, 1, 1, 1, all->nb[1], p->n_rows*all->nb[1], stride*all->nb[1], 0);
            view->ne[1] = p->n_rows;
            view->ne[3] = s.n;
            return view;
        };
        p->k = rows(p->type_k, p->rows_k);
        p->v = rows(p->type_v, p->rows_v);

        const bool    first  = p == &t.a;
        const int64_t n_mask = first || !t.alike ? s.n : 1;
        p->mask = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, p->n_rows, first && t.one_row ? 1 : s.n_tokens, 1, n_mask);
        p->weights.resize(ggml_nelements(p->mask));
        for (size_t i = 0; i < p->weights.size(); ++i) {
            const int64_t j = (int64_t) i % p->n_rows;
            const bool    hidden = j < p->n_front || (first && no_block) || r.below(4) == 0;
            p->weights[i] = hidden ? -INFINITY : first ? 0.5f*(float) r.below(5) : 0.0f;
        }
        std::vector<ggml_fp16_t> half(p->weights.size());
        ggml_fp32_to_fp16_row(p->weights.data(), half.data(), (int64_t) half.size());
        data.emplace_back(p->mask, std::vector<uint8_t>((uint8_t *) half.data(), (uint8_t *) (half.data() + half.size())));
    }
    t.q.resize(ggml_nelements(q));
    for (auto & x : t.q) {
        x = 2.0f*uniform(r);
    }
    data.emplace_back(q, std::vector<uint8_t>((uint8_t *) t.q.data(), (uint8_t *) (t.q.data() + t.q.size())));

    const auto attend = [&] { return ggml_flash_attn_ext(ctx, q, t.a.k, t.a.v, t.a.mask, 1.0f/std::sqrt((float) s.d), 0.0f, t.softcap); };
    ggml_tensor * first = attend();
    ggml_tensor * out   = attend();
    ggml_flash_attn_ext_add_rows(out, t.b.k, t.b.v, t.b.mask);

    ggml_backend_dev_t dev = device();
    if (!ggml_backend_dev_supports_op(dev, out)) {
        return is_taken(t, first) ? INFINITY : -1.0;
    }
    ggml_backend_ptr        backend(ggml_backend_dev_init(dev, nullptr));
    ggml_backend_buffer_ptr buffer(ggml_backend_alloc_ctx_tensors(ctx, backend.get()));
    LT_REQUIRE(buffer != nullptr, "no memory");
    for (const auto & [tensor, bytes] : data) {
        ggml_backend_tensor_set(tensor, bytes.data(), 0, bytes.size());
    }
    ggml_cgraph * graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, out);
    LT_REQUIRE(ggml_backend_graph_compute(backend.get(), graph) == GGML_STATUS_SUCCESS, "it was not computed");

    std::vector<float> got(ggml_nelements(out));
    ggml_backend_tensor_get(out, got.data(), 0, ggml_nbytes(out));

    const auto want = expected(t);
    double res = 0.0;
    for (size_t i = 0; i < got.size(); ++i) {
        res = std::max(res, std::isnan(got[i]) ? INFINITY : std::fabs(got[i] - want[i]));
    }
    return res;
}

// values lie within -1 and 1; products of eight bits round queries
const double BOUND = lt::on_card() ? 2e-2 : 1e-2;

void check(const attention & t, uint64_t seed, bool no_block = false) {
    const double diff = difference(t, seed, no_block);
    if (diff < 0.0) {
        return; // then rows are joined by nodes, or live rows have the types of block rows there
    }
    LT_CHECK(diff <= BOUND, "%s-%s and %s-%s of %d, %d tokens, %d x %d heads: refused, or differs by %g", ggml_type_name(t.a.type_k), ggml_type_name(t.a.type_v),
            ggml_type_name(t.b.type_k), ggml_type_name(t.b.type_v), (int) t.s.d, (int) t.s.n_tokens, (int) t.s.n, (int) t.s.n_group, diff);
}

part of(ggml_type type_k, ggml_type type_v, int64_t n_rows, int64_t n_front = 0) {
    part res;
    res.type_k  = type_k;
    res.type_v  = type_v;
    res.n_rows  = n_rows;
    res.n_front = n_front;
    return res;
}

} // namespace

int main() {
    const lt::backend backend;
    const ggml_type   q8 = GGML_TYPE_Q8_0, q5 = GGML_TYPE_Q5_0, q4 = GGML_TYPE_Q4_0, f16 = GGML_TYPE_F16, n3 = GGML_TYPE_N3_0, n2 = GGML_TYPE_N2_0;
    return lt::run_cases({
        { "block rows of any pair of types beside live rows of eight bits", [&] {
            for (const auto & [k, v] : std::vector<std::pair<ggml_type, ggml_type>> { { q8, q8 }, { q8, q5 }, { q8, q4 }, { q5, q5 }, { q5, q4 }, { q4, q4 } }) {
                check({ { 64, 1, 3, 2 }, of(k, v, 512, 40), of(q8, q8, 256), true, 0.0f, false, {} }, 1);
            }
        } },
        { "block rows of three and two bits", [&] {
            for (const auto & [k, v] : std::vector<std::pair<ggml_type, ggml_type>> { { q4, n3 }, { n3, n3 }, { n3, n2 }, { n2, n2 } }) {
                for (const int64_t n_tokens : { 1, 2, 7, 33 }) {
                    check({ { 128, n_tokens, 4, 2 }, of(k, v, 512, 40), of(q8, q8, 256), true, 0.0f, n_tokens > 8, {} }, 14);
                    check({ { 256, n_tokens, 4, 1 }, of(k, v, 256), of(q8, q8, 512), true, 0.0f, n_tokens > 8, {} }, 15);
                }
            }
        } },
        { "heads of 64, 128 and 256, one token and several", [&] {
            for (const int64_t d : { 64, 128, 256 }) {
                for (const int64_t n_tokens : { 1, 2, 3, 8, 19 }) {
                    check({ { d, n_tokens, 4, 2 }, of(q4, q4, 256, 8), of(q8, q8, 768), true, 0.0f, false, {} }, 2);
                }
            }
        } },
        { "one head, many heads, f16, a mask for each head, capped logits", [&] {
            check({ { 128, 1, 1, 1 }, of(q4, q4, 256), of(q8, q8, 256), true, 0.0f, false, {} }, 3);
            check({ { 128, 1, 8, 8 }, of(q5, q4, 1024, 16), of(q8, q8, 512), true, 0.0f, false, {} }, 4);
            check({ { 128, 2, 4, 2 }, of(f16, f16, 512), of(f16, f16, 256), false, 0.0f, false, {} }, 5);
            check({ { 128, 1, 4, 2 }, of(q8, q4, 512), of(q8, q8, 256), true, 3.0f, false, {} }, 6);
        } },
        { "a block that nobody in the batch carries", [&] {
            for (const int64_t n_tokens : { 1, 2 }) {
                check({ { 64, n_tokens, 3, 2 }, of(q4, q4, 512), of(q8, q8, 256), true, 0.0f, false, {} }, 7, true);
            }
        } },
        { "long batches, whose log-weights are one row for all tokens", [&] {
            for (const int64_t n_tokens : { 33, 200 }) {
                check({ { 64, n_tokens, 3, 2 }, of(q4, q4, 512, 40), of(q8, q8, 256), true, 0.0f, true, {} }, 9);
                check({ { 128, n_tokens, 4, 2 }, of(q8, q8, 256, 8), of(q8, q8, 512), true, 0.0f, false, {} }, 10);
                check({ { 128, n_tokens, 2, 3 }, of(q5, q4, 300, 4), of(q8, q8, 100), true, 0.0f, true, {} }, 11); // of any lengths
                check({ { 64, n_tokens, 1, 2 }, of(f16, f16, 256), of(f16, f16, 256), false, 0.0f, true, {} }, 12);
            }
            check({ { 64, 40, 2, 2 }, of(q4, q4, 256), of(q8, q8, 256), true, 0.0f, true, {} }, 13, true);
        } },
        { "many rows", [&] { check({ { 128, 1, 4, 2 }, of(q4, q4, 8192, 64), of(q8, q8, 4096), true, 0.0f, false, {} }, 8); } },
    });
}
