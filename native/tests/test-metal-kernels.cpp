// The Metal backend's attention and rows, as its own host code and kernels compute them here (metal/emulator.h): as the processor
// does. Needs no model, and no Metal.
#include "metal/emulator.h"
#include "support.h"

#include "ggml-cpp.h"

#include <cstring>
#include <set>

namespace emulator = lt::emulator;

namespace {

using bytes = std::vector<uint8_t>;

constexpr int64_t N_HEADS = 2; // in dimension 3
constexpr int64_t N_GROUP = 2; // queries of a head and token

// square of what differs by that of what is expected
constexpr double AS_PROCESSOR = 1e-3; // which rounds queries to the eight bits of rows
constexpr double AS_NUMBERS   = 1e-6; // attention over the same rows as 32-bit numbers; queries are halves

const std::vector<ggml_type> ROWS = { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_N3_0, GGML_TYPE_N2_0 };

// a small graph and its inputs: the same ones wherever it is built
struct small_case {
    ggml_context_ptr ctx;
    lt::rng          random{ 1 };

    std::vector<std::pair<ggml_tensor *, bytes>> data;

    const bool blank; // shapes alone

    explicit small_case(bool blank = false) : blank(blank) {
        ggml_init_params params = { 32*ggml_tensor_overhead() + ggml_graph_overhead(), nullptr, true };
        ctx.reset(ggml_init(params));
    }

    float next() {
        return (float) random.below(20001)/10000.0f - 1.0f;
    }

    ggml_tensor * tensor(ggml_type type, std::array<int64_t, 4> ne, bytes content) {
        ggml_tensor * res = ggml_new_tensor(ctx.get(), type, 4, ne.data());
        data.emplace_back(res, std::move(content));
        return res;
    }

    // numbers as the type has them; plain: in 32 bits
    ggml_tensor * rows(ggml_type type, std::array<int64_t, 4> ne, bool plain = false) {
        if (blank) {
            return tensor(type, ne, {});
        }
        std::vector<float> x(ne[0]*ne[1]*ne[2]*ne[3]);
        for (auto & y : x) {
            y = next();
        }
        bytes content(x.size()/ne[0]*ggml_row_size(type, ne[0]));
        ggml_quantize_chunk(type, x.data(), content.data(), 0, (int64_t) x.size()/ne[0], ne[0], nullptr);
        if (!plain || type == GGML_TYPE_F32) {
            return tensor(type, ne, std::move(content));
        }
        ggml_get_type_traits(type)->to_float(content.data(), x.data(), (int64_t) x.size());
        return tensor(GGML_TYPE_F32, ne, bytes((uint8_t *) x.data(), (uint8_t *) (x.data() + x.size())));
    }

    // the first few rows are masked, so that a chunk of them is skipped; others have weights, or some are masked
    ggml_tensor * mask(int64_t n_rows, int64_t n_tokens, int64_t n, bool weights, bool nothing = false) {
        std::vector<ggml_fp16_t> x(blank ? 0 : n_rows*n_tokens*n);
        for (size_t i = 0; i < x.size(); ++i) {
            const bool masked = nothing || (int64_t) i % n_rows < 40 || (!weights && next() < -0.5f);
            x[i] = ggml_fp32_to_fp16(masked ? -INFINITY : weights ? 1.0f + next() : 0.0f);
        }
        return tensor(GGML_TYPE_F16, { n_rows, n_tokens, 1, n }, bytes((uint8_t *) x.data(), (uint8_t *) (x.data() + x.size())));
    }

    ggml_cgraph * graph(ggml_tensor * res) {
        ggml_cgraph * g = ggml_new_graph(ctx.get());
        ggml_build_forward_expand(g, res);
        return g;
    }
};

using builder = std::function<ggml_tensor * (small_case &)>;

bytes on_processor(const builder & build) {
    small_case    c;
    ggml_tensor * res = build(c);
    ggml_cgraph * g   = c.graph(res);
    ggml_backend_ptr        backend(ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, nullptr));
    const auto set_n_threads = (ggml_backend_set_n_threads_t) ggml_backend_reg_get_proc_address(
        ggml_backend_dev_backend_reg(ggml_backend_get_device(backend.get())), "ggml_backend_set_n_threads");
    set_n_threads(backend.get(), 1);
    ggml_backend_buffer_ptr buffer(ggml_backend_alloc_ctx_tensors(c.ctx.get(), backend.get()));
    for (const auto & [t, content] : c.data) {
        ggml_backend_tensor_set(t, content.data(), 0, content.size());
    }
    LT_REQUIRE(ggml_backend_graph_compute(backend.get(), g) == GGML_STATUS_SUCCESS, "the processor does not compute it");
    bytes out(ggml_nbytes(res));
    ggml_backend_tensor_get(res, out.data(), 0, out.size());
    return out;
}

struct computed {
    bytes                    out;
    std::vector<std::string> kernels;
    bool                     supported = true; // every node
};

computed on_metal(const builder & build, const emulator::options & how) {
    small_case    c(how.dry);
    computed      res;
    ggml_tensor * t = build(c);
    ggml_cgraph * g = c.graph(t);
    for (int i = 0; i < ggml_graph_n_nodes(g); ++i) {
        res.supported = res.supported && emulator::supports(ggml_graph_node(g, i), how);
    }
    if (!res.supported) {
        return res;
    }
    emulator::memory memory;
    for (ggml_tensor * x = ggml_get_first_tensor(c.ctx.get()); x; x = ggml_get_next_tensor(c.ctx.get(), x)) {
        memory.allocate(x, !how.dry);
    }
    for (const auto & [x, content] : c.data) {
        memcpy(x->data, content.data(), content.size());
    }
    res.kernels = emulator::compute(g, how);
    if (!how.dry) {
        memory.check();
        res.out.assign((uint8_t *) t->data, (uint8_t *) t->data + ggml_nbytes(t));
    }
    return res;
}

// ... whatever runs first
computed on_metal(const builder & build) {
    emulator::options how;
    computed res = on_metal(build, how);
    how.backwards = true;
    LT_CHECK(on_metal(build, how).out == res.out, "the result depends on what runs first");
    return res;
}

std::vector<float> numbers(const bytes & x, ggml_type type) {
    std::vector<float> res(x.size()/ggml_type_size(type));
    if (type == GGML_TYPE_F16) {
        ggml_fp16_to_fp32_row((const ggml_fp16_t *) x.data(), res.data(), (int64_t) res.size());
    } else {
        memcpy(res.data(), x.data(), x.size());
    }
    return res;
}

double difference(const bytes & got, const bytes & want, ggml_type type = GGML_TYPE_F32) {
    const auto a = numbers(got, type), b = numbers(want, GGML_TYPE_F32);
    LT_REQUIRE(a.size() == b.size() && !a.empty(), "%zu numbers and not %zu", a.size(), b.size());
    double off = 0.0, all = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        off += std::pow((double) a[i] - b[i], 2);
        all += std::pow((double) b[i], 2);
    }
    return off/all;
}

// --- attention

struct part {
    ggml_type type_k, type_v;
    int64_t   n_rows  = 128;
    bool      views   = false; // of longer memory
    bool      nothing = false; // every row is masked
};

struct attention {
    int64_t           d, n_tokens;
    std::vector<part> parts; // one or two: of a block and live ones
    float             softcap  = 0.0f;
    bool              permuted = false; // queries
    bool              masked   = true;

    std::string name() const {
        std::string res = "heads of " + std::to_string(d) + ", " + std::to_string(n_tokens) + " tokens";
        for (const auto & p : parts) {
            res += std::string(", ") + std::to_string(p.n_rows) + " rows of " + ggml_type_name(p.type_k) + "-" + ggml_type_name(p.type_v);
        }
        return res;
    }

    builder build(bool plain = false) const {
        return [=, *this](small_case & c) {
            ggml_context * ctx = c.ctx.get();
            ggml_tensor  * q   = permuted
                ? ggml_permute(ctx, c.rows(GGML_TYPE_F32, { d, N_GROUP, n_tokens, N_HEADS }), 0, 2, 1, 3)
                : c.rows(GGML_TYPE_F32, { d, n_tokens, N_GROUP, N_HEADS });
            ggml_tensor  * t[2][3];
            for (size_t i = 0; i < parts.size(); ++i) {
                const part & p = parts[i];
                for (int j = 0; j < 2; ++j) {
                    const ggml_type type = j == 0 ? p.type_k : p.type_v;
                    if (p.views) {
                        ggml_tensor * all = c.rows(type, { d, p.n_rows + 64, 1, N_HEADS }, plain);
                        t[i][j] = ggml_view_4d(ctx, all, d, p.n_rows, 1, N_HEADS, all->nb[1], all->nb[2], all->nb[3], 32*all->nb[1]);
                    } else {
                        t[i][j] = c.rows(type, { d, p.n_rows, 1, N_HEADS }, plain);
                    }
                }
                // a block's weights are its heads' own, and live tokens are the same for all
                const bool block = i == 0 && parts.size() == 2;
                t[i][2] = masked ? c.mask(p.n_rows, n_tokens, block ? N_HEADS : 1, block, p.nothing) : nullptr;
            }
            ggml_tensor * res = ggml_flash_attn_ext(ctx, q, t[0][0], t[0][1], t[0][2], 4.0f/std::sqrt((float) d), 0.0f, softcap);
            if (parts.size() == 2) {
                ggml_flash_attn_ext_add_rows(res, t[1][0], t[1][1], t[1][2]);
            }
            ggml_prec_set_acc(res, GGML_PREC_F32);
            return res;
        };
    }
};

double worst_numbers = 0.0, worst_processor = 0.0;

// returns false where the backend does not take it
bool check(const attention & a) {
    const computed got = on_metal(a.build());
    if (!got.supported) {
        return false;
    }
    const double plain = difference(got.out, on_processor(a.build(true)));
    const double rows  = difference(got.out, on_processor(a.build()));
    LT_CHECK(plain <= AS_NUMBERS,   "%s: off by %g of what 32-bit rows give", a.name().c_str(), plain);
    LT_CHECK(rows  <= AS_PROCESSOR, "%s: off by %g of what the processor computes", a.name().c_str(), rows);
    worst_numbers   = std::max(worst_numbers,   plain);
    worst_processor = std::max(worst_processor, rows);

    int n_vec = 0, n_reduce = 0, n_parts = 0;
    for (const auto & name : got.kernels) {
        n_parts  += name == "kernel_flash_attn_ext_vec_reduce_parts";
        n_reduce += name == "kernel_flash_attn_ext_vec_reduce";
        n_vec    += name.find("_dk") != std::string::npos;
    }
    const bool two = a.parts.size() == 2;
    LT_CHECK(n_vec == (two ? 2 : 1) && n_reduce == !two && n_parts == two, "%s: other kernels than these", a.name().c_str());
    return true;
}

// pairs that llama_kv_compact_fast_types is to have
bool has_pair(ggml_type k, ggml_type v, int64_t d) {
    const auto at = [](ggml_type type) { return std::find(ROWS.begin(), ROWS.end(), type) - ROWS.begin(); };
    const bool few = at(v) >= 4;
    return k == v ? !few || d >= 128 : at(k) >= 1 && at(k) < at(v) && (!few || (d >= 128 && at(k) >= 3));
}

// --- rows

builder copied(ggml_type type, ggml_type back, int64_t d) {
    return [=](small_case & c) {
        ggml_tensor * x = c.rows(GGML_TYPE_F32, { d, 33, 3, 1 });
        return ggml_cast(c.ctx.get(), ggml_cast(c.ctx.get(), x, type), back);
    };
}

builder stored(ggml_type type, int64_t d) {
    return [=](small_case & c) { return ggml_cast(c.ctx.get(), c.rows(GGML_TYPE_F32, { d, 33, 3, 1 }), type); };
}

builder gathered(ggml_type type, int64_t d) {
    return [=](small_case & c) {
        ggml_tensor * x = c.rows(type, { d, 64, 1, 1 });
        std::vector<int32_t> idx;
        for (int32_t i = 63; i >= 0; i -= 3) {
            idx.push_back(i);
        }
        return ggml_get_rows(c.ctx.get(), x, c.tensor(GGML_TYPE_I32, { (int64_t) idx.size(), 1, 1, 1 },
                                                      bytes((uint8_t *) idx.data(), (uint8_t *) (idx.data() + idx.size()))));
    };
}

} // namespace

int main() {
    const std::vector<int64_t> sizes = { 64, 128, 256 };

    return lt::run_cases({
        { "attention over rows of one part", [&] {
            for (const ggml_type type : { GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0, GGML_TYPE_F16 }) {
                for (const int64_t d : sizes) {
                    LT_CHECK(check({ d, d == 128 ? 3 : 1, { { type, type } } }), "%s: not taken", ggml_type_name(type));
                }
            }
            attention a = { 128, 2, { { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0, 2208 } }, 5.0f }; // several simdgroups
            LT_CHECK(check(a), "not taken");
            a.parts[0] = { GGML_TYPE_Q4_0, GGML_TYPE_Q4_0, 200 }; // no whole chunks
            LT_CHECK(check(a), "not taken");
            std::printf("  off by %.1e of 32-bit rows, by %.1e of the processor's\n", worst_numbers, worst_processor);
        } },
        { "attention over rows of two parts, of every pair of types", [&] {
            worst_numbers = worst_processor = 0.0;
            for (const int64_t d : sizes) {
                for (const ggml_type k : ROWS) {
                    for (const ggml_type v : ROWS) {
                        for (const int64_t n_tokens : { 1, 2, 19 }) {
                            if (n_tokens != 1 && (d != 128 || k != GGML_TYPE_Q4_0)) {
                                continue; // the same kernels as for one
                            }
                            const attention a = { d, n_tokens, { { k, v }, { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 } } };
                            const bool taken = check(a);
                            LT_CHECK(taken == has_pair(k, v, d), "%s: %s", a.name().c_str(), taken ? "taken" : "not taken");
                        }
                    }
                }
            }
            std::printf("  off by %.1e of 32-bit rows, by %.1e of the processor's\n", worst_numbers, worst_processor);
        } },
        { "... softcap, long parts, live rows of other types, a part without rows, no masks, views", [&] {
            const part      live = { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 };
            const attention a    = { 128, 2, { { GGML_TYPE_Q4_0, GGML_TYPE_Q4_0 }, live } };
            std::vector<attention> all(8, a);
            all[0].softcap           = 5.0f;
            all[1].parts[0].n_rows   = 32;
            all[1].parts[1].n_rows   = 1056; // two simdgroups
            all[2].parts[0].n_rows   = 2080; // four
            all[3].parts[1]          = { GGML_TYPE_F16, GGML_TYPE_F16 };
            all[4].parts[0].nothing  = true;
            all[5].parts[1].nothing  = true;
            all[6].masked            = false;
            all[7].parts[0].views    = true;
            all[7].parts[1].views    = true;
            all[7].permuted          = true;
            for (const auto & x : all) {
                LT_CHECK(check(x), "%s: not taken", x.name().c_str());
            }
        } },
        { "... heads of other sizes", [&] {
            for (const int64_t d : { 32, 96, 192, 512 }) {
                const part rows = { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 };
                LT_CHECK(check({ d, 2, { rows, rows } }), "%d: not taken", (int) d);
            }
        } },
        { "... by kernels that are tuned for a GPU's family", [&] {
            const part block = { GGML_TYPE_Q4_0, GGML_TYPE_Q4_0 }, live = { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0, 1024 };
            const struct {
                int          family;
                int64_t      d, n_tokens;
                const char * kernel;
            } tuned[] = {
                {  9, 128, 3, "kernel_flash_attn_ext_vec_q8_0_dk128_dv128_q1_ne4" },
                {  9, 128, 7, "kernel_flash_attn_ext_vec_q8_0_dk128_dv128_q2_ne4" },
                { 10, 64,  4, "kernel_flash_attn_ext_vec_q8_0_dk64_dv64_q4_ne4"   },
                { 10, 64,  5, "kernel_flash_attn_ext_vec_q8_0_dk64_dv64_q2_ne4"   },
            };
            for (const auto & t : tuned) {
                emulator::options how;
                how.gpu_family = t.family;
                const attention a = { t.d, t.n_tokens, { block, live } };
                const computed got = on_metal(a.build(), how);
                LT_REQUIRE(got.kernels.size() == 3 && got.kernels[1] == t.kernel, "%s: not by %s", a.name().c_str(), t.kernel);
                const double off = difference(got.out, on_processor(a.build(true)));
                LT_CHECK(off <= AS_NUMBERS, "%s: off by %g", t.kernel, off);
            }
        } },
        { "every kernel that is asked for is there, whatever the GPU's family and the number of rows", [&] {
            std::set<std::string> missing;
            int n_taken = 0;
            emulator::options how;
            how.dry = true;
            for (const int family : { 0, 7, 8, 9, 10 }) {
                for (const int64_t n_rows : { 256, 1024, 4096, 16384 }) {
                    for (const int64_t n_tokens : { 1, 2, 3, 4, 5, 19 }) {
                        for (const ggml_type k : ROWS) {
                            for (const ggml_type v : ROWS) {
                                for (const int64_t d : { 32, 64, 96, 128, 192, 256, 512 }) {
                                    how.gpu_family = family;
                                    const attention a = { d, n_tokens, { { k, v, n_rows }, { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0, n_rows } } };
                                    try {
                                        n_taken += on_metal(a.build(), how).supported;
                                    } catch (const std::exception & e) {
                                        missing.insert(e.what());
                                    }
                                }
                            }
                        }
                    }
                }
            }
            for (const auto & what : missing) {
                LT_CHECK(false, "%s", what.c_str());
            }
            LT_CHECK(n_taken > 5000, "only %d were asked for", n_taken);
        } },
        { "a GPU whose compiler refuses the kernels of rows in parts is not given them, and keeps the others", [&] {
            emulator::options how;
            how.has_parts = false;
            how.dry       = true;
            const part live = { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 };
            for (const ggml_type type : ROWS) {
                const bool stock = type != GGML_TYPE_N3_0 && type != GGML_TYPE_N2_0;
                const attention one = { 128, 1, { { type, type } } }, two = { 128, 1, { { type, type }, live } };
                LT_CHECK(on_metal(one.build(), how).supported == stock, "%s: one part", ggml_type_name(type));
                LT_CHECK(!on_metal(two.build(), how).supported, "%s: two parts", ggml_type_name(type));
                LT_CHECK(on_metal(copied(type, GGML_TYPE_F32, 128), how).supported == stock, "%s: copies", ggml_type_name(type));
                LT_CHECK(on_metal(gathered(type, 128), how).supported == stock, "%s: some rows", ggml_type_name(type));
            }
        } },
        { "rows are stored and read as the processor does", [&] {
            for (const ggml_type type : ROWS) {
                for (const int64_t d : sizes) {
                    for (const ggml_type back : { GGML_TYPE_F32, GGML_TYPE_F16 }) {
                        const computed got = on_metal(copied(type, back, d));
                        LT_REQUIRE(got.supported, "%s: not taken", ggml_type_name(type));
                        const double off = difference(got.out, on_processor(copied(type, GGML_TYPE_F32, d)), back);
                        LT_CHECK(off <= 1e-7, "%s of %d, then %s: off by %g", ggml_type_name(type), (int) d, ggml_type_name(back), off);
                    }
                    // halves between two numbers may be rounded to either
                    const bytes got = on_metal(stored(type, d)).out, want = on_processor(stored(type, d));
                    size_t n = got.size() == want.size() ? 0 : want.size();
                    for (size_t i = 0; n < want.size() && i < want.size(); ++i) {
                        n += got[i] != want[i];
                    }
                    LT_CHECK(n <= want.size()/5000, "%s of %d: %zu of %zu bytes differ", ggml_type_name(type), (int) d, n, want.size());

                    const computed some = on_metal(gathered(type, d));
                    LT_REQUIRE(some.supported, "%s: not taken", ggml_type_name(type));
                    const double off = difference(some.out, on_processor(gathered(type, d)));
                    LT_CHECK(off <= 1e-12, "some rows of %s of %d: off by %g", ggml_type_name(type), (int) d, off);
                }
            }
        } },
    });
}
