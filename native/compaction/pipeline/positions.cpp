#include "positions.h"

#include "../cache/memory_parts.h"

#include "llama-context.h"
#include "llama-impl.h"
#include "llama-memory-recurrent.h"

#include <algorithm>
#include <iterator>

namespace compaction {

const char * position_map::invalid(const llama_compact_span * spans, int32_t n, llama_pos end) {
    if (!spans || n < 1) {
        return "no span to squeeze";
    }
    llama_pos at = 0;
    for (int32_t i = 0; i < n; ++i) {
        if (spans[i].p0 < at || spans[i].p1 <= spans[i].p0 || spans[i].p1 > end) {
            return "the spans are not in order, or lie outside of the sequence";
        }
        if (spans[i].n < 1 || spans[i].n > spans[i].p1 - spans[i].p0) {
            return "a span can only be squeezed to fewer positions, and to one at least";
        }
        at = spans[i].p1;
    }
    return nullptr;
}

llama_pos position_map::operator()(llama_pos pos) const {
    llama_pos lost = 0;
    for (const auto & s : spans) {
        if (pos < s.p0) {
            break;
        }
        if (pos < s.p1) {
            return s.p0 - lost + (llama_pos) ((int64_t) (pos - s.p0)*s.n/(s.p1 - s.p0));
        }
        lost += s.p1 - s.p0 - s.n;
    }
    return pos - lost;
}

bool position_map::squeezes(llama_pos pos) const {
    return std::any_of(spans.begin(), spans.end(), [&](const auto & s) { return pos >= s.p0 && pos < s.p1 && s.n < s.p1 - s.p0; });
}

llama_pos position_map::total() const {
    llama_pos res = 0;
    for (const auto & s : spans) {
        res += s.p1 - s.p0 - s.n;
    }
    return res;
}

namespace {

// Layers with a sliding window keep their own cells, in a cache of their own.
class window {
public:
    window(llama_context * lctx, llama_seq_id seq) : lctx(lctx), seq(seq), kv(window_cache(lctx->get_memory())) {}

    // nullptr if its cells can follow, else why not; end: the next token's position
    const char * refuses(const llama_hparams & hparams, const position_map & map, llama_pos end) const {
        if (!kv) {
            return nullptr;
        }
        if (!kv->get_can_shift()) {
            return "positions of this model's sliding window layers cannot be moved";
        }
        if (hparams.swa_type == LLAMA_SWA_TYPE_CHUNKED && map.total() % (llama_pos) hparams.n_swa != 0) {
            return "this model's attention chunks can only be moved as a whole";
        }
        const auto & cells = kv->get_cells(seq);
        for (uint32_t i = 0; i < cells.size(); ++i) {
            if (cells.is_empty(i) || !cells.seq_has(i, seq)) {
                continue;
            }
            const llama_pos pos = cells.pos_get(i);
            if (cells.seq_count(i) > 1) {
                return "another sequence shares the sliding window";
            }
            if (pos - map(pos) != map.total() && !llama_hparams::is_masked_swa(hparams.n_swa, hparams.swa_type, pos, end)) {
                return "distances inside the sliding window have to stay";
            }
        }
        return nullptr;
    }

    void follow(const position_map & map) {
        if (!kv) {
            return;
        }
        // what the window has left behind is not seen any more
        llama_pos first = -1;
        const auto & cells = kv->get_cells(seq);
        for (const auto & [pos, _] : cells.seq_pos_get(seq)) {
            if (pos - map(pos) == map.total()) {
                first = pos;
                break;
            }
        }
        if (first < 0) {
            return;
        }
        kv->seq_rm (seq, -1, first);
        kv->seq_add(seq, first, -1, -map.total());
        lctx->memory_update(false); // should the backend fail, it is tried again before the next batch
    }

private:
    llama_context  * lctx;
    llama_seq_id     seq;
    llama_kv_cache * kv;
};

// Recurrent states know nothing of positions, but each says which one it stands at.
class recurrence {
public:
    recurrence(llama_context * lctx, llama_seq_id seq) : seq(seq), states(recurrent_states(lctx->get_memory())) {}

    const char * refuses() const {
        const bool shared = states && std::any_of(states->cells.begin(), states->cells.end(), [&](const auto & cell) {
            return cell.has_seq_id(seq) && cell.seq_id.size() > 1;
        });
        return shared ? "another sequence shares the recurrent state" : nullptr;
    }

    void follow(const position_map & map) {
        if (states) {
            states->seq_add(seq, -1, -1, -map.total()); // it stands at the sequence's end
        }
    }

private:
    llama_seq_id             seq;
    llama_memory_recurrent * states;
};

// Keys are rounded anew each time that they are turned: those of three and two bits, which would lose a third of what they are within
// a few moves, have four from then on, where there is room; and so have their values, where attention takes equal types alone
void keep_keys_exact(const llama_compact_store & store, std::vector<head_plan> & plans, uint32_t n_live) {
    auto more = plans;
    for (uint32_t i = 0; i < more.size(); ++i) {
        auto & plan = more[i];
        if (!has_few_bits(plan.type_k)) {
            continue;
        }
        plan.type_k = GGML_TYPE_Q4_0;
        if (!store.layout.support.is_fast(store.layout.id_of(i).ikv, plan.type_k, plan.type_v)) {
            plan.type_v = GGML_TYPE_Q4_0;
        }
    }
    if (store.layouts.has_room(more, n_live)) {
        plans = std::move(more);
    }
}

} // namespace

int32_t reposition(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, const llama_compact_span * spans, int32_t n) {
    const auto fail = [&](int32_t code, const char * why) {
        return store.events.fail(code, why);
    };

    auto & cells = store.stock.cells();
    const llama_pos end = store.end_of(seq);

    if (const char * why = position_map::invalid(spans, n, end)) {
        return fail(LLAMA_COMPACT_ERR_INVALID, why);
    }
    const position_map map(spans, n);
    if (map.total() == 0) {
        return fail(LLAMA_COMPACT_ERR_NOTHING, "the spans keep all their positions");
    }
    if (!store.has_pool() || store.pos_max(seq) < 0) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "nothing of this sequence is compacted");
    }
    if (cells.get_has_shift()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, "positions are being shifted");
    }

    const auto moves = [&](llama_pos pos) { return map(pos) != pos; };

    // blocks
    std::vector<block> table = store.blocks.all();
    std::vector<const block *> ours;
    for (auto & b : table) {
        if (!b.seqs.test(seq)) {
            continue;
        }
        ours.push_back(&b);
        if (!moves(b.p1 - 1)) {
            continue;
        }
        if (b.seqs.count() > 1) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "another sequence shares a block that would move");
        }
        b.p1 = map(b.p1 - 1) + 1;
        b.p0 = map(b.p0);
    }
    std::sort(ours.begin(), ours.end(), [](const block * a, const block * b) { return a->p0 < b->p0; });
    for (size_t i = 1; i < ours.size(); ++i) {
        if (ours[i]->p0 < ours[i - 1]->p1) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "two blocks would share positions");
        }
    }

    // cells
    std::vector<uint32_t> live;
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (cells.is_empty(i)) {
            continue;
        }
        live.push_back(i);
        if (!cells.seq_has(i, seq) || !moves(cells.pos_get(i))) {
            continue;
        }
        if (cells.seq_count(i) > 1) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "another sequence shares tokens that would move");
        }
        if (map.squeezes(cells.pos_get(i))) {
            return fail(LLAMA_COMPACT_ERR_INVALID, "only compacted text can be squeezed");
        }
        const auto & ext = cells.ext_get(i);
        if (store.stock.hparams.n_pos_per_embd() > 1 && (ext.x != cells.pos_get(i) || ext.y != cells.pos_get(i))) {
            return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, "positions of images cannot be moved");
        }
    }

    window swa(lctx, seq);
    if (const char * why = swa.refuses(store.stock.hparams, map, end)) {
        return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, why);
    }
    recurrence recurrent(lctx, seq);
    if (const char * why = recurrent.refuses()) {
        return fail(LLAMA_COMPACT_ERR_INVALID, why);
    }

    // by how much every key is shifted
    auto plans = store.layouts.keep_all(table);
    keep_keys_exact(store, plans, (uint32_t) live.size());
    std::vector<block> blocks;
    std::copy_if(table.begin(), table.end(), std::back_inserter(blocks), [](const block & b) { return b.seqs.any(); });
    for (auto & plan : plans) {
        auto & shift = plan.shift;
        shift.assign(plan.pos.size(), 0);
        size_t at = 0;
        for (size_t b = 0; b < blocks.size(); ++b) {
            for (uint32_t i = 0; i < plan.spans[b]; ++i, ++at) {
                if (!blocks[b].seqs.test(seq)) {
                    continue;
                }
                if (plan.pos[at] < 0) {
                    return fail(LLAMA_COMPACT_ERR_UNSUPPORTED, "the positions of these blocks' rows are not known: they come from an older saved state");
                }
                shift[at]     = map(plan.pos[at]) - plan.pos[at];
                plan.pos[at] = plan.pos[at] + shift[at];
            }
        }
        for (const uint32_t c : live) {
            shift.push_back(cells.seq_has(c, seq) ? map(cells.pos_get(c)) - cells.pos_get(c) : 0);
        }
    }

    lctx->synchronize();

    // the live cells in their new order; their keys are shifted with the rows
    const auto follow = [&](llama_kv_cells & to) {
        for (uint32_t i = 0; i < (uint32_t) live.size(); ++i) {
            const llama_pos pos = to.pos_get(i);
            if (!to.seq_has(i, seq) || !moves(pos)) {
                continue;
            }
            llama_kv_cell_ext ext = to.ext_get(i);
            if (store.stock.hparams.n_pos_per_embd() > 1) {
                ext.x = ext.y = map(pos);
            }
            to.pos_add(i, map(pos) - pos);
            to.ext_set(i, ext);
        }
        to.reset_shift();
    };
    store.queries.set_moved(seq, store.queries.moved_by(seq)); // takes its place in memory now

    size_t peak = 0;
    const int32_t rc = store.layouts.move(lctx, plans, std::move(blocks), live, peak, follow);
    if (rc != LLAMA_COMPACT_OK) {
        return rc;
    }

    store.queries.move(seq, std::cref(map), map.total());

    swa.follow(map);
    recurrent.follow(map);
    return LLAMA_COMPACT_OK;
}

} // namespace compaction
