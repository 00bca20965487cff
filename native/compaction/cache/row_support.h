// What a layer's rows may be where the layer lies: asked of the device once for each layer, and tried on it once for each shape of heads.
#pragma once

#include "stock_cache.h"

#include <vector>

namespace compaction {

class row_support {
public:
    explicit row_support(stock_cache & stock) : stock(stock) {}

    bool classed(uint32_t ikv) const; // may the layer's regions lie in classes?

    // may live rows of the layer have another type than block rows? Not where the stock cache has fewer than eight bits itself
    bool may_lie_apart(uint32_t ikv) const;

    // does the device's attention take rows of two parts, and compute them rightly, for a token or for a long batch?
    bool takes_parts(uint32_t ikv, bool many) const;

    // is attention fast for block rows of these types, and can they be written there?
    bool is_fast(uint32_t ikv, ggml_type type_k, ggml_type type_v) const;

private:
    bool reads_few_bits(uint32_t ikv) const; // does the device's attention, and store them rightly?

    stock_cache & stock;

    mutable std::vector<int8_t> in_parts[2]; // [layers] takes_parts, for one token and for many; -1: not asked yet
    mutable std::vector<int8_t> few_bits;    // [layers] reads_few_bits; -1: not asked yet
};

} // namespace compaction
