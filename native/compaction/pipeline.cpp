#include "pipeline.h"

#include "head_fit.h"
#include "selection.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace compaction {

namespace {

std::vector<uint32_t> all_of(uint32_t n) {
    std::vector<uint32_t> res(n);
    std::iota(res.begin(), res.end(), 0);
    return res;
}

// an enum from outside, which may hold any number
template <typename E>
uint32_t number_of(const E & e) {
    static_assert(sizeof(E) == sizeof(uint32_t));
    uint32_t res;
    memcpy(&res, &e, sizeof(res));
    return res;
}

// nullptr, or what is wrong with the parameters
const char * invalid(const llama_compact_store & store, const llama_compact_params & p) {
    if (p.p0 < 0 || (p.p1 >= 0 && p.p1 <= p.p0)) {
        return "the range of positions is not valid";
    }
    if (number_of(p.queries) > LLAMA_COMPACT_QUERIES_RECENT || number_of(p.select) > LLAMA_COMPACT_SELECT_OMP ||
            number_of(p.fit) > LLAMA_COMPACT_FIT_VALUES) {
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
            for (const auto & [type, d] : { std::pair(head.type_k, l.d_k), std::pair(head.type_v, l.d_v) }) {
                if (type == -1) {
                    continue;
                }
                if (type != GGML_TYPE_F16 && type != GGML_TYPE_Q8_0 && type != GGML_TYPE_Q4_0) {
                    return "rows can be f16, q8_0 or q4_0";
                }
                if (d % ggml_blck_size((ggml_type) type) != 0) {
                    return "the head size is no multiple of the row type's block size";
                }
            }
        }
    }
    return nullptr;
}

// a row in the present layout, with its log-weight and position
struct row {
    int32_t   idx;
    float     bias;
    llama_pos pos;
};

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

    // older blocks inside the range are merged into the new one; the table as it will be: others may carry them on
    std::vector<block> table = store.blocks;
    std::vector<bool>  merged(table.size(), false);
    uint32_t n_merged = 0; // tokens in them
    for (size_t b = 0; b < table.size(); ++b) {
        if (!table[b].seqs.test(seq) || table[b].p0 >= p1 || table[b].p1 <= p0) {
            continue;
        }
        if (table[b].p0 < p0 || table[b].p1 > p1) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "the range cuts a compacted block");
        }
        merged[b] = true;
        n_merged += table[b].n_tokens;
        table[b].seqs.reset(seq);
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

    if (in_block.size() + n_merged < 2) {
        return fail(LLAMA_COMPACT_ERR_NOTHING, "the range holds nothing to compact");
    }
    std::vector<block> blocks;
    std::copy_if(table.begin(), table.end(), std::back_inserter(blocks), [](const block & b) { return b.seqs.any(); });
    auto plans = store.plan_current(table);
    uint32_t n_group_max = 1;
    for (const auto & l : store.layers) {
        n_group_max = std::max(n_group_max, l.n_group());
    }

    // row budgets and types; rows of merged blocks differ from head to head
    std::vector<uint32_t> n_cands, budget;
    bool need_queries = false;
    for (uint32_t ikv = 0; ikv < store.layers.size(); ++ikv) {
        for (uint32_t h = 0; h < store.layers[ikv].n_head_kv; ++h) {
            const size_t  i    = budget.size();
            const int32_t want = params.heads ? params.heads[i].n_rows : params.n_rows;
            uint32_t n = (uint32_t) in_block.size();
            for (size_t b = 0; b < merged.size(); ++b) {
                n += merged[b] ? store.pool[ikv].heads[h].spans[b] : 0;
            }
            n_cands.push_back(n);
            budget .push_back(want < 0 ? n : std::min<uint32_t>(want, n));
            need_queries = need_queries || (budget[i] < n && budget[i] > 0);
        }
    }
    if (params.heads) {
        for (size_t at = 0; at < plans.size(); ++at) {
            if (params.heads[at].type_k >= 0) {
                plans[at].type_k = (ggml_type) params.heads[at].type_k;
            }
            if (params.heads[at].type_v >= 0) {
                plans[at].type_v = (ggml_type) params.heads[at].type_v;
            }
        }
    }

    uint32_t n_rows_max = 0;
    for (uint32_t i = 0; i < store.n_heads(); ++i) {
        n_rows_max = std::max(n_rows_max, (uint32_t) (in_block.size() + fixed.size()) + store.block_rows(i));
    }

    query_set qs;
    const bool select_needs = need_queries && (params.select != LLAMA_COMPACT_SELECT_RECENT || params.fit != LLAMA_COMPACT_FIT_NONE);
    if (select_needs) {
        qs = choose_queries(store, seq, end, params, n_group_max, n_rows_max);
        if (qs.n_fit == 0) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "no reference queries were sampled for this sequence");
        }
    }

    const uint32_t n_tokens = std::max<uint32_t>(p1 - p0, (uint32_t) in_block.size() + n_merged); // tokens may share a position

    report.n_tokens        = (int32_t) n_tokens;
    report.bytes_before    = bytes_in_use(store);
    report.capacity_before = store.capacity();

    lctx->synchronize();

    std::vector<float> errors(plans.size(), 0.0f);

    {
        runner      run(lctx, 2048);
        head_scores sc(store, run);

        size_t at = 0;
        for (uint32_t ikv = 0; ikv < store.layers.size(); ++ikv) {
            const auto & l = store.layers[ikv];
            for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
                if (params.progress && params.progress((float) at/(float) plans.size(), params.progress_data)) {
                    return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
                }

                auto & plan = plans[at];

                const region * r     = store.has_pool() ? &store.pool[ikv].heads[h] : nullptr;
                const uint32_t n_old = r ? r->n_block() : 0;
                const uint32_t n_block = n_cands[at];

                // what the new block is made of: rows of merged blocks and cells; and the older rows beside it
                std::vector<row> cands, beside;
                for (size_t b = 0, i = 0; b < store.blocks.size() && r; ++b) {
                    for (uint32_t j = 0; j < r->spans[b]; ++j, ++i) {
                        if (store.blocks[b].seqs.test(seq)) {
                            (merged[b] ? cands : beside).push_back({ (int32_t) i, ggml_fp16_to_fp32(r->beta[i]), r->pos[i] });
                        }
                    }
                }
                for (const auto & [pos, c] : in_block) {
                    cands.push_back({ (int32_t) (n_old + c), 0.0f, pos });
                }
                std::stable_sort(cands.begin(), cands.end(), [](const row & a, const row & b) { return a.pos < b.pos; });

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
                    for (const auto & c : cands) {
                        rows.add(c.idx, c.bias, c.pos);
                    }
                    rows.end_block();
                    for (const auto & [pos, c] : fixed) {
                        rows.add((int32_t) (n_old + c), 0.0f, pos);
                    }
                    for (const auto & c : beside) {
                        rows.add(c.idx, c.bias, c.pos);
                    }
                    rows.pad();

                    const int64_t t0 = ggml_time_us();
                    if (!select_keys(store, run, sc, ikv, h, rows, qs, params, budget[at], res.sel)) {
                        return fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to score the keys");
                    }
                    const int64_t t1 = ggml_time_us();
                    report.t_select_us += t1 - t0;

                    if (!fit_head(store, run, sc, ikv, h, rows, qs, params, res)) {
                        return fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to fit a head");
                    }
                    report.t_fit_us   += ggml_time_us() - t1;
                    report.n_fallback += res.fallback;
                }

                if (res.beta.empty()) {
                    for (const uint32_t i : res.sel) {
                        res.beta.push_back(ggml_fp32_to_fp16(cands[i].bias));
                    }
                }
                errors[at]  = res.error;
                report.error_max = std::max(report.error_max, res.error);
                report.n_rows   += (int64_t) res.sel.size();

                plan.fit_at = (uint32_t) plan.src.size();
                plan.fit    = store.pack_values(ikv, plan, res.values);
                for (const uint32_t i : res.sel) {
                    plan.src.push_back(cands[i].idx);
                    plan.pos.push_back(cands[i].pos);
                }
                plan.beta.insert(plan.beta.end(), res.beta.begin(), res.beta.end());
                plan.spans.push_back((uint32_t) res.sel.size());
            }
        }
        const size_t planned = std::accumulate(plans.begin(), plans.end(), size_t(0), [](size_t n, const head_plan & p) { return n + p.bytes(); });
        report.peak_extra_bytes = std::max<uint64_t>(report.peak_extra_bytes, run.peak() + sc.scratch_bytes + planned);
    }
    if (params.progress && params.progress(1.0f, params.progress_data)) {
        return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
    }
    report.error = (float) (std::accumulate(errors.begin(), errors.end(), 0.0)/(double) store.n_heads());

    if (params.dry_run) {
        store.errors          = std::move(errors);
        report.t_total_us     = ggml_time_us() - t_start;
        report.bytes_after    = report.bytes_before;
        report.capacity_after = report.capacity_before;
        return LLAMA_COMPACT_OK;
    }

    block next;
    next.seqs.set(seq);
    next.p0       = p0;
    next.p1       = p1;
    next.n_tokens = n_tokens;
    blocks.push_back(next);
    if (block_groups(blocks).size() > llama_compact_store::MAX_GROUPS) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "too many sequences with blocks of their own share this cache");
    }

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
    report.bytes_after      = bytes_in_use(store);
    report.capacity_after   = store.capacity();
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
