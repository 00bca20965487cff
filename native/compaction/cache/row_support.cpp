#include "row_support.h"

#include "fast_types.h"
#include "parts_check.h"
#include "row_access.h"

namespace compaction {

bool row_support::classed(uint32_t ikv) const {
    return !host_functions_of(stock.layers()[ikv]) && !free_layout();
}

bool row_support::may_lie_apart(uint32_t ikv) const {
    const auto & l      = stock.layers()[ikv];
    const bool   enough = live_type(stock.type_k()) == stock.type_k() && live_type(stock.type_v()) == stock.type_v();
    if (!enough || l.v_in_k || live_as_blocks()) {
        return false;
    }
    if (host_functions_of(l)) {
        return true;
    }
    return classed(ikv) && !l.has_sinks() && takes_parts(ikv, false);
}

bool row_support::takes_parts(uint32_t ikv, bool many) const {
    auto & known = in_parts[many];
    known.resize(stock.layers().size(), -1);
    if (known[ikv] < 0) {
        const auto & l = stock.layers()[ikv];
        known[ikv] = attends_in_parts(l, many ? MANY_TOKENS : 1, stock.softcap(), false) && computes_parts(l, many);
    }
    return known[ikv] != 0;
}

bool row_support::is_fast(uint32_t ikv, ggml_type type_k, ggml_type type_v) const {
    const auto & l = stock.layers()[ikv];
    if (!is_fast_pair(l, type_k, type_v)) {
        return false;
    }
    const bool few   = has_few_bits(type_k) || has_few_bits(type_v);
    const bool parts = attends_in_parts_alone(l, type_k, type_v);
    if (host_functions_of(l) || (!few && !parts)) {
        return true;
    }
    if (!may_lie_apart(ikv)) {
        return false; // devices do not round a token's row to few bits
    }
    return (!few || reads_few_bits(ikv)) && (!parts || computes_pair(l, type_k, type_v));
}

bool row_support::reads_few_bits(uint32_t ikv) const {
    const auto & l = stock.layers()[ikv];
    few_bits.resize(stock.layers().size(), -1);
    if (few_bits[ikv] < 0) {
        const bool many = takes_parts(ikv, true);
        few_bits[ikv] = attends_in_parts(l, 1, stock.softcap(), true) && (!many || attends_in_parts(l, MANY_TOKENS, stock.softcap(), true)) &&
                computes_few_bits(l, many);
    }
    return few_bits[ikv] != 0;
}

} // namespace compaction
