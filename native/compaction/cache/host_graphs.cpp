// Attention of a layer in host memory: what region_graphs builds there. Functions of the CPU backend are told of all of its heads at once.
#include "region_graphs.h"

#include "../cpu/shares.h"

#include "llama-impl.h"

#include <algorithm>
#include <thread>

namespace compaction {

host_table * region_graphs::make_table(graph_input * inp, int32_t il, float kq_scale) const {
    constexpr int64_t MIN_CHUNK = 128;
    constexpr int64_t MAX_CHUNKS = 64; // per head

    inp->tables.push_back(std::make_unique<host_table>());
    auto & res = *inp->tables.back();
    auto & l   = res.layer;

    const auto & info   = stock.layers()[stock.index_of(il)];
    const auto & lp     = layout.layer(stock.index_of(il));
    const auto & sinks  = info.readers[stock.reader_of(il)].sinks;
    const auto   groups = blocks.groups();

    res.heads.resize(info.n_head_kv);
    res.ends.resize(info.n_head_kv*groups.size());

    int64_t n_rows = 0;
    for (uint32_t h = 0; h < info.n_head_kv; ++h) {
        const auto & r = lp.heads[h];
        uint32_t   * e = res.ends.data() + h*groups.size();

        const auto ends = group_ends(r, groups);
        std::copy(ends.begin(), ends.end(), e);

        res.heads[h] = {
            rows_k(info, lp, h), rows_v(info, lp, h), r.n_block(), layout.n_view(r),
            r.t_beta ? (const ggml_fp16_t *) r.t_beta->data : nullptr, e, (int32_t) groups.size(),
        };
        n_rows = std::max<int64_t>(n_rows, layout.n_view(r));
        res.rows.push_back(layout.n_view(r));
    }
    res.order = longest_first(res.rows);

    l.heads     = res.heads.data();
    if (!scratch) {
        size_t most = 0;
        for (const auto & other : stock.layers()) {
            most = std::max(most, attend_floats(other.d_k, other.d_v));
        }
        const int n = std::max(16, (int) std::thread::hardware_concurrency());
        scratch.reset(new float[n*most]); // without numbers: what no thread comes to use takes no memory
        n_scratch = n;
    }
    l.scratch   = scratch.get();
    l.n_scratch = n_scratch;
    l.rows      = res.rows.data();
    l.order     = res.order.data();
    l.n_head_kv = info.n_head_kv;
    l.n_group   = info.n_group();
    l.d_k       = info.d_k;
    l.d_v       = info.d_v;
    l.scale     = kq_scale;
    l.softcap   = stock.softcap();
    l.sinks     = sinks.empty() ? nullptr : sinks.data();
    l.chunk     = std::max(MIN_CHUNK, GGML_PAD((n_rows + MAX_CHUNKS - 1)/MAX_CHUNKS, 64));
    for (const auto & h : res.heads) {
        l.n_chunks += (h.n_rows + l.chunk - 1)/l.chunk;
    }
    return &res;
}

ggml_tensor * region_graphs::build_attention_host(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp,
        const host_functions * fns, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v,
        ggml_tensor * k_idxs, ggml_tensor * kq_mask, float kq_scale, int32_t il) const {
    host_table * table = make_table(inp, il, kq_scale);
    const auto & l     = table->layer;

    const int64_t n_tokens = q->ne[2];
    const int64_t n_embd   = l.d_v*l.n_head_kv*l.n_group;

    for (ggml_tensor ** t : { &q, &k, &v }) {
        GGML_ASSERT(!*t || ((*t)->type == GGML_TYPE_F32 && (*t)->nb[0] == sizeof(float)));
    }

    const auto call = [&](ggml_custom_op_t fun, int64_t ne0, int64_t ne1, int64_t ne2, std::vector<ggml_tensor *> args) {
        return ggml_custom_4d(ctx, GGML_TYPE_F32, ne0, ne1, ne2, 1, args.data(), (int) args.size(), fun, GGML_N_TASKS_MAX, &table->layer);
    };

    ggml_tensor * stored = k ? call(fns->store, 1, 1, 1, { k, v ? v : k, k_idxs }) : k_idxs;

    std::vector<ggml_tensor *> args = { q, kq_mask, stored };
    if (inp->block_mask) {
        args.push_back(inp->block_mask);
    }

    ggml_tensor * res;
    if (n_tokens*l.n_group <= MAX_PART_QUERIES) {
        ggml_tensor * parts = call(fns->attend_parts, 2 + l.d_v, n_tokens*l.n_group, l.n_chunks, args);
        res = call(fns->merge_parts, n_embd, n_tokens, 1, { parts });
    } else {
        res = call(fns->attend, n_embd, n_tokens, 1, args);
    }
    ggml_build_forward_expand(gf, res);

    return res;
}

} // namespace compaction
