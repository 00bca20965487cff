#include "row_moves.h"

#include "row_access.h"

#include "../compute/rope.h"
#include "../llama-compact.h"

#include <algorithm>
#include <new>

namespace compaction {

// the functions that move a layer's rows; nullptr: graphs do, which alone can shift positions
static const host_functions * movers_of(const layer_info & l, const head_plan * plans) {
    const bool shifted = std::any_of(plans, plans + l.n_head_kv, [](const head_plan & p) { return !p.shift.empty(); });
    return shifted ? nullptr : host_functions_of(l);
}

bool row_mover::is_certain(uint32_t ikv, const head_plan * plans) const {
    return movers_of(layout.stock.layers()[ikv], plans) != nullptr;
}

const host_scratch * row_mover::scratch(uint32_t ikv) const {
    const auto & l = layout.stock.layers()[ikv];
    return run.scratch(2*std::max(l.d_k, l.d_v));
}

void row_mover::collect(uint32_t ikv, const head_plan * plans, const layer_pool & next) {
    static_assert(sizeof(live[0]) == sizeof(int32_t), "cells are indices too");

    const auto & l = layout.stock.layers()[ikv];

    moves.clear();
    const auto add = [&](const host_rows & from, host_rows to, const int32_t * idx, size_t n, size_t first, int64_t base, const host_added & added = {}) {
        to.data += first*to.stride;
        if (n > 0 || !idx) { // free rows: none in a rehearsal, whose list is to have room for them
            moves.push_back({ from, to, idx, (int64_t) n, base, added });
        }
    };
    const auto count_to = [&](size_t n) { // ascending indices
        for (size_t i = ascending.size(); i < n; ++i) {
            ascending.push_back((int32_t) i);
        }
    };
    // rows [first, last) of the plan, a run from the same place at a time; n_old: block rows among those of `from`
    const auto add_block = [&](const host_rows & from, uint32_t n_old, const host_rows & arriving, const host_rows & to, const head_plan & plan, size_t first, size_t last,
            const host_added & added = {}) {
        const auto added_at = [&](size_t i) {
            return added.data ? host_added { added.data + (i - first)*ggml_row_size(added.type, to.d), added.type, added.times } : host_added {};
        };
        const auto place = [&](size_t i) { return plan.src[i] < 0 ? 0 : plan.src[i] < (int32_t) n_old ? 1 : 2; };
        for (size_t i = first; i < last;) {
            const int at = place(i);
            size_t    j  = i + 1;
            while (j < last && place(j) == at && (at != 0 || plan.src[j] == plan.src[j - 1] - 1)) {
                ++j;
            }
            if (at == 0) {
                add(block_part(arriving), block_part(to), ascending.data(), j - i, i, -1 - plan.src[i], added_at(i));
            } else if (at == 1) {
                add(block_part(from), block_part(to), plan.src.data() + i, j - i, i, 0, added_at(i));
            } else {
                add(live_part(from, n_old), block_part(to), plan.src.data() + i, j - i, i, -(int64_t) n_old, added_at(i));
            }
            i = j;
        }
    };
    // all rows of the plan; those from fit_at on that are `given` come from there, as they will be stored, or get what is `added`
    const auto add_blocks = [&](const host_rows & from, uint32_t n_old, const host_rows & arriving, const host_rows & to, const head_plan & plan,
            const std::vector<uint8_t> & given, const std::vector<uint8_t> & added) {
        size_t end = plan.fit_at;
        add_block(from, n_old, arriving, to, plan, 0, end);
        if (!given.empty()) {
            host_rows as = block_part(to);
            as.data = (char *) const_cast<uint8_t *>(given.data());
            const size_t n = given.size()/as.stride;
            count_to(n);
            add(as, block_part(to), ascending.data(), n, end, 0);
            end += n;
        } else if (!added.empty()) {
            const size_t n = added.size()/ggml_row_size(added_type(to.d), to.d);
            add_block(from, n_old, arriving, to, plan, end, end + n, { (const char *) added.data(), added_type(to.d), plan.times.data() });
            end += n;
        }
        add_block(from, n_old, arriving, to, plan, end, plan.src.size());
    };
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & plan  = plans[h];
        const auto   n_src = plan.src.size();
        const auto   n_old = layout.n_block(ikv, h);
        const auto   cells = (const int32_t *) live.data();
        const auto   n_new = joining ? joining->n_live : 0;
        const auto   n_in  = joining ? joining->layers[ikv].heads[h].n_block() : 0;
        count_to(std::max(n_in, n_new));

        // cells that stay, then those that arrive, then free ones: read under a mask of -inf, they have to be finite
        const auto add_live = [&](const host_rows & from, const host_rows & arriving, const host_rows & to, const stored_rows & at) {
            const host_rows live_to = live_part(to, n_src);
            const size_t    n_used  = live.size() + n_new;
            add(live_part(from, n_old), live_to, cells, live.size(), 0, 0);
            add(live_part(arriving, n_in), live_to, ascending.data(), n_new, live.size(), 0);
            add({}, live_to, nullptr, at.live->ne[1] - at.first_live - n_used, n_used, 0);
        };

        const host_rows k = rows_k(layout, ikv, h), next_k = rows_k(l, next, h), in_k = joining ? rows_k(l, joining->layers[ikv], h) : k;
        add_blocks(k, n_old, in_k, next_k, plan, {}, plan.added);
        add_live(k, in_k, next_k, next.heads[h].stored_k());
        if (l.v_in_k && !next.heads[h].t_own) {
            continue;
        }
        const host_rows v = rows_v(layout, ikv, h), in_v = joining ? rows_v(l, joining->layers[ikv], h) : v;
        const host_rows next_v = l.v_in_k ? rows_own(l, next, h) : rows_v(l, next, h);
        add_blocks(v, n_old, in_v, next_v, plan, plan.fit, {});
        if (l.v_in_k) {
            continue; // live ones are in their keys
        }
        add_live(v, in_v, next_v, next.heads[h].stored_v());
    }
}

// where a head's rows come from, in their new order: block rows, then live ones; those that arrive as -1 - row
std::vector<int32_t> row_mover::sources(uint32_t ikv, uint32_t h, const head_plan & plan) const {
    std::vector<int32_t> res = plan.src;
    for (const uint32_t c : live) {
        res.push_back((int32_t) (layout.n_block(ikv, h) + c));
    }
    for (uint32_t i = 0; joining && i < joining->n_live; ++i) {
        res.push_back(-1 - (int32_t) (joining->layers[ikv].heads[h].n_block() + i));
    }
    return res;
}

// Rows `idx` of one tensor to rows [first, ...) of another that stores them in the same way, to the bit. Those that are no whole
// number of words go as the numbers that they stand for: rounded once more they are what they were, as the largest number of
// 32 has the largest code.
static void take_over(runner & run, const layer_info & l, ggml_tensor * from, ggml_tensor * to, size_t first, const std::vector<int32_t> & idx) {
    ggml_context * ctx = run.ctx();
    ggml_tensor * all   = words_of(ctx, from, 0, from->ne[1]);
    ggml_tensor * place = words_of(ctx, to, (int64_t) first, (int64_t) idx.size());
    bool as_words = all && place;
    if (ggml_backend_dev_t dev = as_words ? ggml_backend_buft_get_device(l.buft) : nullptr) {
        ggml_tensor * rows = ggml_get_rows(ctx, all, ggml_new_tensor_1d(ctx, GGML_TYPE_I32, (int64_t) idx.size()));
        as_words = ggml_backend_dev_supports_op(dev, rows) && ggml_backend_dev_supports_op(dev, ggml_cpy(ctx, rows, place));
    }
    if (!as_words) {
        all   = from;
        place = ggml_view_2d(ctx, to, to->ne[0], (int64_t) idx.size(), to->nb[1], first*to->nb[1]);
    }
    run.expand(ggml_cpy(ctx, ggml_get_rows(ctx, all, run.input(GGML_TYPE_I32, idx)), place));
}

// Where runs of block rows and of live ones end, which may lie in tensors of their own: one run of all, if there are too many for a graph
static std::vector<size_t> ends_of_runs(const std::vector<int32_t> & rows, int32_t n_block) {
    constexpr size_t MAX_RUNS = 2; // at most 14 nodes for each, of keys and of values: schedulers ask for memory by their nodes

    std::vector<size_t> res;
    for (size_t i = 1; i <= rows.size(); ++i) {
        if (i == rows.size() || (rows[i] < n_block) != (rows[i - 1] < n_block)) {
            res.push_back(i);
        }
    }
    return res.size() <= MAX_RUNS ? res : std::vector<size_t> { rows.size() };
}

// the row, of block rows or of live ones, that a plan's row `at` goes to
static size_t place_of(const stored_rows & to, size_t at, const head_plan & plan) {
    return at < plan.src.size() ? at : at - plan.src.size() + to.first_live;
}

int32_t row_mover::move_by_graphs(uint32_t ikv, const head_plan * plans, const layer_pool & next, bool rehearsal) {
    constexpr size_t MAX_ROWS = 2048; // of one graph

    const auto & l = layout.stock.layers()[ikv];

    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & plan = plans[h];
        const auto & r    = next.heads[h];
        const auto   idx  = sources(ikv, h, plan);

        const size_t added_row = ggml_row_size(added_type(l.d_k), l.d_k);
        const size_t added_at  = plan.fit_at;
        const size_t added_end = plan.fit_at + plan.added.size()/added_row;

        // graphs of this head that were rehearsed, by where rows come from and go to, and whether something is added to keys: their rows, and the runs of these
        std::pair<size_t, size_t> largest[2][2][2] = {};
        for (size_t at = 0, n = 0; at < idx.size(); at += n) {
            const bool arrives = idx[at] < 0;
            std::vector<int32_t> from;
            const bool   parts = r.block_k || r.block_v || r.t_own; // block rows and live ones go to places of their own
            const bool   adds = at >= added_at && at < added_end;
            size_t       end   = parts && at < plan.src.size() ? plan.src.size() : idx.size();
            end = adds ? std::min(end, added_end) : at < added_at && added_at < added_end ? std::min(end, added_at) : end;
            while (from.size() < MAX_ROWS && at + from.size() < end && (idx[at + from.size()] < 0) == arrives) {
                const int32_t row = idx[at + from.size()];
                from.push_back(arrives ? -1 - row : row);
            }
            n = from.size();

            const region * now     = arrives ? &joining->layers[ikv].heads[h] : layout.exists() ? &layout.layer(ikv).heads[h] : nullptr;
            const int32_t  n_block = now ? (int32_t) now->n_block() : 0;
            const auto     ends    = ends_of_runs(from, n_block);

            auto & [rehearsed_rows, rehearsed_runs] = largest[arrives][at < plan.src.size()][adds];
            if (rehearsal && n <= rehearsed_rows && ends.size() <= rehearsed_runs) {
                continue;
            }
            rehearsed_rows = std::max(rehearsed_rows, n);
            rehearsed_runs = std::max(rehearsed_runs, ends.size());

            run.begin();

            ggml_context * ctx = run.ctx();

            const bool of_block = at < plan.src.size();
            const auto put = [&](ggml_tensor * cur, const stored_rows & to, const key_frame & frame, size_t first = 0) {
                cur = to_stored(ctx, cur, frame);
                ggml_tensor * rows = of_block ? to.block : to.live;
                run.expand(ggml_cpy(ctx, cur, ggml_view_2d(ctx, rows, rows->ne[0], cur->ne[1], rows->nb[1], (place_of(to, at, plan) + first)*rows->nb[1])));
            };
            // rows of this graph, run by run: what is stored as it will be is taken over to the bit, the rest as the numbers that it stands for
            const auto keep = [&](const stored_rows & is, const stored_rows & to, const key_frame & frame, const auto & gathered) {
                ggml_tensor * rows  = of_block ? to.block : to.live;
                const bool    apart = is.block && is.block != is.live;
                size_t first = 0;
                for (const size_t end_of_run : apart ? ends : std::vector<size_t> { n }) {
                    std::vector<int32_t> part(from.begin() + first, from.begin() + end_of_run);
                    const bool    of_blocks = part[0] < n_block;
                    const bool    of_one    = !apart || std::all_of(part.begin(), part.end(), [&](int32_t i) { return (i < n_block) == of_blocks; });
                    ggml_tensor * stored    = apart && of_blocks ? is.block : is.live;
                    if (of_one && stored->type == rows->type) {
                        for (auto & i : part) {
                            i += apart && !of_blocks ? (int32_t) is.first_live - n_block : 0;
                        }
                        take_over(run, l, stored, rows, place_of(to, at, plan) + first, part);
                    } else {
                        put(gathered(part), to, frame, first);
                    }
                    first = end_of_run;
                }
            };
            const bool keys_alike = now && plan.shift.empty() && now->rot_k == r.rot_k && now->center == r.center && now->balance == r.balance;
            const auto keys       = [&](const std::vector<int32_t> & rows) { return arrives ? gather_k(run, joining->layers[ikv], h, rows) : gather_k(run, layout, ikv, h, rows); };
            if (adds) {
                std::vector<float> more(n*l.d_k);
                ggml_get_type_traits(added_type(l.d_k))->to_float(plan.added.data() + (at - added_at)*added_row, more.data(), (int64_t) more.size());
                for (size_t i = 0; i < more.size(); ++i) {
                    more[i] *= plan.times[i % l.d_k];
                }
                put(ggml_add(ctx, keys(from), run.input(GGML_TYPE_F32, l.d_k, n, more.data())), r.stored_k(), frame_of(next, r));
            } else if (keys_alike) {
                keep(now->stored_k(), r.stored_k(), frame_of(next, r), keys);
            } else {
                ggml_tensor * k = keys(from);
                if (!plan.shift.empty()) {
                    const std::vector<int32_t> delta(plan.shift.begin() + at, plan.shift.begin() + at + n);
                    k = ggml_reshape_3d(ctx, k, k->ne[0], 1, n);
                    k = rope_shift(run, layout.stock.rope(l.readers[0]), k, delta);
                    k = ggml_reshape_2d(ctx, k, k->ne[0], n);
                }
                put(k, r.stored_k(), frame_of(next, r));
            }
            // live values may be in their keys, and those of block rows, too
            if (!l.v_in_k || (r.t_own && of_block)) {
                const key_frame frame  = { nullptr, nullptr, r.rot_v ? next.had_v : nullptr };
                const auto      values = [&](const std::vector<int32_t> & rows) { return arrives ? gather_v(run, joining->layers[ikv], h, rows) : gather_v(run, layout, ikv, h, rows); };
                if (now && !l.v_in_k && now->rot_v == r.rot_v) {
                    keep(now->stored_v(), r.stored_v(), frame, values);
                } else {
                    put(values(from), r.stored_v(), frame);
                }
            }

            if (!(rehearsal && h > 0 ? run.reserve() : run.compute())) {
                return run.lacks_memory() ? LLAMA_COMPACT_ERR_MEMORY : LLAMA_COMPACT_ERR_COMPUTE;
            }
        }
    }
    return LLAMA_COMPACT_OK;
}

int32_t row_mover::rehearse(uint32_t ikv, const head_plan * plans, const layer_pool & next) {
    const auto * fns = movers_of(layout.stock.layers()[ikv], plans);
    if (!fns) {
        return move_by_graphs(ikv, plans, next, true);
    }
    collect(ikv, plans, next); // the list has room for it from now on
    for (auto & m : moves) {
        m.n = 0; // what it takes, no more
    }
    host_work work = { moves.data(), (int64_t) moves.size(), nullptr, 0, { 0 }, scratch(ikv) };
    run.call(fns->move_rows, &work);
    return LLAMA_COMPACT_OK;
}

bool row_mover::move(uint32_t ikv, const head_plan * plans, const layer_pool & next) {
    const auto & l = layout.stock.layers()[ikv];
    if (const auto * fns = movers_of(l, plans)) {
        collect(ikv, plans, next);
        host_work work = { moves.data(), (int64_t) moves.size(), nullptr, 0, { 0 }, scratch(ikv) };
        bool done = false;
        try {
            done = run.call(fns->move_rows, &work);
        } catch (const std::bad_alloc &) {
            // not even the few bytes of a graph
        }
        if (!done) {
            work.next_chunk = 0;
            fns->move_rows(nullptr, 0, 1, &work); // without a graph, by this thread
        }
        return true;
    }
    if (move_by_graphs(ikv, plans, next, false) != LLAMA_COMPACT_OK) {
        return false;
    }
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        if (!plans[h].fit.empty()) {
            ggml_tensor * v = next.heads[h].stored_v().block;
            ggml_backend_tensor_set(v, plans[h].fit.data(), plans[h].fit_at*v->nb[1], plans[h].fit.size());
        }
    }
    return true;
}

} // namespace compaction
