#include "pipeline.h"

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
                if (!row_type((ggml_type) type)) {
                    return "rows can be f16, q8_0, q5_0 or q4_0";
                }
                if (d % ggml_blck_size((ggml_type) type) != 0) {
                    return "the head size is no multiple of the row type's block size";
                }
            }
        }
    }
    return nullptr;
}

uint64_t bytes_in_use(const llama_compact_store & store) {
    uint64_t res = 0;
    const uint32_t n_live = store.cells().get_used();
    for (uint32_t i = 0; i < store.n_heads(); ++i) {
        const uint64_t rb = store.row_bytes(i);
        const uint64_t rows = store.carried_rows(i, [](const block &) { return true; });
        res += rows*(rb + sizeof(ggml_fp16_t)) + n_live*rb;
    }
    return res;
}

} // namespace compaction
