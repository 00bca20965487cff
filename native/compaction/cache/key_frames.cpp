#include "key_frames.h"

#include "row_access.h"

#include "../compute/rope.h"
#include "../cpu/host_functions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace compaction {

namespace {

// what is asked of a head's keys
struct sample {
    uint32_t    ikv, h;
    head_plan * plan;
    bool        centered; // a center is to be found
    bool        balanced; // ... and a balance
    bool        lent;     // what rows that arrive have is to be judged
    bool        may_be_centered;

    bool wants_squares() const { return balanced || lent; }

    std::vector<int32_t> idx;
    std::vector<float>   squares;    // [d_k] of keys about their center
    std::vector<float>   of_queries; // [d_k], the same of queries, where graphs compute it
};

// slots of some of the sampled queries
std::vector<int32_t> some_slots(const reservoir & queries) {
    constexpr size_t MAX_QUERIES = 64; // tokens

    std::vector<int32_t> slots;
    for (uint32_t i = 0; queries.enabled() && i < queries.slots().size(); ++i) {
        if (queries.slots()[i].seqs.any()) {
            slots.push_back((int32_t) i);
        }
    }
    const size_t n = std::min(slots.size(), MAX_QUERIES);
    std::vector<int32_t> res(n);
    for (size_t i = 0; i < n; ++i) {
        res[i] = slots[i*slots.size()/n];
    }
    return res;
}

// Sum of the squares [d_k] of some of the sampled queries that ask a KV head, in host memory; empty: none were sampled
std::vector<float> query_squares(const reservoir & queries, const layer_info & l, uint32_t ikv, uint32_t h) {
    const auto slots = some_slots(queries);
    if (slots.empty()) {
        return {};
    }
    const ggml_tensor * t = queries.rows()[ikv];
    const size_t n_asked  = l.n_group()*l.d_k; // numbers of a reader's heads
    const size_t width    = ggml_row_size(t->type, n_asked);
    std::vector<uint8_t> row(width);
    std::vector<float>   q(n_asked), res(l.d_k, 0.0f);
    for (const int32_t slot : slots) {
        for (size_t reader = 0; reader < l.readers.size(); ++reader) {
            const size_t first = ggml_row_size(t->type, (reader*l.n_head + h*l.n_group())*l.d_k);
            ggml_backend_tensor_get(t, row.data(), slot*t->nb[1] + first, width);
            ggml_get_type_traits(t->type)->to_float(row.data(), q.data(), (int64_t) n_asked);
            for (const float * head = q.data(); head < q.data() + n_asked; head += l.d_k) {
                for (uint32_t c = 0; c < l.d_k; ++c) {
                    res[c] += head[c]*head[c];
                }
            }
        }
    }
    return res; // a sum: factors are by the geometric mean of all
}

// Rounding puts the same error into every dimension, as much as keys are large on the whole, and queries multiply it: of all
// factors w, the logits' error is least where w^4 is the queries' mean square by the keys'. Empty: there is nothing to go by
std::vector<float> balance_of(const std::vector<float> & keys, const std::vector<float> & queries) {
    constexpr float LEAST = 1e-3f; // of the mean square of all dimensions
    constexpr float MOST  = 32.0f; // a factor, by the geometric mean of all

    if (queries.empty()) {
        return {};
    }
    const auto   floor_of = [](const std::vector<float> & x) { return LEAST*std::accumulate(x.begin(), x.end(), 0.0f)/(float) x.size(); };
    const float  least_k  = floor_of(keys);
    const float  least_q  = floor_of(queries);
    if (!(least_k > 0.0f && std::isfinite(least_k) && least_q > 0.0f && std::isfinite(least_q))) {
        return {};
    }
    std::vector<float> res(keys.size());
    float mean = 0.0f;
    for (size_t c = 0; c < res.size(); ++c) {
        res[c] = 0.25f*logf((queries[c] + least_q)/(keys[c] + least_k));
        mean  += res[c]/(float) res.size();
    }
    for (float & x : res) {
        x = expf(std::clamp(x - mean, -logf(MOST), logf(MOST)));
    }
    return res;
}

// Center, mean squares of keys about it, and of queries, in one graph; false: it was not computed
bool measure_by_graph(runner & run, const pool_layout & layout, const reservoir & queries, sample & s) {
    run.begin();
    ggml_context * ctx = run.ctx();
    const auto mean = [&](ggml_tensor * rows) { // [d_k, n] -> [d_k]
        return run.output(ggml_mean(ctx, ggml_cont(ctx, ggml_transpose(ctx, rows))));
    };
    ggml_tensor * k       = gather_k(run, layout, s.ikv, s.h, s.idx);
    ggml_tensor * of_k    = mean(k);
    ggml_tensor * squares = s.wants_squares() ? mean(ggml_sqr(ctx, k)) : nullptr;
    ggml_tensor * asked   = nullptr;
    if (const auto slots = some_slots(queries); s.balanced && !slots.empty()) {
        const auto  & l   = layout.stock.layers()[s.ikv];
        ggml_tensor * all = queries.rows()[s.ikv];
        const int64_t n   = l.n_group()*l.d_k; // numbers of a reader's heads
        ggml_tensor * idx = run.input(GGML_TYPE_I32, slots);
        ggml_tensor * q   = nullptr;
        for (size_t r = 0; r < l.readers.size(); ++r) {
            const size_t  first = (r*l.n_head + s.h*l.n_group())*l.d_k;
            ggml_tensor * rows  = ggml_view_2d(ctx, all, n, all->ne[1], all->nb[1], ggml_row_size(all->type, first));
            rows = ggml_reshape_2d(ctx, ggml_get_rows(ctx, rows, idx), l.d_k, l.n_group()*slots.size());
            q    = q ? ggml_concat(ctx, q, rows, 1) : rows;
        }
        asked = mean(ggml_sqr(ctx, q));
    }
    if (!run.compute()) {
        return false;
    }
    const auto found = run.read<float>(of_k);
    if (s.centered) {
        s.plan->center = found;
    }
    if (squares) {
        s.squares = run.read<float>(squares);
        const auto & center = s.plan->center;
        for (size_t c = 0; c < center.size(); ++c) {
            const float x = s.squares[c] - center[c]*(2.0f*found[c] - center[c]);
            s.squares[c]  = x < 0.0f ? 0.0f : x; // none stays none
        }
    }
    if (asked) {
        s.of_queries = run.read<float>(asked);
    }
    return true;
}

bool all_finite(const std::vector<float> & x) {
    return std::all_of(x.begin(), x.end(), [](float y) { return std::isfinite(y); });
}

constexpr double MOST_LOST = 2.0; // of squares, by those without a center or balance

// A center that came with rows is taken unless keys become larger by it: the error of a key is a part of its size. What a saved
// state says may be anything, and it is other chats' keys that would be rounded.
void judge_center(sample & s) {
    auto & plan = *s.plan;
    const auto found = [&](size_t c) { return plan.center.empty() ? 0.0 : (double) plan.center[c]; };
    const auto off   = [&](size_t c) { return found(c) - (double) plan.lent_center[c]; };
    double with = 0.0, without = 0.0;
    for (size_t c = 0; c < s.squares.size(); ++c) {
        with    += s.squares[c] + off(c)*off(c);
        without += s.squares[c] + found(c)*found(c);
    }
    if (with <= MOST_LOST*without) {
        for (size_t c = 0; c < s.squares.size(); ++c) {
            s.squares[c] += (float) (off(c)*off(c));
        }
        plan.center = plan.lent_center;
    } else if (!s.may_be_centered) {
        plan.center.clear();
    }
}

// ... the same of a balance: the error of logits is as large as keys are times it, and queries by it. queries: empty: not known
bool suits(const std::vector<float> & balance, const std::vector<float> & keys, const std::vector<float> & queries) {
    double k = 0.0, q = 0.0, with_k = 0.0, with_q = 0.0;
    for (size_t c = 0; c < balance.size(); ++c) {
        const double asked = queries.empty() ? 1.0 : queries[c];
        const double x     = (double) balance[c]*balance[c];
        k += keys[c];
        q += asked;
        with_k += keys[c]*x;
        with_q += asked/x;
    }
    return with_k*with_q <= MOST_LOST*k*q;
}

} // namespace

bool find_frames(runner & run, const pool_layout & layout, const reservoir & queries, std::vector<head_plan> & plans,
        const std::vector<uint32_t> & live, const arrivals * joining) {
    constexpr size_t MAX_ROWS = 256; // any constant will do, so a sample does

    const bool capped = layout.stock.hparams.attn_soft_cap; // such logits do not only shift

    std::vector<sample> samples;
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        const auto & l    = layout.layer_of(i);
        const auto   id   = layout.id_of(i);
        auto       & plan = plans[i];

        if (!layout.format_of(l, plan.type_k, plan.type_v).rot_k) {
            plan.center .clear(); // its rows are rotated no more
            plan.balance.clear();
            continue;
        }
        // a launch per layer and token is too much for what eight bits gain by it
        const bool may_be_centered = !capped && !l.has_sinks() && !l.v_in_k && !(layout.support.classed(id.ikv) && plan.type_k == GGML_TYPE_Q8_0);
        const bool centered = plan.center.empty() && (may_be_centered || !plan.lent_center.empty());
        // rows of this type already would be rounded once more
        const auto quantized = [&](const region & r) { return r.rot_k && r.type_k == plan.type_k; };
        const region * now   = layout.region_of(i);
        const bool balanced  = plan.balance.empty() && layout.may_balance(id.ikv, plan.type_k) && !(now && quantized(*now)) &&
                !(joining && plan.lent_balance.empty() && quantized(joining->layers[id.ikv].heads[id.h]));
        if (!centered && !balanced) {
            continue;
        }
        std::vector<int32_t> idx;
        std::copy_if(plan.src.begin(), plan.src.end(), std::back_inserter(idx), [](int32_t row) { return row >= 0; });
        for (const uint32_t c : live) {
            idx.push_back((int32_t) (layout.n_block(i) + c));
        }
        const size_t n_all = idx.size();
        const size_t n     = std::min(MAX_ROWS, n_all);
        if (n == 0) {
            plan.center  = plan.center .empty() ? plan.lent_center  : plan.center;
            plan.balance = plan.balance.empty() ? plan.lent_balance : plan.balance;
            continue;
        }
        samples.push_back({ id.ikv, id.h, &plan, centered, balanced, !plan.lent_center.empty(), may_be_centered, {}, {}, {} });
        for (size_t j = 0; j < n; ++j) {
            samples.back().idx.push_back(idx[j*n_all/n]);
        }
    }

    const host_functions * fns = nullptr;
    std::vector<host_mean> means; // in host memory all at once
    for (auto & s : samples) {
        const auto & l = layout.stock.layers()[s.ikv];
        if (const auto * f = host_functions_of(l)) {
            fns = f;
            s.plan->center.resize(s.centered ? l.d_k : s.plan->center.size());
            s.squares.resize(s.wants_squares() ? l.d_k : 0);
            means.push_back({ rows_k(layout, s.ikv, s.h), s.idx.data(), (int64_t) s.idx.size(), s.centered ? s.plan->center.data() : nullptr,
                s.plan->center.empty() ? nullptr : s.plan->center.data(), s.wants_squares() ? s.squares.data() : nullptr });
            continue;
        }
        if (!measure_by_graph(run, layout, queries, s)) {
            return false;
        }
    }
    int64_t most = 0;
    for (const auto & m : means) {
        most = std::max(most, m.from.d);
    }
    host_work work = { nullptr, 0, means.data(), (int64_t) means.size(), { 0 }, run.scratch(most) };
    if (fns && !run.call(fns->mean_rows, &work)) {
        return false;
    }
    for (auto & s : samples) {
        auto & plan = *s.plan;
        if (!all_finite(plan.center)) {
            plan.center.clear();
        }
        if (s.lent) {
            judge_center(s);
        }
        if (s.balanced) {
            const auto & l     = layout.stock.layers()[s.ikv];
            const auto   asked = host_functions_of(l) ? query_squares(queries, l, s.ikv, s.h) : s.of_queries;
            const bool   taken = !plan.lent_balance.empty() && suits(plan.lent_balance, s.squares, asked);
            plan.balance = taken ? plan.lent_balance : balance_of(s.squares, asked);
        }
    }
    return true;
}

} // namespace compaction
