// Attention of reference queries over one head's rows where they are in host memory.
#include "scores.h"

#include "llama-impl.h"

#include <algorithm>
#include <cmath>

namespace compaction {

bool head_scores::begin_host() {
    const auto & l = info();

    // the block's rows, then those beside it, in whole tiles
    t_idx .clear();
    t_bias.clear();
    t_pos .clear();
    const auto add = [&](size_t first, size_t last) {
        t_idx .insert(t_idx .end(), rows->idx .begin() + first, rows->idx .begin() + last);
        t_bias.insert(t_bias.end(), rows->bias.begin() + first, rows->bias.begin() + last);
        t_pos .insert(t_pos .end(), rows->pos .begin() + first, rows->pos .begin() + last);
        t_idx .resize(GGML_PAD(t_idx.size(), SCORE_TILE), -1);
        t_bias.resize(t_idx.size(), -INFINITY);
        t_pos .resize(t_idx.size(), -1);
        return (int64_t) t_idx.size();
    };
    table.n_block = add(0, rows->n_block);
    table.n_rows  = add(rows->n_block_pad, rows->idx.size());
    sums.assign(table.n_block, 0.0f);
    t_sinks = l.sinks_of(h);

    // queries of a step: some milliseconds, and a number that several threads can share evenly
    const int64_t part  = std::clamp<int64_t>(MAX_SLICE/table.n_rows/4*4, 4, SCORE_QUERIES);
    const int64_t share = 8*part;
    const int64_t n     = std::max<int64_t>(1, MAX_WORK/(table.n_rows*(l.d_k + l.d_v))/share)*share;

    ggml_context * here = passing.ctx.get();
    ggml_tensor * packed_k = ggml_new_tensor_1d(here, GGML_TYPE_F32, table.n_rows*l.d_k);
    ggml_tensor * packed_v = ggml_new_tensor_1d(here, GGML_TYPE_F32, table.n_rows*l.d_v);
    ggml_tensor * lse      = ggml_new_tensor_1d(here, GGML_TYPE_F32, n_all);
    ggml_tensor * parts    = ggml_new_tensor_1d(here, GGML_TYPE_F32, (std::min(n, n_all)/part + 1)*table.n_block);
    if (!head.alloc(l.buft) || !passing.alloc(l.buft)) {
        return false;
    }
    note_host((3*t_idx.size() + sums.size())*sizeof(float));

    const auto data = [](ggml_tensor * t) { return (float *) t->data; };

    table.rows_k    = rows_k(layout, ikv, h);
    table.rows_v    = rows_v(layout, ikv, h);
    table.idx       = t_idx.data();
    table.bias      = t_bias.data();
    table.pos       = qs->causal ? t_pos.data() : nullptr;
    table.query_pos = qs->pos.data();
    table.d_k       = l.d_k;
    table.d_v       = l.d_v;
    table.n_group   = n_query_heads();
    table.n_fit     = n_fit();
    table.scale     = l.kq_scale();
    table.softcap   = layout.stock.softcap();
    table.sinks     = t_sinks.empty() ? nullptr : t_sinks.data();
    table.squares   = squares;
    table.outputs   = fitted;
    table.q         = data(q);
    table.k         = data(packed_k);
    table.v         = data(packed_v);
    table.part      = part;
    table.lse       = data(lse);
    table.mass      = data(mass);
    table.beside    = data(beside);
    table.out_block = data(out_block);
    table.out_fixed = data(out_fixed);
    table.parts     = data(parts);
    queries_of_step = n;

    table.scratch = run.scratch(score_floats(l.d_k, table.n_rows, part));
    run.begin();
    run.expand(ggml_cpy(run.ctx(), queries(), q));
    run.expand(run.host_node(host->load_scores, &table));
    return run.compute();
}

bool head_scores::step_host() {
    table.q0 = next;
    table.q1 = std::min(next + queries_of_step, n_all);
    table.next_part = 0;
    table.scratch   = run.scratch(score_floats(table.d_k, table.n_rows, table.part));
    if (!run.call(host->score, &table)) {
        return false;
    }
    // the same order of sums whatever the number of threads
    const int64_t n_parts = (std::min(table.q1, table.n_fit) - table.q0 + table.part - 1)/table.part;
    for (int64_t i = 0; i < n_parts; ++i) {
        for (int64_t j = 0; j < table.n_block; ++j) {
            sums[j] += table.parts[i*table.n_block + j];
        }
    }
    next = table.q1;
    return true;
}

bool head_scores::keep_host() {
    const auto & l = info();
    const int64_t n = (int64_t) kept.size();

    selection.begin();
    ggml_context * own = selection.ctx.get();
    prob_t              = ggml_new_tensor_2d(own, GGML_TYPE_F32, n_all, GGML_PAD(n, 16));
    ggml_tensor * keys  = ggml_new_tensor_2d(own, GGML_TYPE_F32, l.d_k, n);
    if (!selection.alloc(l.buft)) {
        return false;
    }

    std::vector<int32_t> cells, of_table;
    for (const uint32_t i : kept) {
        cells   .push_back(rows->idx[i]);
        of_table.push_back((int32_t) i);
    }
    host_move move = { rows_k(layout, ikv, h), plain_rows(keys), cells.data(), n, 0, {} };
    table.scratch = run.scratch(score_floats(l.d_k, table.n_rows, table.part));
    host_work work = { &move, 1, nullptr, 0, { 0 }, table.scratch };

    host_probabilities wanted = { &table, (const float *) keys->data, of_table.data(), n, fitted ? 0 : n_fit(), n_all,
        (float *) prob_t->data, n_all };

    run.begin();
    run.expand(run.host_node(host->move_rows,  &work));
    run.expand(run.host_node(host->score_rows, &wanted));
    return run.compute();
}

} // namespace compaction
