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

    // Nodes that begin a round, from where keys are now: weights [n_rows] and values [n_rows, d_v] as they are fitted now. lookups
    // [n_rows]: squared attention of look-ups, which hold keys where they are; empty: none
    void start(const std::vector<float> & weights, const std::vector<float> & values, const std::vector<float> & lookups);

    // ... then of the probabilities [n, n_rows] of the queries [q0, q0 + n), which may be a part of prob: all queries, one part after another.
    // After the last one started() reads what they came to
    void weigh(ggml_tensor * prob_t, int64_t q0, int64_t n);
    void started();

    // ... of as many further steps as one graph holds
    void steps();
    bool round_over() const { return n_steps == n_moves; }

    // ... of the probabilities of the queries [q0, q0 + n), now that keys have moved
    void move(int64_t q0, int64_t n);

    // ... of what the round adds to the keys, [d_k, n_rows], and by what each dimension is to be multiplied, [d_k]: the same in each round.
    // As queries see it a dimension is as large as any other, so that few bits tell it
    ggml_tensor * added();
    ggml_tensor * times();

    // [n_queries, n_rows]: within a round times weights and as it began. The scores' own where they have no other rows: it is the largest
    // of all that a head takes
    ggml_tensor * prob = nullptr;

    size_t bytes() const { return held.bytes(); }

    // own: prob is not the scores'
    static size_t bytes_for(const layer_info & l, int64_t n_rows, int64_t n_queries, bool own);

private:
    ggml_tensor * product(ggml_tensor * a, ggml_tensor * b);
    ggml_tensor * left(ggml_tensor * keys); // of what is added to the keys
    ggml_tensor * part_of_prob(int64_t q0, int64_t n);
    ggml_tensor * step(ggml_tensor * keys, int64_t q0, int64_t n);

    runner            & run;
    const head_scores & sc;
    const layer_info  & l;
    const int64_t       n_rows; // a multiple of 16
    const int64_t       n_fit;
    const int64_t       n_queries;
    const int           n_moves;

    scratch       held;
    ggml_tensor * size   = nullptr; // [d_k]: root mean square of each dimension of the queries; the scores' are divided by it
    ggml_tensor * v      = nullptr; // [d_v, n_rows]
    ggml_tensor * v_t    = nullptr; // [n_rows, d_v]
    ggml_tensor * delta  = nullptr; // [d_k, n_rows] added to keys, by what q was divided by
    ggml_tensor * free   = nullptr; // [1, n_rows] what look-ups leave of that; while a round begins, squared attention of the queries
    ggml_tensor * first  = nullptr; // moments of its gradient
    ggml_tensor * second = nullptr;

    ggml_tensor * t_outputs = nullptr; // sums of squares, over the queries to fit on
    ggml_tensor * t_masses  = nullptr;

    std::vector<float> weights, lookups; // of the round
    bool               scaled      = false; // the queries, by size
    float              mass_counts = 0.0f;
    int                n_steps     = 0; // of the round so far
};

} // namespace compaction
