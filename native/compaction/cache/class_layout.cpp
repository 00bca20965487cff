// The part of pool_layout that lays regions out in classes.
#include "pool_layout.h"

#include <algorithm>
#include <cmath>

namespace compaction {

// bytes of a row
uint64_t row_size(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    return ggml_row_size(type_k, l.d_k) + (l.v_in_k ? 0 : ggml_row_size(type_v, l.d_v));
}

uint64_t own_size(const layer_info & l, const head_plan & plan) {
    return plan.own ? ggml_row_size(plan.type_v, l.d_v) : 0;
}

bool pool_layout::in_parts_of(uint32_t ikv, const head_plan & plan) const {
    return lies_apart(ikv, plan) && live_types_differ(plan.type_k, plan.type_v);
}

std::vector<class_members> pool_layout::classes_for(uint32_t ikv, const head_plan * plans) const {
    const auto & l = stock.layers()[ikv];

    std::vector<class_wish> wishes;
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        wishes.push_back({ plans[h].type_k, plans[h].type_v, (uint32_t) plans[h].beta.size(), row_size(l, plans[h].type_k, plans[h].type_v), in_parts_of(ikv, plans[h]) });
    }
    return classes_of(wishes);
}

// of a row of the log-weights of classes
static constexpr uint64_t CLASS_ROW = sizeof(ggml_fp16_t) + sizeof(int32_t);

// may keys and values of a class lie in one tensor, one after the other?
static bool is_shared(const layer_info & l, const row_format & f) {
    return f.type_k == f.type_v && l.d_k == l.d_v && !l.v_in_k && f.rot_k == f.rot_v;
}

// do rows lie at multiples of 32 bits wherever they begin?
static bool in_words(const layer_info & l, ggml_type type_k, ggml_type type_v) {
    return ggml_row_size(type_k, l.d_k) % 4 == 0 && ggml_row_size(type_v, l.d_v) % 4 == 0;
}

// Rows that stand before the first class of its types, as place_classes lays them out
uint32_t pool_layout::rows_in_front(uint32_t ikv, const std::vector<class_members> & classes, const head_plan * plans, size_t c) const {
    const auto & at    = plans[classes[c].heads[0]];
    const bool   apart = in_parts_of(ikv, at);
    for (size_t before = c; before-- > 0;) {
        const auto & other = plans[classes[before].heads[0]];
        if (other.type_k != at.type_k || other.type_v != at.type_v || in_parts_of(ikv, other) != apart) {
            break;
        }
        if (!apart || classes[before].n_block > 0) {
            return 0;
        }
    }
    return classes[c].n_front();
}

uint64_t pool_layout::live_size(uint32_t ikv, const head_plan & plan) const {
    const bool apart = lies_apart(ikv, plan);
    const auto type  = [&](ggml_type block) { return apart ? live_type(block) : block; };
    return row_size(stock.layers()[ikv], type(plan.type_k), type(plan.type_v));
}

pool_layout::layer_bytes pool_layout::bytes_of(uint32_t ikv, const head_plan * plans, bool in_classes) const {
    const auto & l = stock.layers()[ikv];

    layer_bytes res = { 0, 0 };
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        res.cell += live_size(ikv, plans[h]);
    }
    if (!in_classes || !support.classed(ikv)) {
        for (uint32_t h = 0; h < l.n_head_kv; ++h) {
            res.fixed += plans[h].beta.size()*(row_size(l, plans[h].type_k, plans[h].type_v) + own_size(l, plans[h]) + sizeof(ggml_fp16_t));
        }
        return res;
    }
    const auto classes = classes_for(ikv, plans);
    for (size_t c = 0; c < classes.size(); ++c) {
        const auto   & at    = plans[classes[c].heads[0]];
        const uint64_t row   = row_size(l, at.type_k, at.type_v);
        const uint64_t heads = classes[c].heads.size();
        const bool     once  = is_shared(l, format_of(l, at.type_k, at.type_v));
        res.fixed += heads*classes[c].n_block*row + rows_in_front(ikv, classes, plans, c)*(once ? row/2 : row);
        res.fixed += classes[c].n_block > 0 ? heads*(classes[c].n_block + classes[c].n_front())*CLASS_ROW : 0;
        res.fixed += own_size(l, at)*at.beta.size(); // one head
        res.fixed += in_words(l, at.type_k, at.type_v) ? 0 : heads*live_size(ikv, at); // see place_classes
    }
    return res;
}

// may runs of two classes lie in the same tensors?
static bool alike(const region_class & a, const region_class & b) {
    return a.format.type_k == b.format.type_k && a.format.type_v == b.format.type_v;
}

static bool live_alike(const region_class & a, const region_class & b) {
    return live_type(a.format.type_k) == live_type(b.format.type_k) && live_type(a.format.type_v) == live_type(b.format.type_v);
}

// Runs of the classes of the layer, those of the same types in tensors that they share
void pool_layout::place_classes(const layer_info & l, layer_pool & lp, uint32_t n_cells) const {
    ggml_context * ctx = lp.ctx.get();

    using run = region_class::run;

    // the rows of some classes, of which each head has `n_rows`, and the first one `n_front` more before them
    const auto place = [&](std::vector<region_class *> of, auto same, run region_class::* run_k, run region_class::* run_v, auto format, auto n_front, auto n_rows) {
        for (size_t first = 0; first < of.size();) {
            const row_format f      = format(*of[first]);
            const bool       shared = is_shared(l, f);

            uint64_t n_k = n_front(*of[first]);
            uint64_t n_v = n_k;
            size_t   end = first;
            for (; end < of.size() && same(*of[first], *of[end]); ++end) {
                auto         & c      = *of[end];
                const uint32_t stride = n_rows(c);
                const uint64_t n      = c.heads.size()*stride;
                n_k = std::max<uint64_t>(n_k, n_front(c)); // there may be hardly any cells
                n_v = std::max<uint64_t>(n_v, n_front(c));
                c.*run_k = { nullptr, (uint32_t) n_k, stride };
                c.*run_v = { nullptr, (uint32_t) (shared ? n_k + n : l.v_in_k ? n_k : n_v), stride };
                n_k += shared ? 2*n : n;
                n_v += n;
            }
            ggml_tensor * k = ggml_new_tensor_2d(ctx, f.type_k, l.d_k, (int64_t) n_k);
            ggml_tensor * v = shared ? k : l.v_in_k ? ggml_view_2d(ctx, k, l.d_v, (int64_t) n_k, k->nb[1], 0) : ggml_new_tensor_2d(ctx, f.type_v, l.d_v, (int64_t) n_v);
            for (; first < end; ++first) {
                (of[first]->*run_k).t = k;
                (of[first]->*run_v).t = v;
            }
        }
    };
    const auto which = [&](auto wanted) {
        std::vector<region_class *> res;
        for (auto & c : lp.classes) {
            if (wanted(c)) {
                res.push_back(&c);
            }
        }
        return res;
    };
    const auto of_block = [](const region_class & c) { return c.format; };
    const auto of_live  = [](const region_class & c) {
        row_format res = c.format;
        res.type_k = live_type(res.type_k);
        res.type_v = live_type(res.type_v);
        return res;
    };
    const auto front = [](const region_class & c) { return c.n_front(); };
    const auto none  = [](const region_class &) { return 0u; };

    // CUDA reads rows of q8_0 as numbers of 32 bits from where a view begins
    const auto whole_words = [&](const row_format & f, uint32_t n) { return in_words(l, f.type_k, f.type_v) ? n : GGML_PAD(n, 2); };

    place(which([](const region_class & c) { return !c.apart; }), alike, &region_class::k, &region_class::v, of_block, front,
            [&](const region_class & c) { return whole_words(c.format, c.n_block + n_cells); });
    for (auto & c : lp.classes) {
        c.live_k = { c.k.t, c.k.first + c.n_block, c.k.stride };
        c.live_v = { c.v.t, c.v.first + c.n_block, c.v.stride };
    }
    place(which([](const region_class & c) { return c.apart && c.n_block > 0; }), alike, &region_class::k, &region_class::v, of_block, front,
            [](const region_class & c) { return c.n_block; });
    place(which([](const region_class & c) { return c.apart; }), live_alike, &region_class::live_k, &region_class::live_v, of_live, none,
            [&](const region_class & c) { return whole_words(of_live(c), n_cells); });
}

void pool_layout::make_classes(uint32_t ikv, layer_pool & lp, const head_plan * plans, uint32_t n_cells) const {
    const auto & l = stock.layers()[ikv];

    ggml_context * ctx = lp.ctx.get();

    const auto classes = classes_for(ikv, plans);
    std::vector<uint32_t> order;
    for (size_t c = 0; c < classes.size(); ++c) {
        region_class next;
        static_cast<class_members &>(next) = classes[c];
        next.format = lp.heads[next.heads[0]];
        next.apart  = in_parts_of(ikv, plans[next.heads[0]]);
        if (next.n_block > 0) {
            next.t_beta  = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, next.n_front() + next.n_block, next.heads.size());
            next.t_block = ggml_new_tensor_2d(ctx, GGML_TYPE_I32, next.n_front() + next.n_block, next.heads.size());
        }
        order.insert(order.end(), next.heads.begin(), next.heads.end());
        lp.classes.push_back(std::move(next));
    }
    place_classes(l, lp, n_cells);

    if (std::any_of(lp.heads.begin(), lp.heads.end(), [](const region & r) { return !r.center.empty(); })) {
        lp.centers = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, l.d_k, l.n_head_kv);
    }
    if (!std::is_sorted(order.begin(), order.end()) || lp.classes.size() > 1) {
        lp.order = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, l.n_head + 2*l.n_head_kv);
    }
    if (!std::is_sorted(order.begin(), order.end())) {
        lp.order_k = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, l.n_head_kv);
        lp.back    = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, l.n_head_kv);
    }

    for (const auto & c : lp.classes) {
        for (size_t i = 0; i < c.heads.size(); ++i) {
            auto         & r      = lp.heads[c.heads[i]];
            const uint32_t unused = c.n_block - r.n_block();

            const auto view = [&](const region_class::run & run, uint32_t d, uint32_t row, int64_t n) {
                return ggml_view_2d(ctx, run.t, d, n, run.t->nb[1], (run.first + i*run.stride + row)*run.t->nb[1]);
            };
            if (c.apart) {
                r.k = view(c.live_k, l.d_k, 0, n_cells);
                r.v = view(c.live_v, l.d_v, 0, n_cells);
                r.block_k = r.n_block() > 0 ? view(c.k, l.d_k, unused, r.n_block()) : nullptr;
                r.block_v = r.n_block() > 0 ? view(c.v, l.d_v, unused, r.n_block()) : nullptr;
            } else {
                r.k = view(c.k, l.d_k, unused, r.n_block() + n_cells);
                r.v = view(c.v, l.d_v, unused, r.n_block() + n_cells);
            }
            if (r.n_block() > 0) {
                r.t_beta = ggml_view_1d(ctx, c.t_beta, r.n_block(), i*c.t_beta->nb[1] + (c.n_front() + unused)*sizeof(ggml_fp16_t));
                r.t_own = r.own ? ggml_new_tensor_2d(ctx, r.type_v, l.d_v, r.n_block()) : nullptr;
            }
            if (!r.center.empty()) {
                r.t_center = ggml_view_1d(ctx, lp.centers, l.d_k, c.heads[i]*lp.centers->nb[1]);
            }
        }
    }
}

// what else classes hold: rows that are none have no weight
void pool_layout::fill_classes(layer_pool & lp, uint32_t n_group) const {
    if (lp.classes.empty()) {
        return; // and takes no memory, see relayout.cpp
    }
    const auto put = [](ggml_tensor * t, const auto & data) {
        if (t) {
            ggml_backend_tensor_set(t, data.data(), 0, ggml_nbytes(t));
        }
    };
    const uint32_t n_head_kv = (uint32_t) lp.heads.size();
    std::vector<int32_t> q, kv, k, back(n_head_kv);
    for (const auto & c : lp.classes) {
        std::vector<ggml_fp16_t> beta (c.t_beta ? ggml_nelements(c.t_beta) : 0, ggml_fp32_to_fp16(-INFINITY));
        std::vector<int32_t>     block(beta.size(), 0);
        for (size_t i = 0; i < c.heads.size(); ++i) {
            const auto & r  = lp.heads[c.heads[i]];
            size_t       at = (i + 1)*(c.n_front() + c.n_block) - r.n_block();
            for (size_t b = 0; b < r.spans.size(); ++b) {
                std::fill_n(block.begin() + at, r.spans[b], (int32_t) b);
                at += r.spans[b];
            }
            for (uint32_t g = 0; g < n_group; ++g) {
                q.push_back((int32_t) (c.heads[i]*n_group + g));
            }
            back[c.heads[i]] = (int32_t) k.size();
            k.push_back((int32_t) c.heads[i]);
        }
        for (const uint32_t first : { n_group*n_head_kv, (n_group + 1)*n_head_kv }) {
            for (const uint32_t h : c.heads) {
                kv.push_back((int32_t) (first + h));
            }
        }
        put(c.t_beta,  beta);
        put(c.t_block, block);
    }
    q.insert(q.end(), kv.begin(), kv.end());
    put(lp.order,   q);
    put(lp.order_k, k);
    put(lp.back,    back);
}

} // namespace compaction
