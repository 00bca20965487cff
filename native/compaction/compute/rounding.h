// Rounding the rows of a block to few bits so that the queries that ask them notice least, after GPTQ (Frantar et al.,
// arXiv 2210.17323): numbers are rounded one after another, each together with what those before it have left. Rows are
// given as they are stored, that is rotated and without their center.
#pragma once

#include "ggml.h"

#include <cstdint>
#include <vector>

namespace compaction {

// row types that this pays for: of four and five bits
bool is_rounded(ggml_type type);

// Values of one head: what is lost of X V, where X has the weight of each row for each query. `rows` [n, d] become what is
// stored; gram [n, n] = X^T X. Returns the stored bytes; empty: gram has no Cholesky decomposition, and nothing changed.
std::vector<uint8_t> round_values(ggml_type type, std::vector<float> & rows, const std::vector<float> & gram, size_t d);

// Keys of one head: what is lost of Q K^T, row by row.
class key_rounding {
public:
    key_rounding(ggml_type type, const std::vector<float> & gram, size_t d); // gram [d, d] = Q^T Q

    bool works() const { return !l.empty(); } // else gram has no Cholesky decomposition

    // row [d] becomes what is stored, in `bytes`
    void round(float * row, uint8_t * bytes);

private:
    const ggml_type type;
    const size_t    d;

    std::vector<float>  l; // [d, d], lower
    std::vector<float>  left, factors;
    std::vector<int8_t> codes, best_codes;
};

} // namespace compaction
