// Keys that are no token's own: those that a head keeps are moved to where its reference queries attend to them as they did to
// all of them, outputs and mass. By Adam (Kingma & Ba, arXiv 1412.6980) on a part of the queries at a time; weights and values
// stay meanwhile, and are fitted anew afterwards. Logits must not be capped, as they have to be linear in the keys.
#pragma once

#include "scores.h"

namespace compaction {

class key_moves {
public:
    // n_moves: steps of a round
    key_moves(runner & run, const head_scores & sc, const layer_info & l, int64_t n_rows, int64_t n_fit, int64_t n_queries, int n_moves)
        : run(run), sc(sc), l(l), n_rows(n_rows), n_fit(n_fit), n_queries(n_queries), n_moves(n_moves) {}

    // false: the layer's device has no such steps, and they cannot be done elsewhere, as they change what they move
    static bool possible(const layer_info & l);

    // false: there is no memory
    bool begin();

    // Nodes that begin a round, from where keys are now: probabilities [n_queries, n_rows] of the rows as they were at first,
    // weights [n_rows] and values [n_rows, d_v] as they are fitted now; then started() reads what they came to. lookups [n_rows]: squared
    // attention of look-ups, which hold keys where they are; empty: none
    void start(ggml_tensor * prob_t, const std::vector<float> & weights, const std::vector<float> & values, const std::vector<float> & lookups);
    void started();

    // ... of as many further steps as one graph holds
    void steps();
    bool round_over() const { return n_steps == n_moves; }

    // ... of the probabilities [n, n_rows] of the queries [q0, q0 + n), without weights, now that keys have moved; prob_t: as
    // they were at first
    ggml_tensor * moved(ggml_tensor * prob_t, int64_t q0, int64_t n);

    // ... of what is added to the keys, [d_k, n_rows]
    ggml_tensor * added();

    ggml_tensor * prob = nullptr; // [n_queries, n_rows]: after a round what moved() wrote, within one times weights and as it began

    size_t bytes() const { return held.bytes(); }

    static size_t bytes_for(const layer_info & l, int64_t n_rows, int64_t n_queries);

private:
    ggml_tensor * product(ggml_tensor * a, ggml_tensor * b);
    ggml_tensor * left(ggml_tensor * keys); // of what is added to the keys
    ggml_tensor * step(ggml_tensor * keys, int64_t q0, int64_t n);

    runner            & run;
    const head_scores & sc;
    const layer_info  & l;
    const int64_t       n_rows; // a multiple of 16
    const int64_t       n_fit;
    const int64_t       n_queries;
    const int           n_moves;

    scratch       held;
    ggml_tensor * q      = nullptr; // [d_k, n_queries] by the root mean square of each dimension
    ggml_tensor * size   = nullptr; // [d_k] that is
    ggml_tensor * v      = nullptr; // [d_v, n_rows]
    ggml_tensor * v_t    = nullptr; // [n_rows, d_v]
    ggml_tensor * delta  = nullptr; // [d_k, n_rows] added to keys, by what q was divided by
    ggml_tensor * free   = nullptr; // [1, n_rows] what look-ups leave of that
    ggml_tensor * first  = nullptr; // moments of its gradient
    ggml_tensor * second = nullptr;

    ggml_tensor * t_outputs = nullptr; // sums of squares, over the queries to fit on
    ggml_tensor * t_masses  = nullptr;

    bool  looked_up   = false;
    float mass_counts = 0.0f;
    int   n_steps     = 0; // of the round so far
};

} // namespace compaction
