// Reference queries, sampled while decoding, as attention consumes them: of every range of `stride` tokens of a sequence one
// that is drawn at random, so that the sample is even over the whole history and no pattern in the text falls through it; and
// the most recent ones, in a ring over positions.
//
// When the slots run out, neighbouring ranges are joined, and of their two samples one stays: pairs drawn at random, as many
// as room is needed for, until all are joined and the stride has doubled. So slots stay nearly full. What is drawn depends on
// a token's index and the stride alone: a run that goes on from a saved state samples what it would have sampled anyway.
#pragma once

#include "block_table.h"
#include "stock_cache.h"

#include "ggml-cpp.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace compaction {

class reservoir {
public:
    struct slot {
        seq_set_t seqs;           // none: free
        llama_pos pos      = -1;  // of its token now
        llama_pos rope_pos = -1;  // position the query was rotated for when it was sampled
        llama_pos index    = -1;  // what its token's position would be if none had ever been moved
    };

    // most positions that a sequence is taken to be moved down by; beyond, indices stop growing
    static constexpr llama_pos MAX_MOVED = LAST_POSITION;

    // Memory for so many slots; what was sampled is gone. false: there is none, nothing changed
    bool allocate(const std::vector<layer_info> & layers, uint32_t n_uniform, uint32_t n_recent);

    bool     enabled()   const { return !tensors.empty(); }
    uint32_t n_uniform() const { return uniform; } // slots spread over the history of the sequences
    uint32_t n_recent()  const { return recent; }  // slots for the most recent tokens
    uint32_t extra()     const { return uniform + recent; } // one more row takes what is not sampled

    const std::vector<slot>          & slots() const { return table; }   // [n_uniform + n_recent]
    const std::vector<ggml_tensor *> & rows()  const { return tensors; } // per layer [readers*n_head*d_k, n_uniform + n_recent + 1]

    size_t bytes() const;
    void   add_memory(std::map<ggml_backend_buffer_type_t, size_t> & sizes) const;

    // -- sampling: the row to write the query of a token to; the extra row if it is not sampled

    uint32_t take       (const llama_seq_id * seqs, int32_t n_seqs, llama_pos pos); // in the uniform part
    uint32_t take_recent(llama_seq_id seq, llama_pos pos);                          // in the ring

    // -- sequences

    void drop (llama_seq_id seq, llama_pos p0, llama_pos p1); // seq < 0: any
    void share(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1);
    void keep (llama_seq_id seq);
    void clear();

    // positions of a sequence are now what `map` says, and those of new tokens lower by so many
    void move(llama_seq_id seq, const std::function<llama_pos(llama_pos)> & map, llama_pos by);

    // sampled rows of a sequence, by position; uniform or recent part
    std::vector<std::pair<llama_pos, uint32_t>> rows_of(llama_seq_id seq, bool of_ring) const;

    // -- saved states

    struct sequence {
        uint32_t  stride; // tokens of a range that one is sampled of, or two where ranges were not joined yet
        llama_pos moved;  // positions that new tokens were moved down by so far
    };
    std::vector<std::pair<llama_seq_id, sequence>> sequences() const; // those that are sampled
    void set_stride(llama_seq_id seq, uint32_t stride) { strides[seq] = stride; }
    void set_moved (llama_seq_id seq, llama_pos by)    { moves[seq] = by; }
    llama_pos moved_by(llama_seq_id seq) const;

    // the slot for a token of that index that was sampled before, thinning what is there if need be; the extra row: none
    uint32_t put_back(llama_seq_id seq, llama_pos index);
    uint32_t ring(llama_pos index) const { return uniform + (uint32_t) index % recent; }
    void     set(uint32_t i, const slot & to) { table[i] = to; }

    // who is sampled, without the queries: for what may still turn out to be damaged
    reservoir draft() const;
    void      adopt(reservoir && draft);

private:
    // whether a token is its range's sample at that stride; above: it is known to be at this one
    static bool drawn(llama_pos index, uint32_t above, uint32_t stride);

    uint32_t place(llama_seq_id seq, llama_pos index); // as put_back, of a token that is new
    bool     thin();                                   // the sequence that has the most samples; false: it cannot be

    void forget_idle(); // sequences without a sample begin anew: their strides are of tokens that are gone

    void      put(uint32_t i, llama_seq_id seq, llama_pos pos);
    llama_pos index_of(llama_seq_id seq, llama_pos pos) const; // of a token there now

    uint32_t uniform = 0;
    uint32_t recent  = 0;

    std::vector<slot>                 table;
    std::map<llama_seq_id, uint32_t>  strides;
    std::map<llama_seq_id, llama_pos> moves;

    std::vector<ggml_tensor *>                                        tensors;
    std::vector<std::pair<ggml_context_ptr, ggml_backend_buffer_ptr>> bufs;
};

} // namespace compaction
