#include "host_functions.h"

#include "rows.h"

#include "vec.h"

#include <algorithm>

namespace compaction {

namespace {

constexpr int64_t CHUNK = 64; // rows that a thread takes at once

// rows picked from all over the cache: the processor does not foresee where the next one lies
constexpr int64_t AHEAD = 4;  // rows
constexpr int64_t LINE  = 64; // bytes that come together

inline void prefetch(const char * p) {
#if defined(__GNUC__)
    __builtin_prefetch(p);
#else
    GGML_UNUSED(p);
#endif
}

bool same(const float * a, const float * b, int64_t n) {
    return a == b || (a && b && memcmp(a, b, n*sizeof(float)) == 0);
}

void move_chunk(const host_move & m, int64_t i0, int64_t i1, float * tmp) { // tmp [2, to.d]
    const auto & from = m.from;
    const auto & to   = m.to;
    const size_t size = ggml_row_size(from.type, from.d);

    if (!m.idx) {
        for (int64_t i = i0; i < i1; ++i) {
            memset(to.data + i*to.stride, 0, ggml_row_size(to.type, to.d));
        }
        return;
    }
    const auto source = [&](int64_t i) { return row_at(from, m.base + m.idx[i]); };

    // rows that are stored in the same way are taken over to the bit
    if (!m.added.data && from.n_own == 0 && from.type == to.type && from.had == to.had && same(from.center, to.center, from.d) && same(from.balance, to.balance, from.d)) {
        for (int64_t i = i0; i < i1;) {
            int64_t j = i + 1;
            while (from.stride == size && to.stride == size && j < i1 && m.idx[j] == m.idx[j - 1] + 1) {
                ++j;
            }
            memcpy(to.data + i*to.stride, source(i), (j - i)*size);
            i = j;
        }
        return;
    }
    const int64_t n_lines = ((int64_t) ggml_row_size(from.type, from.d) + LINE - 1)/LINE;
    for (int64_t i = i0; i < i1; ++i) {
        const int64_t at = m.base + m.idx[i];
        const char * ahead = source(std::min(i + AHEAD, i1 - 1));
        for (int64_t line = 0; line < n_lines; ++line) {
            prefetch(ahead + line*LINE);
        }
        load_row(from, at, tmp);
        if (m.added.data) {
            float * more = tmp + to.d;
            row_to_float(m.added.type, m.added.data + i*ggml_row_size(m.added.type, from.d), more, from.d);
            ggml_vec_mul_f32((int) from.d, more, more, m.added.times);
            ggml_vec_add_f32((int) from.d, tmp, tmp, more);
        }
        save_row(to, i, tmp);
        // what a damaged state says may be more than the row's new type holds, and masked rows are read, too
        const ggml_type type = type_at(to, i);
        const size_t    size = ggml_row_size(type, to.d);
        if (!ggml_validate_row_data(type, row_at(to, i), size)) {
            memset(row_at(to, i), 0, size);
        }
    }
}

void mean_square(const host_mean & m, float * row) {
    std::fill_n(m.square, m.from.d, 0.0f);
    for (int64_t j = 0; j < m.n; ++j) {
        load_row(m.from, m.idx[j], row);
        for (int64_t c = 0; c < m.from.d; ++c) {
            const float x = m.about ? row[c] - m.about[c] : row[c];
            m.square[c] += x*x/(float) m.n;
        }
    }
}

} // namespace

void move_rows(ggml_tensor * dst, int ith, int nth, void * data) {
    auto & work = *static_cast<host_work *>(data);

    // a thread takes the next chunk when it is done with one: how long they take differs, and so does what threads get done
    int64_t mine  = work.next_chunk.fetch_add(1, std::memory_order_relaxed);
    int64_t chunk = 0;
    for (int64_t i = 0; i < work.n_moves; ++i) {
        const auto & m = work.moves[i];
        float    * tmp = scratch_of(work.scratch, ith, 2*m.to.d);
        for (const int64_t end = chunk + (m.n + CHUNK - 1)/CHUNK; mine < end; mine = work.next_chunk.fetch_add(1, std::memory_order_relaxed)) {
            const int64_t at = (mine - chunk)*CHUNK;
            move_chunk(m, at, std::min(at + CHUNK, m.n), tmp);
        }
        chunk += (m.n + CHUNK - 1)/CHUNK;
    }
    GGML_UNUSED(dst);
    GGML_UNUSED(nth);
}

void mean_rows(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & work = *static_cast<const host_work *>(data);

    for (int64_t i = ith; i < work.n_means; i += nth) {
        const auto & m = work.means[i];
        float    * tmp = scratch_of(work.scratch, ith, m.from.d);
        if (m.mean) {
            std::fill_n(m.mean, m.from.d, 0.0f);
            for (int64_t j = 0; j < m.n; ++j) {
                row_to_float(type_at(m.from, m.idx[j]), row_at(m.from, m.idx[j]), tmp, m.from.d);
                ggml_vec_add_f32((int) m.from.d, m.mean, m.mean, tmp);
            }
            ggml_vec_scale_f32((int) m.from.d, m.mean, 1.0f/(float) m.n);
            from_stored(m.from, m.mean);
        }
        if (m.square) {
            mean_square(m, tmp);
        }
    }
    GGML_UNUSED(dst);
}

} // namespace compaction
