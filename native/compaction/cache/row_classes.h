// How the heads of a layer outside host memory are laid out: in a few classes, whose heads have one pair of row types and
// one number of block rows, lie one after another and take one attention call.
#pragma once

#include "ggml.h"

#include <cstdint>
#include <vector>

namespace compaction {

constexpr uint32_t MAX_CLASSES = 3; // of a layer, as far as its row types allow

// rows that an attention call looks at are a multiple of it, and new cells change its length only with every so many
constexpr uint32_t VIEW_ROWS = 256;

// what a head asks for
struct class_wish {
    ggml_type type_k;
    ggml_type type_v;
    uint32_t  n_block; // block rows
    uint64_t  row;     // bytes of a row, K and V
    bool      apart = false; // live rows lie apart; such heads and others are not in one class
};

struct class_members {
    std::vector<uint32_t> heads;       // ascending
    uint32_t              n_block = 0; // of each: the longest one's, rounded up

    // rows before the block rows that a view takes in, so that its length is a multiple of VIEW_ROWS
    uint32_t n_front() const { return GGML_PAD(n_block, VIEW_ROWS) - n_block; }
};

// Classes of equal row types next to each other, the first of them with the fewest rows in front. As few classes as waste
// hardly more bytes than MAX_CLASSES would, or one per pair of types where there are more.
std::vector<class_members> classes_of(const std::vector<class_wish> & heads);

} // namespace compaction
