// Laying the pool out anew: what is to become of the cells, the blocks and the rows; layer_moves does it, layer by layer.
#include "relayout.h"

#include "key_frames.h"
#include "layer_moves.h"

#include "../llama-compact.h"

#include <algorithm>

namespace compaction {

std::vector<head_plan> relayout::keep_all(const std::vector<block> & table) const {
    std::vector<head_plan> res;
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        head_plan plan;
        plan.type_k = layout.type_k(i);
        plan.type_v = layout.type_v(i);
        if (const region * r = layout.region_of(i)) {
            plan = empty_plan(*r);

            uint32_t at = 0;
            for (size_t b = 0; b < table.size(); ++b) {
                if (table[b].seqs.any()) {
                    plan.spans.push_back(r->spans[b]);
                    for (uint32_t j = at; j < at + r->spans[b]; ++j) {
                        plan.src .push_back((int32_t) j);
                        plan.beta.push_back(r->beta[j]);
                        plan.pos .push_back(r->pos[j]);
                    }
                }
                at += r->spans[b];
            }
        }
        res.push_back(std::move(plan));
    }
    return res;
}

bool relayout::restore_stock() {
    if (!stock.released() || blocks.any_carried() || stock.cells().get_used() > 0) {
        return true;
    }

    layout.clear();
    blocks.replace({});
    events.new_epoch();
    events.all_changed("the cache is empty");

    if (!stock.restore(size.first())) {
        events.fail(0, "no memory for the KV cache");
        return false;
    }
    size.set_full(false);
    stock.cells().resize(size.grows() ? size.first() : size.limit());
    stock.search_from(0);
    size.trim();
    return true;
}

// A backend that failed half way through has left nothing to go back to. Windows and recurrent states go, too: they are of the same text
void relayout::abandon(llama_context * lctx) {
    events.all_changed("the backend failed, and the cache is empty");
    layout.clear();
    blocks.replace({});
    lctx->get_memory()->clear(false);
    restore_stock();
    events.new_epoch();
}

namespace {

// Brings the blocks of the same sequences together, and their rows in the plans with them
void group_by_carriers(std::vector<block> & blocks, std::vector<head_plan> & plans) {
    const std::vector<size_t> order = by_carriers(blocks);
    if (std::is_sorted(order.begin(), order.end())) {
        return;
    }
    const auto picked = [](const auto & from, const std::vector<size_t> & idx) {
        std::decay_t<decltype(from)> res;
        for (const size_t i : idx) {
            res.push_back(from[i]);
        }
        return res;
    };
    for (auto & plan : plans) {
        std::vector<size_t> first(blocks.size() + 1, 0);
        for (size_t b = 0; b < blocks.size(); ++b) {
            first[b + 1] = first[b] + plan.spans[b];
        }
        std::vector<size_t> rows;
        uint32_t fit_at = plan.fit_at;
        for (const size_t b : order) {
            if (first[b] == plan.fit_at && b + 1 == blocks.size()) {
                fit_at = (uint32_t) rows.size(); // the fitted block is the last one
            }
            for (size_t i = first[b]; i < first[b + 1]; ++i) {
                rows.push_back(i);
            }
        }
        plan.fit_at = fit_at;
        if (!plan.shift.empty()) {
            auto shift = picked(plan.shift, rows);
            shift.insert(shift.end(), plan.shift.begin() + rows.size(), plan.shift.end());
            plan.shift = std::move(shift);
        }
        plan.src   = picked(plan.src,   rows);
        plan.beta  = picked(plan.beta,  rows);
        plan.pos   = picked(plan.pos,   rows);
        plan.spans = picked(plan.spans, order);
    }
    blocks = picked(blocks, order);
}

} // namespace

int32_t relayout::move(llama_context * lctx, std::vector<head_plan> & plans, std::vector<block> new_blocks, const std::vector<uint32_t> & live,
        size_t & peak, const std::function<void(llama_kv_cells &)> & change, const arrivals * joining) {
    group_by_carriers(new_blocks, plans);

    const uint32_t n_live = (uint32_t) live.size() + (joining ? joining->n_live : 0);
    const uint32_t least  = std::max(n_live, 1u);

    const auto room = layout.room_in(plans, size.budget(), least);
    if (room.n_cells < least) {
        return events.fail(LLAMA_COMPACT_ERR_INVALID, "the rows to keep do not fit the memory of the cache");
    }
    const uint32_t wanted = size.roomy(n_live, room.n_cells);

    size_t moving = 0;
    for (uint32_t i = 0; i < plans.size(); ++i) {
        // by their numbers: fewer bits are no less work
        moving += (plans[i].src.size() + wanted)*row_size(layout.layer_of(i), GGML_TYPE_F16, GGML_TYPE_F16);
    }
    size_t n_readers = 1; // whose queries a balance is found from, in one graph
    for (const auto & l : stock.layers()) {
        n_readers = std::max(n_readers, l.readers.size());
    }
    runner    run(lctx, 64 + 4*n_readers, false, threads_for(moving));
    row_mover rows(run, layout, live, joining);

    if (!find_frames(run, layout, queries, plans, live, joining)) {
        return events.fail(LLAMA_COMPACT_ERR_COMPUTE, "the backend failed to read keys");
    }

    // the cells that stay, in their new places
    llama_kv_cells cells;
    cells.resize(wanted);
    cells.set(0, stock.cells().cp(live));
    if (change) {
        change(cells);
    }

    layer_moves moves(stock, layout, events, rows, plans, n_live, room.in_classes);
    if (const int32_t rc = moves.prepare(wanted)) {
        return rc;
    }
    if (const int32_t rc = moves.carry_out()) {
        if (moves.any_gone()) {
            abandon(lctx);
            return events.fail(rc, "the backend failed to move rows, and the cache is empty");
        }
        return rc;
    }
    peak = std::max<size_t>(peak, moves.most_extra() + run.peak());

    layout.replace(moves.layers());

    cells.resize_kept(moves.n_cells()); // fewer, where there was no memory for free ones: this takes none
    stock.cells() = std::move(cells);
    stock.search_from(n_live);
    size.set_full(moves.n_cells() < wanted);
    size.trim();

    blocks.replace(std::move(new_blocks));
    events.new_epoch();
    events.all_changed("the cache was laid out anew");
    return LLAMA_COMPACT_OK;
}

bool relayout::lay_out_empty(const std::vector<head_plan> & plans, std::vector<block> new_blocks, uint32_t n_live) {
    const uint32_t least = std::max(n_live, 1u);
    const auto     room  = layout.room_in(plans, size.budget(), least);
    uint32_t       cap   = room.n_cells;
    if (cap < least) {
        events.fail(0, "the saved memory is larger than this cache");
        return false;
    }
    cap = size.roomy(n_live, cap);

    events.all_changed("another memory was loaded");

    layout.clear();
    blocks.replace({});
    if (!stock.released()) {
        for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
            stock.release(ikv);
        }
    }

    std::vector<layer_pool> next;
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        next.push_back(layout.make_layer(ikv, &plans[at], cap, room.in_classes));
        at += stock.layers()[ikv].n_head_kv;
        if (!layout.fill_layer(ikv, next.back())) {
            events.fail(0, "no memory for the KV cache");
            next.clear();
            restore_stock();
            return false;
        }
    }

    layout.replace(std::move(next));
    blocks.replace(std::move(new_blocks));
    stock.cells().resize(cap);
    stock.search_from(0);
    size.set_full(false);
    events.new_epoch();
    size.trim();
    return true;
}

} // namespace compaction
