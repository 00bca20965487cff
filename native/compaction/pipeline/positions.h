// Moving tokens to lower positions, so that a sequence does not run out of the positions its model was trained for.
#pragma once

#include "../store.h"

namespace compaction {

// Spans are squeezed, what follows one moves down by what it lost; order is kept.
class position_map {
public:
    // nullptr, or what is wrong with the spans; they have to lie below end
    static const char * invalid(const llama_compact_span * spans, int32_t n, llama_pos end);

    position_map(const llama_compact_span * spans, int32_t n) : spans(spans, spans + n) {}

    llama_pos operator()(llama_pos pos) const;
    bool      squeezes(llama_pos pos) const; // inside a span that loses positions
    llama_pos total() const;                 // by how much what follows the last span moves down

private:
    std::vector<llama_compact_span> spans;
};

int32_t reposition(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, const llama_compact_span * spans, int32_t n);

} // namespace compaction
