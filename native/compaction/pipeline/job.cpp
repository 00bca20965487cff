#include "job.h"

#include "key_moves.h"
#include "params.h"
#include "selection.h"

#include "llama-context.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace compaction;

// bytes that may wait for the commit when heads are refined, whatever the size of the cache; of larger ones a tenth, less what heads take
// while they are worked on: up to a thirtieth
static constexpr size_t ENOUGH_WAITING = 16u << 20;

static constexpr const char * OTHER_TOKENS = "the tokens of the range are not those it began with";

llama_compact_job::llama_compact_job(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, const llama_compact_params & params)
    : lctx(lctx), store(&store), seq(seq), params(params) {
    if (params.heads && params.n_heads == (int32_t) store.layout.n_entries()) {
        heads.assign(params.heads, params.heads + params.n_heads);
        for (size_t i = 0; i < heads.size(); ++i) {
            if (const float * line = heads[i].lookups) {
                lines.emplace_back(line, line + store.layout.layer_of(i).d_k + 1);
                heads[i].lookups = lines.back().data();
            }
        }
        this->params.heads = heads.data();
    }
    store.events.listen(this);
}

llama_compact_job::~llama_compact_job() {
    if (store) {
        store->events.forget(this);
    }
}

int32_t llama_compact_job::fail(int32_t code, const std::string & why) {
    message = why;
    if (store) {
        store->events.fail(code, why);
    }
    return code;
}

void llama_compact_job::spoil(const char * reason) {
    if (!spoiled && !committed) {
        spoiled = reason;
        give_up();
        parts.clear();
    }
    last_seen.reset();
}

void llama_compact_job::on_range_changed(llama_seq_id s, llama_pos from, llama_pos to, const char * reason) {
    last_seen.reset();
    if ((s < 0 || s == seq) && from < p1 && to > p0) {
        spoil(reason);
    }
}

void llama_compact_job::on_only_kept(llama_seq_id kept) {
    last_seen.reset();
    if (kept != seq) {
        spoil("the sequence was removed");
    }
}

void llama_compact_job::on_closed() {
    spoil("the context was freed");
    store = nullptr;
    lctx  = nullptr;
}

llama_compact_job::view llama_compact_job::look() {
    view res;
    const auto & all = store->stock.cells();
    n_walked += all.size();

    res.end   = store->end_of(seq);
    res.table = store->blocks.all();
    res.merged.assign(res.table.size(), false);
    for (size_t b = 0; b < res.table.size(); ++b) {
        auto & block = res.table[b];
        if (!block.seqs.test(seq) || block.p0 >= p1 || block.p1 <= p0) {
            continue;
        }
        res.cuts      = res.cuts || block.p0 < p0 || block.p1 > p1;
        res.merged[b] = true;
        res.n_merged += block.n_tokens;
        block.seqs.reset(seq); // others may carry it on
    }
    for (uint32_t i = 0; i < all.size(); ++i) {
        if (all.is_empty(i)) {
            continue;
        }
        const bool ours  = all.seq_has(i, seq);
        const bool block = ours && all.pos_in(i, p0, p1);
        if (ours) {
            (block ? res.in_block : res.fixed).emplace_back(all.pos_get(i), i);
        }
        if (!block || all.seq_count(i) > 1) {
            res.live.push_back(i);
        }
    }
    std::sort(res.in_block.begin(), res.in_block.end());
    std::sort(res.fixed.begin(), res.fixed.end());
    return res;
}

const llama_compact_job::view & llama_compact_job::present() {
    // whatever removes a cell is heard of; tokens that were decoded are not, but then there are more of them or the
    // sequence is longer
    const auto & all = store->stock.cells();
    const llama_pos end = store->end_of(seq);
    if (!last_seen || all.get_used() != cells_then || end != end_then) {
        last_seen  = std::make_unique<view>(look());
        shared.reset();
        cells_then = all.get_used();
        end_then   = end;
    }
    return *last_seen;
}

int32_t llama_compact_job::begin() {
    const int64_t t_start = ggml_time_us();

    if (store->stock.cells().get_has_shift()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "positions are being shifted");
    }
    if (const char * why = invalid(store->layout, params)) {
        return fail(LLAMA_COMPACT_ERR_INVALID, why);
    }
    const llama_pos end = store->end_of(seq);
    if (end > LAST_POSITION - params.future_span) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "no positions are left to ask from");
    }
    if (params.p_held_out > end) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "queries are to be held out of tokens that are not there");
    }
    p0 = params.p0;
    p1 = params.p1 < 0 ? end : std::min(params.p1, end);

    const view & seen = present();
    if (seen.cuts) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "the range cuts a compacted block");
    }
    if (seen.in_block.size() + seen.n_merged < 2) {
        return fail(LLAMA_COMPACT_ERR_NOTHING, "the range holds nothing to compact");
    }
    cells    = seen.in_block;
    merged   = seen.merged;
    n_tokens = (uint32_t) cells.size() + seen.n_merged; // tokens may share a position, and positions be without one
    if (!params.dry_run && n_carriers(blocks_after(seen)) > MAX_GROUPS) {
        return fail(LLAMA_COMPACT_ERR_INVALID, TOO_MANY_SEQUENCES);
    }

    // row budgets; rows of merged blocks differ from head to head
    bool     need_queries = false;
    uint32_t n_query_heads     = 1;
    for (uint32_t i = 0; i < store->layout.n_entries(); ++i) {
        n_query_heads = std::max(n_query_heads, store->layout.layer_of(i).n_query_heads());

        const int32_t want = params.heads ? params.heads[i].n_rows : params.n_rows;
        uint32_t n = (uint32_t) cells.size();
        for (size_t b = 0; b < merged.size(); ++b) {
            n += merged[b] ? store->layout.region_of(i)->spans[b] : 0;
        }
        n_cands.push_back(n);
        budget .push_back(want < 0 ? n : std::min<uint32_t>(want, n));
        need_queries = need_queries || (budget[i] < n && budget[i] > 0);
    }
    if (need_queries && (params.select != LLAMA_COMPACT_SELECT_RECENT || params.fit != LLAMA_COMPACT_FIT_NONE) &&
            choose_queries(store->queries, seq, seen.end, params, n_query_heads, 1).n_fit == 0) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "no reference queries were sampled for this sequence");
    }

    head_errors.assign(n_cands.size(), 0.0f);
    fell_back  .assign(n_cands.size(), false);
    parts      .resize(n_cands.size());
    for (auto * through : { &fitting, &refining }) {
        through->params = params;
        through->is_done.assign(n_cands.size(), false);
        through->order = in_order();
    }
    fitting.params.n_query_positions = 1;
    fitting.params.n_moves   = 0;
    so_far.n_tokens   = (int32_t) n_tokens;
    so_far.t_total_us = ggml_time_us() - t_start;
    return LLAMA_COMPACT_OK;
}

// layer by layer; where heads of one are fitted as one, those of about as many rows one after another
std::vector<size_t> llama_compact_job::in_order() const {
    std::vector<size_t> res(n_cands.size());
    std::iota(res.begin(), res.end(), 0);
    std::stable_sort(res.begin(), res.end(), [&](size_t a, size_t b) {
        const uint32_t of_a = store->layout.id_of(a).ikv, of_b = store->layout.id_of(b).ikv;
        return of_a != of_b ? of_a < of_b : !host_functions_of(store->layout.layer_of(a)) && budget[a] > budget[b];
    });
    return res;
}

int32_t llama_compact_job::usable() {
    if (committed) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "this compaction was committed already");
    }
    if (!spoiled && store->stock.cells().get_has_shift()) {
        spoil(OTHER_TOKENS);
    }
    return spoiled ? fail(LLAMA_COMPACT_ERR_CHANGED, spoiled) : LLAMA_COMPACT_OK;
}

int32_t llama_compact_job::check(const view & seen) {
    if (seen.in_block != cells || seen.merged != merged || seen.cuts) {
        spoil(OTHER_TOKENS);
        return usable();
    }
    return LLAMA_COMPACT_OK;
}

void llama_compact_job::pass::done(size_t head) {
    is_done[head] = true;
    ++n_done;
}

int32_t llama_compact_job::step(int64_t max_us) { return go_on(fitting, max_us); }

int32_t llama_compact_job::refine(int64_t max_us) { return go_on(refining, max_us); }

int32_t llama_compact_job::go_on(pass & through, int64_t max_us) {
    const int64_t t_start = ggml_time_us();

    int32_t rc = usable();
    if (rc != LLAMA_COMPACT_OK) {
        return rc;
    }
    if (&through == &refining && !finished()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "not every head is done yet");
    }
    if (through.over()) {
        return LLAMA_COMPACT_OK;
    }
    now = &through;
    try {
        lctx->synchronize();
        if (heads_at_work) {
            heads_at_work->resume();
        }
        const int64_t never = std::numeric_limits<int64_t>::max();
        rc = work_on(max_us > 0 && max_us < never - t_start ? t_start + max_us : never);
    } catch (...) {
        give_up();
        throw;
    }
    if (rc < 0 && rc != LLAMA_COMPACT_ERR_ABORTED) { // that one was said between two heads
        give_up();
    }
    so_far.t_total_us += ggml_time_us() - t_start;
    return rc;
}

int32_t llama_compact_job::fail_of_crew() {
    return heads_at_work->lacks_memory() ? fail(LLAMA_COMPACT_ERR_MEMORY, "there is no memory to work on a head")
                                         : fail(LLAMA_COMPACT_ERR_COMPUTE, heads_at_work->why());
}

void llama_compact_job::give_up() {
    heads_at_work.reset();
    shared.reset();
    now->at = 0;
}

int32_t llama_compact_job::work_on(int64_t until) {
    int64_t t = ggml_time_us();
    while (!now->over()) {
        if (!heads_at_work) {
            heads_at_work = std::make_unique<crew>(lctx, *store, now->params, so_far, frugal);
        }
        const int32_t rc = advance();
        so_far.peak_extra_bytes = std::max<uint64_t>(so_far.peak_extra_bytes, heads_at_work ? heads_at_work->peak() + parts_bytes : 0);
        if (rc == LLAMA_COMPACT_ERR_MEMORY && !frugal && !spoiled) {
            frugal = true; // heads that were worked on are begun anew
            give_up();
            message.clear();
            store->events.clear_error();
            continue;
        }
        if (rc != LLAMA_COMPACT_OK) {
            return rc;
        }
        const int64_t t_next = ggml_time_us();
        if (t_next + (t_next - t)/2 > until && !now->over()) { // the next one takes about as long as the last
            return LLAMA_COMPACT_MORE;
        }
        t = t_next;
    }
    heads_at_work.reset();
    shared.reset();
    if (params.progress && params.progress(now->share(), params.progress_data)) {
        return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
    }
    return LLAMA_COMPACT_OK;
}

int32_t llama_compact_job::advance() {
    const auto & order = now->order;
    while (now->at < order.size() && now->is_done[order[now->at]]) {
        ++now->at;
    }
    bool more = now->at < order.size();
    if (more) {
        const size_t head = order[now->at];
        more = heads_at_work->has_room(head, n_cands[head], budget[head]);
    }
    if (!heads_at_work->scores() && params.progress) {
        if (params.progress(now->share(), params.progress_data)) {
            return fail(LLAMA_COMPACT_ERR_ABORTED, "stopped");
        }
        if (const int32_t rc = usable()) { // it may have changed the cache
            return rc;
        }
    }
    if (more) {
        return start_head();
    }
    std::vector<std::unique_ptr<head_work>> done;
    if (!heads_at_work->advance(done)) {
        return fail_of_crew();
    }
    for (const auto & one : done) {
        finish_head(*one);
    }
    return LLAMA_COMPACT_OK;
}

std::shared_ptr<const candidates> llama_compact_job::candidates_of(size_t head, const view & seen) {
    const region * r     = store->layout.region_of(head);
    const uint32_t n_old = store->layout.n_block(head);
    if (!r && shared) {
        return shared;
    }
    auto res = std::make_shared<candidates>();

    // rows of merged blocks and cells; and the older rows beside them
    std::vector<candidate> beside;
    res->block.reserve(n_cands[head]);
    for (size_t b = 0, i = 0; b < store->blocks.size() && r; ++b) {
        for (uint32_t j = 0; j < r->spans[b]; ++j, ++i) {
            if (store->blocks[b].seqs.test(seq)) {
                (merged[b] ? res->block : beside).push_back({ (int32_t) i, ggml_fp16_to_fp32(r->beta[i]), r->pos[i] });
            }
        }
    }
    for (const auto & [pos, c] : cells) {
        res->block.push_back({ (int32_t) (n_old + c), 0.0f, pos });
    }
    const auto before = [](const candidate & a, const candidate & b) { return a.pos < b.pos; };
    if (!std::is_sorted(res->block.begin(), res->block.end(), before)) {
        std::stable_sort(res->block.begin(), res->block.end(), before);
    }

    auto & rows = res->rows;
    rows.reserve(res->block.size() + seen.fixed.size() + beside.size());
    for (const auto & c : res->block) {
        rows.add(c.idx, c.bias, c.pos);
    }
    rows.end_block();
    for (const auto & [pos, c] : seen.fixed) {
        rows.add((int32_t) (n_old + c), 0.0f, pos);
    }
    for (const auto & c : beside) {
        rows.add(c.idx, c.bias, c.pos);
    }
    rows.pad();
    if (!r) {
        shared = res;
    }
    return res;
}

int32_t llama_compact_job::start_head() {
    const view & seen = present();
    if (const int32_t rc = check(seen)) {
        return rc;
    }
    const size_t at     = now->order[now->at];
    auto       & params = now->params;
    if (now == &refining && (!moves_keys(at) || !may_wait(at))) {
        now->done(at);
        return LLAMA_COMPACT_OK;
    }
    auto next = std::make_unique<head_work>();
    next->head   = at;
    next->n_rows = budget[at];
    next->n_tokens = n_tokens;
    next->type_k = type_k(at);
    next->type_v = type_v(at);

    next->from   = candidates_of(at, seen);

    const uint32_t n     = budget[at];
    const uint32_t n_all = n_cands[at];

    const bool all    = n >= n_all;
    const bool recent = params.select == LLAMA_COMPACT_SELECT_RECENT && params.fit == LLAMA_COMPACT_FIT_NONE;
    if (all || recent || n == 0) {
        next->res.sel.resize(std::min(n, n_all));
        std::iota(next->res.sel.begin(), next->res.sel.end(), n_all - (uint32_t) next->res.sel.size());
        finish_head(*next);
        return LLAMA_COMPACT_OK;
    }

    const uint32_t n_query_heads = store->layout.layer_of(at).n_query_heads();
    const uint32_t n_ask = (uint32_t) heads_at_work->rows_to_ask(n);
    auto asked = params;
    asked.n_query_positions = heads_at_work->positions_for(at, n_all, n);
    next->qs = choose_queries(store->queries, seq, seen.end, asked, n_query_heads, rows_held(params, n_ask, n_all));
    if (next->qs.n_fit == 0) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "no reference queries are left for this sequence");
    }
    if (!heads_at_work->admits(next->qs)) {
        return LLAMA_COMPACT_OK;
    }
    const int32_t n_used = (int32_t) (next->qs.n_fit*n_query_heads);
    so_far.n_queries = so_far.n_queries == 0 ? n_used : std::min(so_far.n_queries, n_used);

    if (!heads_at_work->start(std::move(next))) {
        return fail_of_crew();
    }
    ++now->at;
    return LLAMA_COMPACT_OK;
}

bool llama_compact_job::moves_keys(size_t head) const {
    const auto & l = store->layout.layer_of(head);
    return params.n_moves > 0 && params.n_held_out > 0 && params.fit == LLAMA_COMPACT_FIT_VALUES && budget[head] > 0 && budget[head] < n_cands[head] &&
            !l.v_in_k && !store->layout.stock.hparams.attn_soft_cap && // such logits are not linear in the keys
            key_moves::possible(l);
}

bool llama_compact_job::may_wait(size_t head) const {
    const auto & l = store->layout.layer_of(head);

    const size_t more = budget[head]*ggml_row_size(added_type(l.d_k), l.d_k) + l.d_k*sizeof(float);
    const size_t all  = store->layout.bytes_in_use(store->blocks), work = std::min(heads_at_work->peak(), all/30);
    return parts_bytes + more <= std::max(all/10 - work, ENOUGH_WAITING);
}

void llama_compact_job::finish_head(head_work & one) {
    auto & res = one.res;
    if (now == &refining && (res.fallback || !(res.error < head_errors[one.head]))) {
        now->done(one.head); // what it had is as good, as far as can be told where tokens came meanwhile
        return;
    }
    if (res.beta.empty()) {
        for (const uint32_t i : res.sel) {
            res.beta.push_back(ggml_fp32_to_fp16(one.from->block[i].bias));
        }
    }
    part p;
    for (const uint32_t i : res.sel) {
        p.src.push_back(one.from->block[i].idx);
    }
    const auto & l = store->layout.layer_of(one.head);
    p.values = !res.packed.empty() ? std::move(res.packed) : pack_values(store->layout, l, one.type_k, one.type_v, res.values);
    p.beta   = std::move(res.beta);
    p.times  = std::move(res.times);
    if (!res.added.empty()) {
        const ggml_type type = added_type(l.d_k);
        p.added.resize(p.src.size()*ggml_row_size(type, l.d_k));
        ggml_quantize_chunk(type, res.added.data(), p.added.data(), 0, (int64_t) p.src.size(), l.d_k, nullptr);
    }

    auto & had = parts[one.head]; // whole or not at all: a head that fails is begun anew
    parts_bytes   += p.bytes() - had.bytes();
    so_far.n_rows += (int64_t) p.src.size() - (int64_t) had.src.size();
    had = std::move(p);

    head_errors[one.head] = res.error;
    fell_back  [one.head] = res.fallback;
    now->done(one.head);
}
