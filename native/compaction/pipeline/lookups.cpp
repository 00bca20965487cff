#include "lookups.h"

#include "../compute/rope.h"

#include <algorithm>
#include <cmath>

namespace compaction {

size_t keys_at_once(const layer_info & l) {
    constexpr size_t NUMBERS = 128*1024; // some milliseconds
    return std::max<size_t>(1, NUMBERS/l.d_k);
}

ggml_tensor * before_rope(const pool_layout & layout, runner & run, uint32_t ikv, uint32_t h, const head_rows & rows, size_t first, size_t n) {
    const auto & l = layout.stock.layers()[ikv];

    const std::vector<int32_t> idx(rows.idx.begin() + first, rows.idx.begin() + first + n);
    std::vector<int32_t> back;
    for (size_t i = first; i < first + n; ++i) {
        back.push_back(-std::max<llama_pos>(rows.pos[i], 0));
    }
    ggml_tensor * k = ggml_reshape_3d(run.ctx(), gather_k(run, layout, ikv, h, idx), l.d_k, 1, (int64_t) n);
    return ggml_reshape_2d(run.ctx(), rope_shift(run, layout.stock.rope(l.readers[0]), k, back), l.d_k, (int64_t) n);
}

bool looked_up(const pool_layout & layout, runner & run, uint32_t ikv, uint32_t h, const head_rows & rows,
        const float * line, float times, std::vector<float> & sums) {
    const auto & l = layout.stock.layers()[ikv];
    const float  of_all = times*(float) l.n_query_heads();
    const size_t first  = sums.size(), n = std::min<size_t>(keys_at_once(l), rows.n_block - first);

    run.begin(home_of(l));
    ggml_tensor * k     = before_rope(layout, run, ikv, h, rows, first, n);
    ggml_tensor * found = run.output(ggml_mul_mat(run.ctx(), k, run.input(GGML_TYPE_F32, l.d_k, 1, line))); // [n]
    if (!run.compute()) {
        return false;
    }
    const auto logs = run.read<float>(found);
    for (size_t i = 0; i < n; ++i) {
        const float x = expf(std::min(logs[i] + line[l.d_k], 80.0f)); // finite
        sums.push_back(rows.pos[first + i] >= 0 && std::isfinite(x) ? of_all*std::min(x, 1.0f) : 0.0f);
    }
    return true;
}

} // namespace compaction
