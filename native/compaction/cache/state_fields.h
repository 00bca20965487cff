// Numbers of a saved state as they are read: bounds are checked before there is memory for what they count.
//
// All throw std::runtime_error on bad data.
#pragma once

#include "block_table.h"

#include "llama-impl.h"
#include "llama-io.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace compaction {

constexpr uint32_t MAX_TOKENS = 1u << 28;

template <typename T>
T get(llama_io_read_i & io) {
    T x;
    io.read(&x, sizeof(x));
    return x;
}

inline uint32_t get_count(llama_io_read_i & io, uint32_t most, const char * what) {
    const uint32_t n = get<uint32_t>(io);
    if (n > most) {
        throw std::runtime_error(format("saved memory: %s is out of range (%u > %u)", what, n, most));
    }
    return n;
}

inline seq_set_t get_seqs(llama_io_read_i & io, llama_seq_id seq, uint32_t n_seq_max) {
    seq_set_t res;
    const uint32_t n = get_count(io, LLAMA_MAX_SEQ, "the number of sequences");
    for (uint32_t i = 0; i < n; ++i) {
        const int32_t s = get<int32_t>(io);
        if (seq < 0) {
            if (s < 0 || (uint32_t) s >= n_seq_max) {
                throw std::runtime_error("saved memory: a sequence id is out of range");
            }
            res.set(s);
        }
    }
    if (seq >= 0) {
        res.set(seq);
    }
    return res;
}

// in pieces: a damaged count must not allocate more than there is data
template <typename T>
void get_rows(llama_io_read_i & io, std::vector<T> & rows, uint64_t n) {
    while (rows.size() < n) {
        const size_t at = rows.size();
        rows.resize(at + std::min<uint64_t>(n - at, 1u << 16));
        io.read(rows.data() + at, (rows.size() - at)*sizeof(T));
    }
}

} // namespace compaction
