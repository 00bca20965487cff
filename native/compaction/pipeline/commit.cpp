// The end of a compaction: the cache is laid out anew with what the job's heads have.
#include "job.h"

#include "llama-context.h"

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace compaction;

std::vector<block> llama_compact_job::blocks_after(const view & seen) const {
    std::vector<block> res;
    std::copy_if(seen.table.begin(), seen.table.end(), std::back_inserter(res), [](const block & b) { return b.seqs.any(); });
    block next;
    next.seqs.set(seq);
    next.p0       = p0;
    next.p1       = p1;
    next.n_tokens = n_tokens;
    res.push_back(next);
    return res;
}

llama_compact_report llama_compact_job::report() const {
    auto res = so_far;
    const size_t n = fitting.n_done;
    res.error      = n > 0 ? (float) (std::accumulate(head_errors.begin(), head_errors.end(), 0.0)/(double) n) : 0.0f;
    res.error_max  = n > 0 ? *std::max_element(head_errors.begin(), head_errors.end()) : 0.0f;
    res.n_fallback = (int32_t) std::count(fell_back.begin(), fell_back.end(), true);
    return res;
}

int32_t llama_compact_job::commit(llama_compact_report & out) {
    const int64_t t_start = ggml_time_us();

    if (const int32_t rc = usable()) {
        return rc;
    }
    if (!finished()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "not every head is done yet");
    }
    const view seen = look();
    if (const int32_t rc = check(seen)) {
        return rc;
    }
    give_up(); // heads that are being refined: the move may need their memory

    out = report();
    out.bytes_before    = store->layout.bytes_in_use(store->blocks);
    out.capacity_before = store->size.capacity();

    if (params.dry_run) {
        store->errors      = head_errors;
        out.bytes_after    = out.bytes_before;
        out.capacity_after = out.capacity_before;
        out.t_total_us    += ggml_time_us() - t_start;
        return LLAMA_COMPACT_OK;
    }

    std::vector<block> blocks = blocks_after(seen);
    if (n_carriers(blocks) > MAX_GROUPS) { // others may have got some since it began
        return fail(LLAMA_COMPACT_ERR_INVALID, TOO_MANY_SEQUENCES);
    }

    auto plans = store->layouts.keep_all(seen.table);
    for (size_t i = 0; i < plans.size(); ++i) {
        auto & plan = plans[i];
        auto & p    = parts[i];
        plan.type_k = type_k(i);
        plan.type_v = type_v(i);
        plan.own    = store->layout.layer_of(i).v_in_k && (plan.own || !p.values.empty());
        plan.apart  = true; // what was laid out otherwise came from an older saved state, or from a device
        plan.fit_at = (uint32_t) plan.src.size();
        plan.src .insert(plan.src .end(), p.src .begin(), p.src .end());
        const uint32_t n_old = store->layout.n_block(i);
        for (const uint32_t row : p.src) {
            plan.pos.push_back(row < n_old ? store->layout.region_of(i)->pos[row] : store->stock.cells().pos_get(row - n_old));
        }
        plan.beta.insert(plan.beta.end(), p.beta.begin(), p.beta.end());
        plan.spans.push_back((uint32_t) p.src.size());
    }
    const auto swap_values = [&] {
        for (size_t i = 0; i < parts.size(); ++i) {
            std::swap(plans[i].fit,   parts[i].values);
            std::swap(plans[i].added, parts[i].added);
            std::swap(plans[i].times, parts[i].times);
        }
    };

    // cells that others carry too stay for them alone
    const auto leave = [&](llama_kv_cells & to) {
        for (uint32_t i = 0; i < seen.live.size(); ++i) {
            if (to.seq_has(i, seq) && to.pos_in(i, p0, p1)) {
                to.seq_rm(i, seq);
            }
        }
    };
    auto errors = head_errors;

    lctx->synchronize();

    size_t  peak = 0;
    int32_t rc   = LLAMA_COMPACT_OK;
    swap_values();
    try {
        rc = store->layouts.move(lctx, plans, std::move(blocks), seen.live, peak, leave);
    } catch (...) {
        swap_values();
        throw;
    }
    if (rc != LLAMA_COMPACT_OK) {
        swap_values();
        message = store->events.last_error();
        return rc;
    }
    committed = true;
    parts.clear();

    store->errors = std::move(errors);

    out.t_move_us        = ggml_time_us() - t_start;
    out.t_total_us      += out.t_move_us;
    out.peak_extra_bytes = std::max<uint64_t>(out.peak_extra_bytes, peak);
    out.bytes_after      = store->layout.bytes_in_use(store->blocks);
    out.capacity_after   = store->size.capacity();
    return LLAMA_COMPACT_OK;
}

ggml_type llama_compact_job::type_k(size_t entry) const {
    return !heads.empty() && heads[entry].type_k >= 0 ? (ggml_type) heads[entry].type_k : store->layout.type_k(entry);
}

ggml_type llama_compact_job::type_v(size_t entry) const {
    const region * r = store->layout.region_of(entry);
    if (store->layout.layer_of(entry).v_in_k && (heads.empty() || heads[entry].type_v < 0) && !(r && r->own)) {
        return type_k(entry); // of values beside the keys, should there be any
    }
    return !heads.empty() && heads[entry].type_v >= 0 ? (ggml_type) heads[entry].type_v : store->layout.type_v(entry);
}
