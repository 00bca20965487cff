// Compaction of the KV cache by attention matching: the public C API.
//
// A block of T cached tokens of one sequence is replaced, for every layer and KV head on its own, by t rows:
// keys C_k [t, d] (a subset of the head's keys; llama_kv_compact_refine moves them), log-weights beta [t] and values
// C_v [t, d_v], such that the attention of later queries over the block keeps its mass and its output (Zweiger et al.,
// arXiv 2602.16284).
// Positions do not change: the next token of the sequence keeps the position it would have had.
//
// Errors are negative codes with a message (llama_kv_compact_last_error). Nothing aborts the process, and after
// a failure or an abort the cache is as it was before the call.
#pragma once

#include "llama.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LLAMA_COMPACT_API_VERSION   8 // changes when a struct or the meaning of a field changes
#define LLAMA_COMPACT_STATE_VERSION 5 // version of the compacted section in saved states; older ones are read too

enum llama_compact_status {
    LLAMA_COMPACT_MORE            =  1, // llama_kv_compact_step: there is more to do
    LLAMA_COMPACT_OK              =  0,
    LLAMA_COMPACT_ERR_UNSUPPORTED = -1, // this model, cache type or context setup cannot be compacted
    LLAMA_COMPACT_ERR_INVALID     = -2, // a parameter is out of range
    LLAMA_COMPACT_ERR_NOTHING     = -3, // the range holds too little to be worth a block
    LLAMA_COMPACT_ERR_ABORTED     = -4, // the abort callback asked to stop
    LLAMA_COMPACT_ERR_MEMORY      = -5, // an allocation failed
    LLAMA_COMPACT_ERR_COMPUTE     = -6, // a backend failed to compute a graph
    LLAMA_COMPACT_ERR_CHANGED     = -7, // what a job began with is not there any more
};

// where the reference queries come from
enum llama_compact_queries {
    LLAMA_COMPACT_QUERIES_REROTATED = 0, // the context's own queries, re-rotated to positions after the context
    LLAMA_COMPACT_QUERIES_RECENT    = 1, // the queries of the most recent tokens, at their own positions (needs n_recent)
};

// which of the block's keys are kept
enum llama_compact_select {
    LLAMA_COMPACT_SELECT_ATTENTION = 0, // highest root mean square attention over the reference queries
    LLAMA_COMPACT_SELECT_RECENT    = 1, // the most recent keys
    LLAMA_COMPACT_SELECT_POOLED    = 2, // highest mean attention, max-pooled over 7 neighbours (SnapKV)
    LLAMA_COMPACT_SELECT_EXPECTED  = 3, // highest attention expected of normally distributed queries, times the value's length
    LLAMA_COMPACT_SELECT_OMP       = 4, // orthogonal matching pursuit of the mass that the reference queries give the block
};

// what is fitted for the kept keys
enum llama_compact_fit {
    LLAMA_COMPACT_FIT_NONE   = 0, // beta 0, values copied
    LLAMA_COMPACT_FIT_BETA   = 1, // log-weights only
    LLAMA_COMPACT_FIT_VALUES = 2, // log-weights, then values by ridge regression toward the original ones
};

// how scores over queries are reduced to one number per key (llama_kv_compact_scores)
enum llama_compact_reduce {
    LLAMA_COMPACT_REDUCE_RMS = 0,
    LLAMA_COMPACT_REDUCE_MAX = 1,
};

// budget of one (layer, KV head)
struct llama_compact_head {
    int32_t n_rows; // rows kept of the block; >= the block's tokens, or -1: all of them, copied with beta 0
    // Types of block rows, and of live rows, unless these have more bits (llama_kv_compact_live_types).
    int32_t type_k; // enum ggml_type of this head's K rows; -1: as they are
    int32_t type_v; // ... of its V rows (with latent attention: of the values that block rows have beside their keys; -1: that of K, if there are none yet): f16, q8_0, q5_0, q4_0, and where attention reads them (llama_kv_compact_fast_types; in RAM always) n3_0 or n2_0. Quantized rows are stored after a Hadamard rotation where the head size allows one

    // What a token gets when it is looked up: the logarithm of its squared attention, mean over the query heads that ask, as it is told
    // by its key before RoPE: [d_k] weights and a constant, see llama_kv_compact_keys. NULL: nothing is told
    const float * lookups;
};

// return true to stop; called between layers, with progress in [0, 1]
typedef bool (*llama_compact_progress_callback)(float progress, void * user_data);

struct llama_compact_params {
    llama_pos p0; // the block's positions [p0, p1); p1 < 0: everything after p0
    llama_pos p1;

    int32_t n_rows;                           // rows per head when heads == NULL
    const struct llama_compact_head * heads;  // [n_heads], layer-major, layers in ascending order (see llama_kv_compact_heads)
    int32_t n_heads;

    enum llama_compact_queries queries;
    enum llama_compact_select  select;
    enum llama_compact_fit     fit;

    int32_t n_queries;    // reference queries per KV head (over all query heads of its group)
    int32_t n_held_out;   // further queries per KV head, never fitted on, that measure the error
    llama_pos p_held_out; // they are of tokens from here on, at their own positions, and none of those is fitted on; -1: of any
    int32_t future_span;  // re-rotated queries are spread over the positions [end, end + future_span), evenly in logarithm
    uint32_t seed;        // of the choice among the samples: one query is drawn from each of as many equal parts
    int32_t n_iter;       // FISTA steps for beta; outside host memory 24 at most
    float   beta_max;     // |beta| <= beta_max
    float   ridge;        // lambda as a share of the mean diagonal
    float   n_lookups;    // look-ups of some token of the block that are expected for each token that queries were sampled of

    // of llama_kv_compact_refine
    int32_t n_query_positions; // positions that each reference query is asked from
    int32_t n_moves;           // steps by which keys are moved, before weights and values are fitted anew; done twice. 0: none moves

    bool dry_run; // select, fit and measure only: the report and the errors are filled in, the cache stays as it is

    // Where values are part of keys (latent attention), values can be fitted only if block rows have values of their own beside
    // their keys, of type_v. false: none are fitted; blocks that have some keep them.
    bool own_values;

    llama_compact_progress_callback progress;
    void *                          progress_data;
};

struct llama_compact_report {
    int32_t   n_tokens;         // tokens the new block stands for
    int64_t   n_rows;           // rows kept, summed over layers and KV heads
    uint64_t  bytes_before;     // physical bytes of the rows in use (K, V, beta), before and after
    uint64_t  bytes_after;
    uint32_t  capacity_before;  // live cells the cache can hold, before and after
    uint32_t  capacity_after;
    uint64_t  peak_extra_bytes; // scratch held at the worst moment, beyond the cache itself
    float     error;            // relative error of the attention output on held-out queries, mean over heads
    float     error_max;        // ... of the worst head
    int32_t   n_fallback;       // heads whose fit was not finite, or went wrong on held-out queries, and kept copied values
    int32_t   n_queries;        // reference queries that chose a head's keys, the fewest of all heads (0: none was asked)
    int64_t   t_select_us;
    int64_t   t_fit_us;
    int64_t   t_move_us;
    int64_t   t_total_us;
};

struct llama_compact_info {
    uint32_t n_blocks;        // blocks carried by the sequence
    uint32_t n_layers;        // compactable layers; heads are indexed layer-major over them
    uint32_t n_heads;         // (layer, KV head) pairs
    uint64_t n_tokens;        // logical tokens of the sequence
    uint64_t n_block_tokens;  // ... of which stand in blocks
    uint32_t n_live;          // live cells of the sequence
    uint32_t capacity;        // live cells the whole cache can hold (grown to its limit, see llama_kv_compact_init_from_model)
    uint32_t capacity_used;   // ... of which hold a token of any sequence
    uint64_t n_block_rows;    // rows of the sequence's blocks, summed over heads
    uint64_t bytes_blocks;    // bytes of those rows
    uint64_t bytes_live;      // bytes of the live rows in use (any sequence)
    uint64_t bytes_total;     // bytes of the whole cache, used or not (grown to its limit)
    uint64_t bytes_queries;   // bytes of the query reservoir
    uint32_t n_queries;       // tokens sampled in it for this sequence
    uint32_t n_cells;         // live cells the cache holds at the moment: fewer than its capacity where it grows
    uint64_t bytes_held;      // bytes of the buffers that the cache holds at the moment
};

// positions [p0, p1) that shrink to n, in order and evenly
struct llama_compact_span {
    llama_pos p0;
    llama_pos p1;
    int32_t   n;
};

LLAMA_API struct llama_compact_params llama_kv_compact_default_params(void);

// NULL when the context's cache can be compacted, else a sentence that says why not
LLAMA_API const char * llama_kv_compact_unsupported_reason(const struct llama_context * ctx);

// As llama_init_from_model, with a cache that starts with n_cells (rounded up) and grows in steps, inside llama_decode and
// when a state is loaded, up to params.n_ctx; a compaction gives back what is free beyond a margin. Where there is no
// memory to grow, the cache is as if its limit were what it holds (llama_decode returns 1), until it is next laid out anew.
// Results are those of a cache of full size. Models whose cache cannot be compacted get one of full size.
LLAMA_API struct llama_context * llama_kv_compact_init_from_model(
          struct llama_model        * model,
          struct llama_context_params params,
          uint32_t                    n_cells);

// Give such a cache n_cells live cells, rounded up, not fewer than are in use and not more than its limit (0: what is in
// use and a margin, not more than it has). A failure changes nothing. Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_resize(struct llama_context * ctx, uint32_t n_cells);

// message of the last failure on this context ("" if none); valid until the next call
LLAMA_API const char * llama_kv_compact_last_error(const struct llama_context * ctx);

// Start sampling reference queries while decoding: n_uniform tokens drawn evenly over each sequence's history and
// the n_recent most recent ones (0: none). Without this call nothing differs from the stock library. Call it before
// the first decode. Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_enable(struct llama_context * ctx, uint32_t n_uniform, uint32_t n_recent);

// Replace the block by a compacted one. Older blocks that lie inside the range as a whole are merged into it: their rows
// are fitted again, together with the range's live tokens, and budgets count the rows of the merged block. A range that
// cuts an older block is refused. Blocking. Returns a llama_compact_status; report may be NULL.
LLAMA_API int32_t llama_kv_cache_compact(
          struct llama_context        * ctx,
          llama_seq_id                  seq_id,
    const struct llama_compact_params * params,
          struct llama_compact_report * report);

// The same in slices. Between begin and commit the caller may decode further tokens of any sequence: they stay live rows.
// Heads are scored against the sequence as it is then. A job only reads the cache; what makes its work worthless makes step
// and commit return LLAMA_COMPACT_ERR_CHANGED, with nothing changed: tokens of its range removed, copied into it or moved;
// any compaction, move of positions or saved state that lays the cache out anew; the context freed. Not thread-safe:
// like all calls on a context, one at a time.
struct llama_compact_job;

// NULL on failure, then *status (may be NULL) is a llama_compact_status. params->heads is copied; params->progress is
// called from step and refine, with the share of either, and what it points to has to live as long.
LLAMA_API struct llama_compact_job * llama_kv_compact_begin(
          struct llama_context        * ctx,
          llama_seq_id                  seq_id,
    const struct llama_compact_params * params,
          int32_t                     * status);

// Works for about max_us microseconds (<= 0: to the end), in pieces of some milliseconds, at least one. Returns
// LLAMA_COMPACT_MORE, LLAMA_COMPACT_OK when all heads are done, or an error. After LLAMA_COMPACT_ERR_ABORTED (params->progress,
// or the context's abort callback: LLAMA_COMPACT_ERR_COMPUTE) it may be called again; after the latter, as after any failure,
// the heads at hand, up to sixteen, are begun anew.
LLAMA_API int32_t llama_kv_compact_step(struct llama_compact_job * job, int64_t max_us);

// Once all heads are done, and before the commit: fits heads once more that do not keep all their rows, with keys that are no
// token's own any more, where that lowers their error on held-out queries. It takes some six times what all steps took, so it is
// for when nobody waits; the commit may come at any time between two calls, with what is refined by then. Slices and returns as of
// llama_kv_compact_step: LLAMA_COMPACT_OK when there is nothing left to refine. A failure leaves what the heads had; the commit may
// still be tried.
LLAMA_API int32_t llama_kv_compact_refine(struct llama_compact_job * job, int64_t max_us);

// Lays the cache out anew; after params->dry_run only the errors are published. Refused before all heads are done. A failure
// changes nothing, and the commit may be tried again. One exception: where rows lie in a device's memory, the backend fails
// while they are moved (LLAMA_COMPACT_ERR_COMPUTE), again when that is repeated, and there was no room to keep the old rows
// until then, the cache is empty: the message says so, and llama_kv_cache_compact_info.
LLAMA_API int32_t llama_kv_compact_commit(struct llama_compact_job * job, struct llama_compact_report * report);

// At any time, also after its context was freed; without a commit nothing was changed. NULL: nothing happens
LLAMA_API void llama_kv_compact_free(struct llama_compact_job * job);

// Share of the heads that are done; that are refined; message of the last failure ("" if none).
LLAMA_API float        llama_kv_compact_job_progress(const struct llama_compact_job * job);
LLAMA_API float        llama_kv_compact_job_refined (const struct llama_compact_job * job);
LLAMA_API const char * llama_kv_compact_job_message (const struct llama_compact_job * job);

// What is known before the commit: of the report, everything but bytes and capacities; errors [n_heads], 0 where a head is
// not done. Both may be NULL. Returns the number of heads (or a negative status); at most n errors are written.
LLAMA_API int32_t llama_kv_compact_job_report(
    const struct llama_compact_job    * job,
          struct llama_compact_report * report,
          float * errors, int32_t n);

// Cells it looked at so far to see what the sequence holds: all of the cache at begin and at commit, and for a head where that
// has changed since the last look, however many slices there are.
LLAMA_API int64_t llama_kv_compact_job_walked(const struct llama_compact_job * job);

// Move a sequence to lower positions, so that it does not run out of those its model was trained for: each span of
// compacted text is squeezed to n positions, and what follows it moves down by the positions lost. Keys are turned
// (RoPE) to where they come to stand; live tokens, sampled queries and the next token's position follow. Spans are in
// order of position; only compacted text can lie inside one. Refused, with nothing changed, where other sequences share
// what would move, or where distances inside a sliding window would change. Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_reposition(
          struct llama_context      * ctx,
          llama_seq_id                seq_id,
    const struct llama_compact_span * spans,
          int32_t                     n_spans);

// Mount: all blocks of sequence `from` join seq_id, the first of them at position pos, without a token being read; `from`
// holds nothing afterwards. Keys are turned (RoPE) to where they come to stand. What seq_id holds stays as it is, before and
// behind; its next token follows whatever comes last. Blocks that others carry as well stay where they are for them: at
// their own positions the sequences share the rows, elsewhere they are copied. A window's cells come along where the blocks
// become the end of the sequence; sampled queries do not. To mount what is saved, load it into a sequence of its own first;
// to mount what another sequence holds, llama_memory_seq_cp its range to one; llama_memory_seq_rm of the range unmounts:
// the rows go with the next layout, positions behind stay. Refused, with nothing changed, where `from` holds live tokens or
// no block, where seq_id has text at these positions, where recurrent layers would have to read it, and where there is no
// room. Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_mount(
          struct llama_context * ctx,
          llama_seq_id           seq_id,
          llama_seq_id           from,
          llama_pos              pos);

// The blocks of a sequence in order of position: positions and the tokens they stand for (more than positions once they
// were squeezed); any pointer may be NULL. Returns their number (or a negative status); at most n are written.
LLAMA_API int32_t llama_kv_compact_blocks(
          struct llama_context * ctx,
          llama_seq_id           seq_id,
          llama_pos * p0, llama_pos * p1, int32_t * n_tokens,
          int32_t     n);

// false if the cache cannot be compacted
LLAMA_API bool llama_kv_cache_compact_info(
          struct llama_context      * ctx,
          llama_seq_id                seq_id,
          struct llama_compact_info * info);

// Rows per (layer, KV head) in the blocks of a sequence that lie in positions [p0, p1) (p1 < 0: to the end); seq_id < 0: in
// all blocks that any sequence carries. Those of removed sequences keep their room in the pool until it is laid out anew,
// by a compaction, and do not count here. Returns the number of entries (or a negative status); at most n are written.
LLAMA_API int32_t llama_kv_compact_rows(
          struct llama_context * ctx,
          llama_seq_id           seq_id,
          llama_pos p0, llama_pos p1,
          int32_t * n_rows,
          int32_t   n);

// Per (layer, KV head) table: layer ids, KV head indices, rows in the pool's blocks (those of removed sequences, too, see
// llama_kv_compact_rows), row types of K and V; any pointer may be NULL.
// Returns the number of entries (or a negative status); at most n are written.
LLAMA_API int32_t llama_kv_compact_heads(
          struct llama_context * ctx,
          int32_t * layer, int32_t * head, int32_t * n_rows, int32_t * type_k, int32_t * type_v,
          int32_t   n);

// Where values are part of keys: numbers of a value that a block row may have beside its key, else 0; and its type where the
// entry's block rows have such values now, else -1. Either may be NULL. Returns the number of entries (or a negative status).
LLAMA_API int32_t llama_kv_compact_own_values(struct llama_context * ctx, int32_t * size, int32_t * type, int32_t n);

// The type that an entry's live rows have where a compaction gives its block rows fewer bits: q8_0 or, where live rows always have
// the types of block rows, -1. Returns the number of entries (or a negative status).
LLAMA_API int32_t llama_kv_compact_live_types(struct llama_context * ctx, int32_t * type, int32_t n);

// Outside host memory the heads of a layer lie in classes of equal types and numbers of rows, each of which attention takes
// in one call; heads that differ are padded. How many classes there are to be at most, 0 where each head may differ.
LLAMA_API int32_t llama_kv_compact_classes(struct llama_context * ctx);

// true where attention has kernels of its own for rows of these types (enum ggml_type) on every device that holds rows; with
// others it works, but converts all rows for every token
LLAMA_API bool llama_kv_compact_fast_types(struct llama_context * ctx, int32_t type_k, int32_t type_v);

// Held-out relative output error per (layer, KV head) of the last compaction. Returns the number of entries.
LLAMA_API int32_t llama_kv_compact_errors(const struct llama_context * ctx, float * errors, int32_t n);

// Attention that the sampled queries of tokens at [q0, q1), at their own positions, pay to each key of [p0, p1):
// scores [n_heads, p1 - p0]. The softmax runs over [p0, p1) and the head's sink. Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_scores(
          struct llama_context * ctx,
          llama_seq_id           seq_id,
          llama_pos p0, llama_pos p1,
          llama_pos q0, llama_pos q1,
          enum llama_compact_reduce reduce,
          float * scores);

// Keys of a sequence's live tokens at [p0, p1) as they were before RoPE, of one entry of the head table: keys [p1 - p0, d_k].
// Returns a llama_compact_status.
LLAMA_API int32_t llama_kv_compact_keys(
          struct llama_context * ctx,
          llama_seq_id           seq_id,
          llama_pos p0, llama_pos p1,
          int32_t                entry,
          float * keys);

// Safety net inside llama_decode: when no cell is free, everything of the batch's first sequence but its first
// n_keep_first and last n_keep_recent live tokens is compacted, and the batch is tried again. params == NULL: off.
LLAMA_API void llama_kv_cache_set_auto_compact(
          struct llama_context        * ctx,
          uint32_t                      n_keep_first,
          uint32_t                      n_keep_recent,
          float                         ratio,
    const struct llama_compact_params * params);

// For tests and tools: log-weights and rows of one entry of the head table. get_rows writes the block rows followed by
// the live rows in use, as F32 in the space the cache works in: k [n, d_k], v [n, d_v] or NULL, beta [n] (0 for live rows).
// Returns the number of rows (more than n: nothing was written) or a negative status.
LLAMA_API int32_t llama_kv_compact_set_beta(struct llama_context * ctx, int32_t entry, const float * beta, int32_t n);
LLAMA_API int32_t llama_kv_compact_get_rows(struct llama_context * ctx, int32_t entry, float * k, float * v, float * beta, int32_t n);

// ... and the positions of the same rows (-1: not known)
LLAMA_API int32_t llama_kv_compact_get_positions(struct llama_context * ctx, int32_t entry, llama_pos * pos, int32_t n);

// Saved states (llama_state_*) of a context with blocks or sampled queries carry a versioned section for them;
// without either they are byte-identical to the stock library's, which can still be loaded.

#ifdef __cplusplus
}
#endif
