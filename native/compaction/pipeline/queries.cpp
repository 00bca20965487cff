#include "queries.h"

#include "offsets.h"

#include <algorithm>
#include <random>

namespace compaction {

// tokens; the queries of one are alike, as many as they may be
static constexpr uint32_t LEAST_HELD_OUT = 8;

query_set choose_queries(const reservoir & sample, llama_seq_id seq, llama_pos end, const llama_compact_params & params,
        uint32_t n_query_heads, int64_t n_rows) {
    query_set qs;
    const bool recent = params.queries == LLAMA_COMPACT_QUERIES_RECENT;
    const bool later  = params.p_held_out >= 0; // held-out queries are of what was read after those that are fitted on
    const auto have   = sample.rows_of(seq, recent);
    const auto before = later ? (size_t) std::count_if(have.begin(), have.end(), [&](const auto & row) { return row.first < params.p_held_out; })
                              : have.size();

    uint32_t n_out = params.n_held_out > 0 ? std::max<uint32_t>(params.n_held_out/n_query_heads, LEAST_HELD_OUT) : 0;
    uint32_t n_fit = std::max(params.n_queries,  1)/n_query_heads;
    const uint32_t n_most = (uint32_t) std::max<int64_t>(16, MAX_SCORES/std::max<int64_t>(n_rows, 1)/n_query_heads);
    const uint32_t n_have = std::min<uint32_t>((uint32_t) before, n_most);
    n_out = std::min(n_out, later ? std::min<uint32_t>((uint32_t) (have.size() - before), n_most) : n_have/8);
    n_fit = std::min(std::max(n_fit, 1u), later ? n_have : n_have - n_out);

    // drawn from even parts; of every 1 + n_fit/n_out one is held out, unless these are later ones
    const uint32_t n = later ? n_fit : n_fit + n_out;
    std::mt19937 random(params.seed);
    const auto drawn = [&](uint32_t i, uint32_t of, size_t low, size_t high) {
        const uint32_t first = (uint32_t) (low + (uint64_t) i*(high - low)/of);
        const uint32_t last  = (uint32_t) (low + (uint64_t) (i + 1)*(high - low)/of);
        return last <= first + 1 ? first : first + random() % (last - first);
    };
    std::vector<uint32_t> fit, out;
    for (uint32_t i = 0; i < n; ++i) {
        const bool held = !later && n_out > 0 && (uint64_t) (i + 1)*n_out/n > (uint64_t) i*n_out/n;
        (held ? out : fit).push_back(drawn(i, n, 0, before));
    }
    for (uint32_t i = 0; later && i < n_out; ++i) {
        out.push_back(drawn(i, n_out, before, have.size()));
    }
    qs.n_fit  = (uint32_t) fit.size();
    qs.causal = recent || later;
    if (params.n_moves > 0) { // steps go by a part of them, in their order
        std::shuffle(fit.begin(), fit.end(), random);
    }
    const size_t times = recent ? 1 : std::clamp<size_t>(n_most/std::max(n, 1u), 1, params.n_query_positions);
    qs.n_fit *= (uint32_t) times;
    for (const auto * part : { &fit, &out }) {
        for (size_t i = 0; i < part->size()*(part == &fit ? times : 1); ++i) {
            const auto & [pos, slot] = have[(*part)[i % part->size()]];
            const bool      own = recent || (later && part == &out);
            const llama_pos to  = own ? pos : (later ? params.p_held_out : end) + future_offset(i, params.future_span);
            qs.slots.push_back((int32_t) slot);
            qs.delta.push_back(to - sample.slots()[slot].rope_pos);
            qs.pos.push_back(to);
        }
    }
    return qs;
}

} // namespace compaction
