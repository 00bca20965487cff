// The heads of a compaction that are worked on: scored one after another, then fitted several at once. One graph, and one wait for it, has the
// same part of each, and their equations are solved side by side; on devices those of a layer are fitted as one, unless keys move or
// the selection looks at each head by itself.
#pragma once

#include "head_fit.h"
#include "layer_fit.h"

#include "../compute/workers.h"
#include "../store.h"

#include <memory>
#include <vector>

namespace compaction {

// a row of what the new block is made of
struct candidate {
    int32_t   idx; // in the present layout
    float     bias;
    llama_pos pos;
};

struct candidates {
    std::vector<candidate> block; // ascending by position
    head_rows              rows;  // these, and those beside the block
};

struct head_work {
    size_t                 head;
    uint32_t               n_rows; // that stay
    uint32_t               n_tokens; // that the block stands for
    ggml_type              type_k; // of them
    ggml_type              type_v;
    std::shared_ptr<const candidates> from; // heads without older rows share them
    query_set              qs;
    std::vector<float>     lookups; // what they add to the scores of the block's first keys, until all are known
    head_result            res;

    std::unique_ptr<fit_steps> fit; // nullptr: not scored yet
};

class crew {
public:
    // heads of a cache; all arguments have to stay. Times are added to the report. frugal: one head at a time, in as little memory as can be
    crew(llama_context * lctx, llama_compact_store & store, const llama_compact_params & params, llama_compact_report & report, bool frugal);

    // the context may have computed since
    void resume() { run.resume(); }

    // whether a head of so many candidates, of which so many stay, may be worked on beside the others now
    bool has_room(size_t head, size_t n_cands, size_t n_rows) const;

    // positions that its queries are asked from: fewer where they would take more than heads may at once
    int32_t positions_for(size_t head, size_t n_cands, size_t n_rows) const;

    // Rows by whose number the queries of the next head, with so many, are to be chosen: heads that are fitted as one are asked by as many
    size_t rows_to_ask(size_t n_rows) const { return together.empty() ? n_rows : together.front()->n_rows; }

    // Whether the next head may be asked by these queries now. If not, those it would join are asked by others: they are fitted first, and
    // nobody joins them any more
    bool admits(const query_set & qs);

    // false: the backend failed; the crew is of no more use
    bool start(std::unique_ptr<head_work> work);

    // a graph or so further; heads that are done are added to `done`. false: the backend failed, as why() says
    bool advance(std::vector<std::unique_ptr<head_work>> & done);

    bool         scores() const { return scoring; } // the next head waits for this one
    const char * why()    const { return what_failed; }
    bool         lacks_memory() const; // that is why it failed

    size_t       peak()   const { return peak_bytes; } // bytes of scratch, on devices and on the host

private:
    // where a head is worked on; what was allocated for it serves the next
    struct place {
        place(const pool_layout & layout, const reservoir & sample, runner & run, scratch & passing)
            : sc(layout, sample, run, passing) {}

        head_scores                sc;
        std::unique_ptr<head_work> now; // nullptr: free
    };

    bool    score(place & where);
    bool    fit();
    bool    fit_together(std::vector<std::unique_ptr<head_work>> & done);
    enum class joined { YES, NO_ROOM, FAILED };
    joined  join(place & where); // the heads of its layer
    bool    goes_together(size_t head) const;
    size_t  bytes_of(size_t head, size_t n_cands, size_t n_rows, int32_t n_positions) const; // while it is fitted
    size_t  bytes_of(size_t head, size_t n_cands, size_t n_rows) const { return bytes_of(head, n_cands, n_rows, positions_for(head, n_cands, n_rows)); }
    size_t  share_of_cache(size_t head) const; // that heads may take at once
    bool    on_host(size_t head) const;
    void    note_peak();
    place & free_place();

    llama_compact_store        & store;
    const llama_compact_params & params;
    llama_compact_report       & report;
    const bool                   frugal;
    const size_t                 n_threads; // as long as the crew works: graphs are made for as many heads

    runner                              run;
    scratch                             passing;
    std::vector<std::unique_ptr<place>> places;
    place                             * scoring = nullptr;
    layer_fit                           layer;
    std::vector<std::unique_ptr<head_work>> together; // its heads
    bool                                closed = false; // no more of them
    std::unique_ptr<workers>            solvers; // nullptr: none was needed yet
    const char                        * what_failed = "";
    size_t                              peak_bytes  = 0;
};

} // namespace compaction
