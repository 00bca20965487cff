// Functions of the CPU backend that compute alone: products of matrices, and the rotation of stored rows.
#include "compute/hadamard.h"
#include "cpu/host_functions.h"
#include "support.h"

#include "ggml-backend.h"
#include "ggml-cpp.h"

#include <random>

static std::vector<float> random_numbers(size_t n) {
    static std::mt19937 rng(5);
    std::normal_distribution<float> normal;
    std::vector<float> res(n);
    for (auto & x : res) {
        x = normal(rng);
    }
    return res;
}

int main() {
    ggml_backend_load_all();
    auto * reg = ggml_backend_dev_backend_reg(ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU));
    auto * get = (compaction::get_host_functions_t) ggml_backend_reg_get_proc_address(reg, COMPACTION_HOST_FUNCTIONS);
    LT_REQUIRE(get != nullptr, "the CPU backend lacks the functions");
    const auto multiply = get()->multiply;

    return lt::run_cases({
        { "products are those of a plain loop, whatever the sizes and threads", [&] {
            struct sizes { int64_t k, m, n; };
            for (const auto & [k, m, n] : { sizes { 5, 3, 7 }, { 512, 64, 64 }, { 513, 65, 130 }, { 1536, 176, 176 }, { 96, 384, 384 } }) {
                for (const bool itself : { false, true }) {
                    const int64_t n_b = itself ? m : n;
                    ggml_context_ptr ctx { ggml_init({ (size_t) (k*(m + n) + m*n_b)*sizeof(float) + (1u << 20), nullptr, false }) };
                    ggml_tensor * a = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, k, m);
                    ggml_tensor * b = itself ? a : ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, k, n);
                    ggml_tensor * c = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, m, n_b);
                    for (ggml_tensor * t : { a, b }) {
                        const auto data = random_numbers(ggml_nelements(t));
                        std::copy(data.begin(), data.end(), (float *) t->data);
                    }
                    c->src[0] = a;
                    c->src[1] = b;
                    const auto * pa = (const float *) a->data, * pb = (const float *) b->data;
                    for (const int threads : { 1, 2, 5 }) {
                        if (!multiply) {
                            continue; // a processor without quick products
                        }
                        std::fill_n((float *) c->data, m*n_b, NAN);
                        for (int i = threads; i-- > 0;) {
                            multiply(c, i, threads, nullptr);
                        }
                        double worst = 0.0;
                        for (int64_t i = 0; i < n_b; ++i) {
                            for (int64_t j = 0; j < m; ++j) {
                                double want = 0.0;
                                for (int64_t x = 0; x < k; ++x) {
                                    want += (double) pa[j*k + x]*pb[i*k + x];
                                }
                                const double off = std::fabs(((const float *) c->data)[i*m + j] - want);
                                worst = std::max(worst, std::isfinite(off) ? off : INFINITY);
                            }
                        }
                        LT_CHECK(worst < 1e-4*std::sqrt((double) k), "%d x %d over %d, %d threads: off by %g", (int) m, (int) n_b, (int) k, threads, worst);
                    }
                }
            }
        } },
        { "the rotation is that of its matrix, and undoes itself", [&] {
            compaction::hadamard_matrices matrices;
            for (const int n : { 16, 32, 64, 128, 256 }) {
                const auto  x = random_numbers(2*n);
                const float * h = matrices.of(n);
                for (int i = 0; i < n; ++i) {
                    for (int j = 0; j < n; ++j) {
                        int common = i & j, odd = 0;
                        for (; common; common &= common - 1) {
                            odd ^= 1;
                        }
                        const float sign = odd ? -1.0f : 1.0f;
                        LT_REQUIRE(std::fabs(h[i*n + j] - sign/std::sqrt((float) n)) < 1e-6f, "entry %d, %d of %d", i, j, n);
                    }
                }
                auto y = x;
                compaction::hadamard_rotate(y.data(), 2*n, n);
                for (int i = 0; i < 2*n; ++i) {
                    double want = 0.0;
                    for (int j = 0; j < n; ++j) {
                        want += (double) h[(i % n)*n + j]*x[i/n*n + j];
                    }
                    LT_CHECK(std::fabs(y[i] - want) < 1e-5, "number %d of %d", i, n);
                }
                compaction::hadamard_rotate(y.data(), 2*n, n);
                for (int i = 0; i < 2*n; ++i) {
                    LT_CHECK(std::fabs(y[i] - x[i]) < 1e-5, "number %d of %d and back", i, n);
                }
            }
        } },
    });
}
