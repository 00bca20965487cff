#include "pipeline.h"

#include "fit.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace compaction {

namespace {

// bounds the memory of one head's scores
constexpr int64_t MAX_SCORES = 8*1024*1024;

// rows that are fitted jointly
constexpr size_t MAX_GROUP = 384;

struct head_result {
    std::vector<uint32_t>    sel;  // of the block's keys, ascending
    std::vector<ggml_fp16_t> beta;
    std::vector<float>       values; // [sel, d_v]; empty: copied
    float error    = 0.0f;
    bool  fallback = false;
};

std::vector<uint32_t> all_of(uint32_t n) {
    std::vector<uint32_t> res(n);
    std::iota(res.begin(), res.end(), 0);
    return res;
}

std::vector<uint32_t> best_of(const std::vector<float> & scores, uint32_t n) {
    std::vector<uint32_t> order = all_of((uint32_t) scores.size());
    std::nth_element(order.begin(), order.begin() + n, order.end(), [&](uint32_t a, uint32_t b) {
        const float x = std::isfinite(scores[a]) ? scores[a] : -1.0f;
        const float y = std::isfinite(scores[b]) ? scores[b] : -1.0f;
        return x != y ? x > y : a > b;
    });
    order.resize(n);
    std::sort(order.begin(), order.end());
    return order;
}

std::vector<float> max_pool(const std::vector<float> & x, int width) {
    std::vector<float> res(x.size());
    for (int i = 0; i < (int) x.size(); ++i) {
        for (int j = std::max(0, i - width/2); j <= std::min((int) x.size() - 1, i + width/2); ++j) {
            res[i] = std::max(res[i], x[j]);
        }
    }
    return res;
}

// Fits log-weights and values of the selected keys and measures the error on the held-out queries.
//
// Up to MAX_GROUP rows are fitted jointly. More are cut into groups of neighbours, each fitted to what the others leave
// over (one round of block Gauss-Seidel): the cost then grows with the number of rows, not with its cube.
class head_fit {
public:
    head_fit(llama_compact_store & store, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
            const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res)
        : store(store), run(run), sc(sc), ikv(ikv), h(h), rows(rows), params(params), res(res),
          l(store.layers[ikv]),
          n_queries((int64_t) qs.slots.size()*l.n_group()),
          n_fit((int64_t) qs.n_fit*l.n_group()),
          w(res.sel.size(), 1.0f) {
        const size_t t = res.sel.size();
        const size_t n = std::max<size_t>(1, (t + MAX_GROUP - 1)/MAX_GROUP);
        for (size_t g = 0; g < n; ++g) {
            groups.push_back({ t*g/n, t*(g + 1)/n });
        }
    }

    // false: the backend failed
    bool operator()() {
        res.beta.assign(w.size(), ggml_fp32_to_fp16(0.0f));

        if (params.fit != LLAMA_COMPACT_FIT_NONE && !fit_weights()) {
            return false;
        }
        const bool values = params.fit == LLAMA_COMPACT_FIT_VALUES && !res.fallback;
        if (!values && n_queries == n_fit) {
            return true;
        }
        if (!residual()) {
            return false;
        }
        if (values) {
            if (!fit_values()) {
                return false;
            }
            if (res.fallback) {
                // weights without fitted values do harm (measured): keep the rows as they are
                std::fill(w.begin(), w.end(), 1.0f);
                std::fill(res.beta.begin(), res.beta.end(), ggml_fp32_to_fp16(0.0f));
                res.values.clear();
                if (!residual()) {
                    return false;
                }
            }
        }
        return measure();
    }

private:
    struct range { size_t first, last; };

    // Rows of a range are padded to a multiple of 16 with copies of its first one, which then get no weight: products
    // that sum over them are several times faster on the CPU.
    static int64_t padded(range g) { return GGML_PAD((int64_t) (g.last - g.first), 16); }

    // rows of the selection, as indices into `of`
    template <typename F>
    std::vector<int32_t> indices(range g, bool pad, F of) {
        std::vector<int32_t> idx;
        for (size_t i = g.first; i < g.last; ++i) {
            idx.push_back(of(res.sel[i]));
        }
        if (pad) {
            idx.resize(padded(g), idx[0]);
        }
        return idx;
    }

    // probabilities of the queries for rows of the selection, [n_queries, n]
    ggml_tensor * probabilities(range g, bool pad = false) {
        return ggml_get_rows(run.ctx(), sc.prob_t, run.input(GGML_TYPE_I32, indices(g, pad, [](uint32_t j) { return (int32_t) j; })));
    }

    // original values of rows of the selection, [d_v, n]
    ggml_tensor * values_of(range g, bool pad = false) {
        return store.gather_v(run.ctx(), ikv, h, run.input(GGML_TYPE_I32, indices(g, pad, [&](uint32_t j) { return rows.idx[j]; })));
    }

    // one number per row of the range, [padded]
    ggml_tensor * per_row(range g, const float * x) {
        std::vector<float> data(x, x + (g.last - g.first));
        data.resize(padded(g), 0.0f);
        return run.input(GGML_TYPE_F32, data);
    }

    // the queries to fit on, of a tensor whose first or second dimension runs over the queries
    ggml_tensor * fit_rows(ggml_tensor * x) {
        return ggml_cont(run.ctx(), ggml_view_2d(run.ctx(), x, n_fit, x->ne[1], x->nb[1], 0));
    }
    ggml_tensor * fit_cols(ggml_tensor * x) {
        return ggml_view_2d(run.ctx(), x, x->ne[0], n_fit, x->nb[1], 0);
    }

    ggml_tensor * transposed(ggml_tensor * x) {
        return ggml_cont(run.ctx(), ggml_transpose(run.ctx(), x));
    }

    // sum over rows of weight times probability, [n_queries]
    ggml_tensor * mass_of(range g, const float * weights) {
        return ggml_mul_mat(run.ctx(), transposed(probabilities(g, true)), per_row(g, weights));
    }

    bool fit_weights() {
        const range all { 0, w.size() };

        std::vector<float> sum; // mass of the whole selection under the present weights
        if (groups.size() > 1) {
            run.begin();
            ggml_tensor * s = run.output(mass_of(all, w.data()));
            if (!run.compute()) {
                return false;
            }
            sum = run.read<float>(s);
        }

        for (const auto & g : groups) {
            run.begin();
            ggml_context * ctx = run.ctx();

            ggml_tensor * e = probabilities(g);
            ggml_tensor * r = ggml_reshape_2d(ctx, sc.mass, n_queries, 1);
            if (groups.size() > 1) {
                r = ggml_add(ctx, ggml_sub(ctx, r, run.input(GGML_TYPE_F32, n_queries, 1, sum.data())), mass_of(g, &w[g.first]));
            }
            ggml_tensor * e_fit = fit_rows(e);
            ggml_tensor * gram  = run.output(ggml_mul_mat(ctx, e_fit, e_fit));
            ggml_tensor * rhs   = run.output(ggml_mul_mat(ctx, e_fit, fit_rows(r)));
            if (!run.compute()) {
                return false;
            }
            const auto solved = solve_weights(run.read<float>(gram), run.read<float>(rhs), params.n_iter,
                    exp(-(double) params.beta_max), exp((double) params.beta_max));

            std::vector<float> change(g.last - g.first);
            for (size_t i = g.first; i < g.last; ++i) {
                const double x = solved[i - g.first];
                if (!std::isfinite(x) || x <= 0.0) {
                    res.fallback = true;
                    continue;
                }
                // the values are fitted to the weights as they are stored
                res.beta[i] = ggml_fp32_to_fp16((float) log(x));
                change[i - g.first] = expf(ggml_fp16_to_fp32(res.beta[i])) - w[i];
                w[i] += change[i - g.first];
            }
            if (groups.size() > 1) {
                run.begin();
                ggml_tensor * s = run.output(mass_of(g, change.data()));
                if (!run.compute()) {
                    return false;
                }
                const auto more = run.read<float>(s);
                for (size_t q = 0; q < sum.size(); ++q) {
                    sum[q] += more[q];
                }
            }
        }
        if (res.fallback) {
            std::fill(w.begin(), w.end(), 1.0f);
            std::fill(res.beta.begin(), res.beta.end(), ggml_fp32_to_fp16(0.0f));
        }
        return true;
    }

    // what the selection, with its weights and original values, leaves of the output: norm and rest in scratch
    bool residual() {
        run.begin();
        ggml_context * ctx = run.ctx();

        const range all { 0, w.size() };
        ggml_tensor * x_t = ggml_mul(ctx, transposed(probabilities(all, true)), per_row(all, w.data())); // [rows, n_queries]
        ggml_tensor * ones = run.input(GGML_TYPE_F32, std::vector<float>(padded(all), 1.0f));
        ggml_tensor * sum = ggml_reshape_2d(ctx, ggml_mul_mat(ctx, x_t, ones), 1, n_queries);
        ggml_tensor * z   = ggml_add(ctx, sum, ggml_scale_bias(ctx, ggml_reshape_2d(ctx, sc.mass, 1, n_queries), -1.0f, 1.0f));

        ggml_tensor * base = ggml_mul_mat(ctx, transposed(values_of(all, true)), ggml_div(ctx, x_t, z)); // [d_v, n_queries]
        ggml_tensor * full = ggml_add(ctx, sc.out_block, sc.out_fixed);
        ggml_tensor * rest = ggml_sub(ctx, ggml_sub(ctx, full, ggml_div(ctx, sc.out_fixed, z)), base);

        run.expand(ggml_cpy(ctx, z, ggml_reshape_2d(ctx, sc.norm, 1, n_queries)));
        run.expand(ggml_cpy(ctx, rest, sc.rest));
        return run.compute();
    }

    bool fit_values() {
        for (const auto & g : groups) {
            run.begin();
            ggml_context * ctx = run.ctx();

            const size_t n = g.last - g.first;

            // the weights enter afterwards, on the host: scaling rows is slow in a graph
            ggml_tensor * x_fit  = fit_rows(ggml_div(ctx, probabilities(g), sc.norm));
            ggml_tensor * t_gram = run.output(ggml_mul_mat(ctx, x_fit, x_fit));                            // [n, n]
            ggml_tensor * t_rhs  = run.output(ggml_mul_mat(ctx, transposed(fit_cols(sc.rest)), x_fit));    // [d_v, n]
            ggml_tensor * v     = run.output(values_of(g));
            if (!run.compute()) {
                return false;
            }

            auto gram = run.read<float>(t_gram);
            auto rhs  = run.read<float>(t_rhs);
            for (size_t i = 0; i < n; ++i) {
                const float wi = w[g.first + i];
                for (size_t j = 0; j < n; ++j) {
                    gram[i*n + j] *= wi*w[g.first + j];
                }
                for (uint32_t c = 0; c < l.d_v; ++c) {
                    rhs[i*l.d_v + c] *= wi;
                }
            }

            std::vector<double> d; // [n, d_v]
            if (!solve_ridge(gram, rhs, l.d_v, params.ridge, d) ||
                    !std::all_of(d.begin(), d.end(), [](double y) { return std::isfinite(y) && std::fabs(y) < 6e4; })) {
                res.fallback = true;
                return true;
            }
            auto values = run.read<float>(v);
            const int64_t n_pad = padded(g);
            std::vector<float> d_t(n_pad*l.d_v, 0.0f); // [d_v, n_pad], weighted
            for (size_t i = 0; i < n; ++i) {
                for (uint32_t c = 0; c < l.d_v; ++c) {
                    values[i*l.d_v + c] += (float) d[i*l.d_v + c];
                    d_t[c*n_pad + i] = w[g.first + i]*(float) d[i*l.d_v + c];
                }
            }
            res.values.insert(res.values.end(), values.begin(), values.end());

            run.begin();
            ggml_tensor * x    = transposed(ggml_div(run.ctx(), probabilities(g, true), sc.norm)); // [n_pad, n_queries]
            ggml_tensor * gain = ggml_mul_mat(run.ctx(), run.input(GGML_TYPE_F32, n_pad, l.d_v, d_t.data()), x);
            run.expand(ggml_cpy(run.ctx(), ggml_sub(run.ctx(), sc.rest, gain), sc.rest));
            if (!run.compute()) {
                return false;
            }
        }
        return true;
    }

    // relative error of the output on the queries that were held out
    bool measure() {
        const int64_t n_out = n_queries - n_fit;
        if (n_out == 0) {
            return true;
        }
        run.begin();
        ggml_context * ctx = run.ctx();

        const auto held_out = [&](ggml_tensor * x) {
            return run.output(ggml_cont(ctx, ggml_view_2d(ctx, x, l.d_v, n_out, x->nb[1], n_fit*x->nb[1])));
        };
        ggml_tensor * rest = held_out(sc.rest);
        ggml_tensor * full = held_out(ggml_add(ctx, sc.out_block, sc.out_fixed));
        if (!run.compute()) {
            return false;
        }
        double num = 0.0, den = 0.0;
        for (const float x : run.read<float>(rest)) { num += (double) x*x; }
        for (const float x : run.read<float>(full)) { den += (double) x*x; }
        res.error = den > 0.0 ? (float) sqrt(num/den) : 0.0f;
        return true;
    }

    llama_compact_store        & store;
    runner                     & run;
    const head_scores          & sc;
    const uint32_t               ikv;
    const uint32_t               h;
    const head_rows            & rows;
    const llama_compact_params & params;
    head_result                & res;
    const layer_info           & l;

    const int64_t n_queries;
    const int64_t n_fit;

    std::vector<float> w;
    std::vector<range> groups;
};

query_set choose_queries(const llama_compact_store & store, llama_seq_id seq, llama_pos end, const llama_compact_params & params, uint32_t n_group_max, int64_t n_rows_max) {
    query_set qs;
    const bool recent = params.queries == LLAMA_COMPACT_QUERIES_RECENT;
    const auto have   = store.queries.rows_of(seq, recent);

    uint32_t n_out = std::max(params.n_held_out, 0)/n_group_max;
    uint32_t n_fit = std::max(params.n_queries,  1)/n_group_max;
    const uint32_t n_most = (uint32_t) std::max<int64_t>(16, MAX_SCORES/std::max<int64_t>(n_rows_max, 1)/n_group_max);
    const uint32_t n_have = std::min<uint32_t>((uint32_t) have.size(), n_most);
    n_out = std::min(n_out, n_have/8);
    n_fit = std::min(std::max(n_fit, 1u), n_have - n_out);

    // evenly spaced; of every 1 + n_fit/n_out one is held out
    const uint32_t n = n_fit + n_out;
    std::vector<uint32_t> fit, out;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t j = (uint32_t) ((uint64_t) i*have.size()/n);
        const bool held = n_out > 0 && (uint64_t) (i + 1)*n_out/n > (uint64_t) i*n_out/n;
        (held ? out : fit).push_back(j);
    }
    qs.n_fit  = (uint32_t) fit.size();
    qs.causal = recent;
    for (const auto * part : { &fit, &out }) {
        for (size_t i = 0; i < part->size(); ++i) {
            const auto & [pos, slot] = have[(*part)[i]];
            const llama_pos to = recent ? pos : end + (llama_pos) (i*(size_t) std::max(params.future_span, 1)/part->size());
            qs.slots.push_back((int32_t) slot);
            qs.delta.push_back(to - pos);
            qs.pos.push_back(to);
        }
    }
    return qs;
}

// nullptr, or what is wrong with the parameters
const char * invalid(const llama_compact_store & store, const llama_compact_params & p) {
    if (p.p0 < 0 || (p.p1 >= 0 && p.p1 <= p.p0)) {
        return "the range of positions is not valid";
    }
    if ((uint32_t) p.queries > LLAMA_COMPACT_QUERIES_RECENT || (uint32_t) p.select > LLAMA_COMPACT_SELECT_POOLED ||
            (uint32_t) p.fit > LLAMA_COMPACT_FIT_VALUES) {
        return "a query source, selection or fit of that number is not known";
    }
    if (p.n_queries < 1 || p.n_held_out < 0 || p.future_span < 0 || p.n_iter < 0 || p.n_iter > 100000) {
        return "a number of queries, positions or steps is out of range";
    }
    if (!(p.ridge >= 0.0f) || !std::isfinite(p.ridge) || !(p.beta_max >= 0.0f) || p.beta_max > 10.0f) {
        return "a parameter of the fit is out of range";
    }
    if (!p.heads) {
        return p.n_rows == -1 || p.n_rows > 0 ? nullptr : "the number of rows is out of range";
    }
    if (p.n_heads != (int32_t) store.n_heads()) {
        return "the budget table does not have one entry per layer and KV head";
    }
    uint32_t at = 0;
    for (const auto & l : store.layers) {
        for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
            const auto & head = p.heads[at];
            if (head.n_rows != -1 && head.n_rows < 1) {
                return "a head's number of rows is out of range";
            }
            if (head.type == -1) {
                continue;
            }
            if (head.type != GGML_TYPE_F16 && head.type != GGML_TYPE_Q8_0 && head.type != GGML_TYPE_Q4_0) {
                return "rows can be f16, q8_0 or q4_0";
            }
            const auto n = ggml_blck_size((ggml_type) head.type);
            if (l.d_k % n != 0 || l.d_v % n != 0) {
                return "the head size is no multiple of the row type's block size";
            }
        }
    }
    return nullptr;
}

} // namespace

uint64_t bytes_in_use(const llama_compact_store & store) {
    uint64_t res = 0;
    const uint32_t n_live = store.cells().get_used();
    for (uint32_t i = 0; i < store.n_heads(); ++i) {
        const uint64_t rb = store.row_bytes(i);
        res += store.block_rows(i)*(rb + sizeof(ggml_fp16_t)) + n_live*rb;
    }
    return res;
}

int32_t compact(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, const llama_compact_params & params, llama_compact_report & report) {
    const int64_t t_start = ggml_time_us();

    const auto fail = [&](int32_t code, const std::string & why) {
        store.last_error = why;
        return code;
    };

    auto & cells = store.cells();
    if (cells.get_has_shift()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "positions are being shifted");
    }
    const llama_pos end = std::max(cells.seq_pos_max(seq), store.pos_max(seq)) + 1;
    const llama_pos p0  = params.p0;
    const llama_pos p1  = params.p1 < 0 ? end : std::min(params.p1, end);

    if (const char * why = invalid(store, params)) {
        return fail(LLAMA_COMPACT_ERR_INVALID, why);
    }

    // the block's cells by position, the other cells of the sequence, and the cells that stay
    std::vector<std::pair<llama_pos, uint32_t>> in_block, fixed;
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (cells.is_empty(i)) {
            continue;
        }
        const bool ours  = cells.seq_has(i, seq);
        const bool block = ours && cells.pos_in(i, p0, p1);
        if (block) {
            in_block.emplace_back(cells.pos_get(i), i);
        } else if (ours) {
            fixed.emplace_back(cells.pos_get(i), i);
        }
        if (!block || cells.seq_count(i) > 1) {
            live.push_back(i);
        }
    }
    std::sort(in_block.begin(), in_block.end());
    std::sort(fixed.begin(), fixed.end());

    const uint32_t n_block = (uint32_t) in_block.size();
    if (n_block < 2) {
        return fail(LLAMA_COMPACT_ERR_NOTHING, "the range holds nothing to compact");
    }
    for (const auto & b : store.blocks) {
        if (b.seqs.test(seq) && b.p0 < p1 && b.p1 > p0) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "the range overlaps a compacted block");
        }
    }
    std::vector<block> blocks;
    auto plans = store.plan_current(blocks);
    uint32_t n_group_max = 1;
    for (const auto & l : store.layers) {
        n_group_max = std::max(n_group_max, l.n_group());
    }

    // row budgets and types
    std::vector<uint32_t> budget(plans.size());
    bool need_queries = false;
    for (size_t i = 0; i < plans.size(); ++i) {
        const int32_t want = params.heads ? params.heads[i].n_rows : params.n_rows;
        budget[i] = want < 0 ? n_block : std::min<uint32_t>(want, n_block);
        need_queries = need_queries || (budget[i] < n_block && budget[i] > 0);
    }
    if (params.heads) {
        size_t at = 0;
        for (const auto & l : store.layers) {
            for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
                if (params.heads[at].type < 0) {
                    continue;
                }
                const auto type = (ggml_type) params.heads[at].type;
                plans[at].type_k = type;
                plans[at].type_v = type;
            }
        }
    }

    uint32_t n_rows_max = n_block + (uint32_t) fixed.size();
    for (uint32_t i = 0; i < store.n_heads(); ++i) {
        n_rows_max = std::max(n_rows_max, n_block + (uint32_t) fixed.size() + store.block_rows(i));
    }

    query_set qs;
    const bool select_needs = need_queries && (params.select != LLAMA_COMPACT_SELECT_RECENT || params.fit != LLAMA_COMPACT_FIT_NONE);
    if (select_needs) {
        qs = choose_queries(store, seq, end, params, n_group_max, n_rows_max);
        if (qs.n_fit == 0) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "no reference queries were sampled for this sequence");
        }
    }

    report.n_tokens        = p1 - p0;
    report.bytes_before    = bytes_in_use(store);
    report.capacity_before = store.capacity();

    lctx->synchronize();

    std::vector<float> errors(plans.size(), 0.0f);
    double error_sum = 0.0;

    {
        runner      run(lctx, 256);
        head_scores sc(store, run);

        size_t at = 0;
        for (uint32_t ikv = 0; ikv < store.layers.size(); ++ikv) {
            const auto & l = store.layers[ikv];
            for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
                if (params.progress && params.progress((float) at/(float) plans.size(), params.progress_data)) {
                    return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
                }

                auto & plan = plans[at];

                const uint32_t n_old = store.has_pool() ? store.pool[ikv].heads[h].n_block() : 0;

                head_result res;
                if (budget[at] >= n_block) {
                    res.sel = all_of(n_block);
                } else if (budget[at] == 0) {
                    res.sel = {};
                } else if (params.select == LLAMA_COMPACT_SELECT_RECENT && params.fit == LLAMA_COMPACT_FIT_NONE) {
                    for (uint32_t i = n_block - budget[at]; i < n_block; ++i) {
                        res.sel.push_back(i);
                    }
                } else {
                    head_rows rows;
                    for (const auto * part : { &in_block, &fixed }) {
                        for (const auto & [pos, c] : *part) {
                            rows.add((int32_t) (n_old + c), 0.0f, pos);
                        }
                        if (part == &in_block) {
                            rows.end_block();
                        }
                    }
                    if (n_old > 0) {
                        const auto & r = store.pool[ikv].heads[h];
                        uint32_t row = 0;
                        for (size_t b = 0; b < store.blocks.size(); ++b) {
                            for (uint32_t i = 0; i < r.spans[b]; ++i, ++row) {
                                if (store.blocks[b].seqs.test(seq)) {
                                    rows.add((int32_t) row, ggml_fp16_to_fp32(r.beta[row]), -1);
                                }
                            }
                        }
                    }

                    rows.pad();

                    const int64_t t0 = ggml_time_us();
                    std::vector<float> scores;
                    if (!sc.compute(ikv, h, rows, qs, params.select == LLAMA_COMPACT_SELECT_ATTENTION, scores)) {
                        return fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to score the keys");
                    }
                    switch (params.select) {
                        case LLAMA_COMPACT_SELECT_RECENT:
                            for (uint32_t i = n_block - budget[at]; i < n_block; ++i) {
                                res.sel.push_back(i);
                            }
                            break;
                        case LLAMA_COMPACT_SELECT_POOLED:
                            res.sel = best_of(max_pool(scores, 7), budget[at]);
                            break;
                        case LLAMA_COMPACT_SELECT_ATTENTION:
                            res.sel = best_of(scores, budget[at]);
                            break;
                    }
                    const int64_t t1 = ggml_time_us();
                    report.t_select_us += t1 - t0;

                    if (!head_fit(store, run, sc, ikv, h, rows, qs, params, res)()) {
                        return fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to fit a head");
                    }
                    report.t_fit_us   += ggml_time_us() - t1;
                    report.n_fallback += res.fallback;
                }

                if (res.beta.empty()) {
                    res.beta.assign(res.sel.size(), ggml_fp32_to_fp16(0.0f));
                }
                errors[at]  = res.error;
                error_sum  += res.error;
                report.error_max = std::max(report.error_max, res.error);
                report.n_rows   += (int64_t) res.sel.size();

                plan.fit_at = (uint32_t) plan.src.size();
                plan.fit    = std::move(res.values);
                for (const uint32_t i : res.sel) {
                    plan.src.push_back((int32_t) (n_old + in_block[i].second));
                }
                plan.beta.insert(plan.beta.end(), res.beta.begin(), res.beta.end());
                plan.spans.push_back((uint32_t) res.sel.size());
            }
        }
        report.peak_extra_bytes = std::max<uint64_t>(report.peak_extra_bytes, run.peak() + sc.scratch_bytes);
    }
    if (params.progress && params.progress(1.0f, params.progress_data)) {
        return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
    }

    block next;
    next.seqs.set(seq);
    next.p0       = p0;
    next.p1       = p1;
    next.n_tokens = p1 - p0;
    blocks.push_back(next);

    const int64_t t_move = ggml_time_us();
    size_t peak = 0;
    const int32_t rc = store.relay(lctx, plans, std::move(blocks), live, peak);
    if (rc != LLAMA_COMPACT_OK) {
        return rc;
    }
    // cells that others carry too stay for them alone
    for (uint32_t i = 0; i < live.size(); ++i) {
        if (cells.seq_has(i, seq) && cells.pos_in(i, p0, p1)) {
            cells.seq_rm(i, seq);
        }
    }

    store.errors = std::move(errors);

    report.t_move_us        = ggml_time_us() - t_move;
    report.t_total_us       = ggml_time_us() - t_start;
    report.peak_extra_bytes = std::max<uint64_t>(report.peak_extra_bytes, peak);
    report.error            = (float) (error_sum/(double) store.n_heads());
    report.bytes_after      = bytes_in_use(store);
    report.capacity_after   = store.capacity();
    return LLAMA_COMPACT_OK;
}

int32_t attention_scores(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1,
        llama_pos q0, llama_pos q1, llama_compact_reduce reduce, float * out) {
    const auto & cells = store.cells();

    std::vector<std::pair<llama_pos, uint32_t>> keys;
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (!cells.is_empty(i) && cells.seq_has(i, seq) && cells.pos_in(i, p0, p1)) {
            keys.emplace_back(cells.pos_get(i), i);
        }
    }
    std::sort(keys.begin(), keys.end());
    if (p1 <= p0 || (llama_pos) keys.size() != p1 - p0) {
        store.last_error = "the cache does not hold every key of the range";
        return LLAMA_COMPACT_ERR_INVALID;
    }

    query_set all;
    for (const auto & [pos, slot] : store.queries.rows_of(seq, false)) {
        if (pos >= q0 && pos < q1) {
            all.slots.push_back((int32_t) slot);
            all.delta.push_back(0);
            all.pos.push_back(pos);
        }
    }
    if (all.slots.empty()) {
        store.last_error = "no queries of the range were sampled";
        return LLAMA_COMPACT_ERR_INVALID;
    }

    lctx->synchronize();

    runner      run(lctx, 256);
    head_scores sc(store, run);

    const size_t n_keys = keys.size();
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < store.layers.size(); ++ikv) {
        const auto & l = store.layers[ikv];
        const size_t n_most = std::max<size_t>(1, (size_t) MAX_SCORES/n_keys/l.n_group());
        for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
            head_rows rows;
            const uint32_t n_old = store.has_pool() ? store.pool[ikv].heads[h].n_block() : 0;
            for (const auto & [pos, c] : keys) {
                rows.add((int32_t) (n_old + c), 0.0f, pos);
            }
            rows.end_block();

            std::vector<double> acc(n_keys, 0.0);
            for (size_t i0 = 0; i0 < all.slots.size(); i0 += n_most) {
                const size_t i1 = std::min(all.slots.size(), i0 + n_most);
                query_set qs;
                qs.slots.assign(all.slots.begin() + i0, all.slots.begin() + i1);
                qs.delta.assign(all.delta.begin() + i0, all.delta.begin() + i1);
                qs.pos  .assign(all.pos  .begin() + i0, all.pos  .begin() + i1);
                qs.n_fit  = (uint32_t) qs.slots.size();
                qs.causal = q0 < p1;

                std::vector<float> scores;
                if (!sc.compute(ikv, h, rows, qs, true, scores)) {
                    store.last_error = "the backend failed to score the keys";
                    return LLAMA_COMPACT_ERR_COMPUTE;
                }
                if (reduce == LLAMA_COMPACT_REDUCE_RMS) {
                    for (size_t j = 0; j < n_keys; ++j) {
                        acc[j] += (double) scores[j]*scores[j]*(double) qs.slots.size();
                    }
                } else {
                    const auto p = run.read<float>(sc.prob_t);
                    const size_t nq = (size_t) sc.prob_t->ne[0];
                    for (size_t j = 0; j < n_keys; ++j) {
                        acc[j] = std::max(acc[j], (double) *std::max_element(p.begin() + j*nq, p.begin() + (j + 1)*nq));
                    }
                }
            }
            for (size_t j = 0; j < n_keys; ++j) {
                out[at*n_keys + j] = (float) (reduce == LLAMA_COMPACT_REDUCE_RMS ? sqrt(acc[j]/(double) all.slots.size()) : acc[j]);
            }
        }
    }
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
