#include "params.h"

#include <cmath>
#include <cstring>

namespace compaction {

namespace {

// an enum from outside, which may hold any number
template <typename E>
uint32_t number_of(const E & e) {
    static_assert(sizeof(E) == sizeof(uint32_t));
    uint32_t res;
    memcpy(&res, &e, sizeof(res));
    return res;
}

} // namespace

const char * invalid(const pool_layout & layout, const llama_compact_params & p) {
    if (p.p0 < 0 || (p.p1 >= 0 && p.p1 <= p.p0)) {
        return "the range of positions is not valid";
    }
    if (number_of(p.queries) > LLAMA_COMPACT_QUERIES_RECENT || number_of(p.select) > LLAMA_COMPACT_SELECT_OMP ||
            number_of(p.fit) > LLAMA_COMPACT_FIT_VALUES) {
        return "a query source, selection or fit of that number is not known";
    }
    if (p.n_queries < 1 || p.n_held_out < 0 || p.p_held_out < -1 || p.future_span < 0 || p.n_iter < 0 || p.n_iter > 100000) {
        return "a number of queries, positions or steps is out of range";
    }
    if (p.n_moves < 0 || p.n_moves > 10000 || p.n_query_positions < 1 || p.n_query_positions > 64) {
        return "a number of moves or of positions to ask from is out of range";
    }
    if (!(p.ridge >= 1e-4f) || !std::isfinite(p.ridge) || // single precision solves what is bounded so
             !(p.beta_max >= 0.0f) || p.beta_max > 10.0f) {
        return "a parameter of the fit is out of range";
    }
    if (!(p.n_lookups >= 0.0f) || p.n_lookups > 1000.0f) {
        return "the number of look-ups is out of range";
    }
    if (!p.heads) {
        return p.n_rows == -1 || p.n_rows > 0 ? nullptr : "the number of rows is out of range";
    }
    if (p.n_heads != (int32_t) layout.n_entries()) {
        return "the budget table does not have one entry per layer and KV head";
    }
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        const auto & l    = layout.layer_of(i);
        const auto & head = p.heads[i];
        if (head.n_rows != -1 && head.n_rows < 1) {
            return "a head's number of rows is out of range";
        }
        for (const auto & [type, d] : { std::pair(head.type_k, l.d_k), std::pair(head.type_v, l.d_v) }) {
            if (type == -1) {
                continue;
            }
            if (!is_row_type(type)) {
                return "rows can be f16, q8_0, q5_0, q4_0, n3_0 or n2_0";
            }
            if (d % ggml_blck_size((ggml_type) type) != 0) {
                return "the head size is no multiple of the row type's block size";
            }
        }
        if (has_few_bits(head.type_k) || has_few_bits(head.type_v)) { // asked for: not those that it has
            const auto type_k = (ggml_type) (head.type_k == -1 ? layout.type_k(i) : head.type_k);
            const auto type_v = (ggml_type) (head.type_v == -1 ? layout.type_v(i) : head.type_v);
            if (!layout.support.is_fast(layout.id_of(i).ikv, type_k, type_v)) {
                return "attention where the layer lies does not read this pair of row types";
            }
        }
    }
    return nullptr;
}

} // namespace compaction
