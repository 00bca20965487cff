// A compaction in slices: begun, worked on a little at a time while the caller decodes in between, then committed.
//
// Until the commit nothing of the cache changes. Tokens decoded meanwhile stay live rows. What would make the work
// worthless (tokens of the range removed or moved, the pool laid out anew, another memory loaded) it hears of as a
// listener to the cache, and then refuses to go on.
#pragma once

#include "crew.h"

#include <list>
#include <memory>
#include <string>
#include <vector>

struct llama_compact_job : compaction::cache_listener {
    static constexpr const char * TOO_MANY_SEQUENCES = "too many sequences with blocks of their own share this cache";

    // registers with the store. params.heads is copied; callbacks in params are called from step() and refine()
    llama_compact_job(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, const llama_compact_params & params);
    ~llama_compact_job() override;

    llama_compact_job(const llama_compact_job &) = delete;
    llama_compact_job & operator=(const llama_compact_job &) = delete;

    // checks that there is something to do; before the first step
    int32_t begin();

    // LLAMA_COMPACT_MORE until every head is done. max_us <= 0: all of them
    int32_t step(int64_t max_us);

    // the same of heads that are fitted once more, with keys that move; once every head is done
    int32_t refine(int64_t max_us);

    int32_t commit(llama_compact_report & report);

    // as far as it is known; errors are complete once step() has said so
    llama_compact_report       report() const;
    const std::vector<float> & errors() const { return head_errors; }

    float        progress() const { return fitting.share(); }
    float        refined()  const { return refining.share(); }
    const char * why()      const { return message.c_str(); }
    int64_t      walked()   const { return n_walked; } // cells that looks at the cache went through

    int32_t fail(int32_t code, const std::string & why); // notes the message, here and on the context

    // -- cache_listener

    void on_range_changed(llama_seq_id seq, llama_pos p0, llama_pos p1, const char * reason) override;
    void on_all_changed(const char * reason) override { spoil(reason); }
    void on_only_kept(llama_seq_id seq) override;
    void on_closed() override;

private:
    // the range in the cache as it is now
    struct view {
        std::vector<std::pair<llama_pos, uint32_t>> in_block; // cells by position
        std::vector<std::pair<llama_pos, uint32_t>> fixed;    // the other cells of the sequence
        std::vector<uint32_t> live;                           // cells that stay
        std::vector<bool>     merged;                         // older blocks inside the range
        std::vector<compaction::block> table;                 // all blocks, with their carriers as they will be
        uint32_t  n_merged = 0;                               // tokens of merged blocks
        llama_pos end      = 0;                               // the next token's position
        bool      cuts     = false;                           // a block lies across an end of the range
    };

    // what the new block holds of a head
    struct part {
        std::vector<int32_t>     src; // rows in the present layout
        std::vector<ggml_fp16_t> beta;
        std::vector<uint8_t>     values; // as they are stored; empty: copied
        std::vector<uint8_t>     added;  // to the keys, see head_plan
        std::vector<float>       times;

        size_t bytes() const { return src.size()*(sizeof(src[0]) + sizeof(beta[0])) + values.size() + added.size() + times.size()*sizeof(times[0]); }
    };

    // one way through all heads
    struct pass {
        llama_compact_params params;
        std::vector<size_t>  order;   // in which they are begun
        std::vector<bool>    is_done; // [heads]
        size_t               n_done = 0;
        size_t               at     = 0; // of the order: comes next

        bool  over()  const { return n_done == is_done.size(); }
        float share() const { return is_done.empty() ? 0.0f : (float) n_done/(float) is_done.size(); }
        void  done(size_t head);
    };

    void    spoil(const char * reason);
    int32_t usable();          // neither spoiled, nor committed, nor are positions about to move
    view    look();            // walks all cells
    int32_t check(const view & seen); // is the range what it was?

    std::vector<compaction::block> blocks_after(const view & seen) const; // the commit; the new one is the last

    // What was looked at last, as long as no cell came or went since. Slices must not walk the cache: as many as it takes
    // to work on a head's rows, each over all of them, would grow with the square of the context
    const view & present();

    int32_t go_on(pass & through, int64_t max_us);
    int32_t work_on(int64_t until);
    int32_t advance();    // by a graph or so
    int32_t start_head(); // that comes next
    int32_t fail_of_crew();
    std::shared_ptr<const compaction::candidates> candidates_of(size_t head, const view & seen);
    std::vector<size_t> in_order() const;
    void    finish_head(compaction::head_work & one);
    bool    moves_keys(size_t head) const; // of this head, when it is refined
    bool    may_wait(size_t head) const;   // ... and is there room for that until the commit?
    void    give_up();    // heads that are worked on are begun anew, should there be another step

    ggml_type type_k(size_t entry) const; // that its rows are to have
    ggml_type type_v(size_t entry) const;

    llama_context       * lctx;
    llama_compact_store * store; // nullptr: it is gone
    const llama_seq_id    seq;

    llama_compact_params            params; // as they were given
    std::vector<llama_compact_head> heads; // copy of params.heads
    std::list<std::vector<float>>   lines; // ... and of what they point to

    llama_pos p0 = 0;
    llama_pos p1 = 0;

    // when it began
    std::vector<std::pair<llama_pos, uint32_t>> cells; // of the range
    std::vector<bool>     merged;
    uint32_t              n_tokens = 0;
    std::vector<uint32_t> n_cands, budget; // per head

    std::unique_ptr<compaction::crew> heads_at_work; // nullptr: none is
    bool frugal = false; // there was no memory for as much at once as is quickest
    std::shared_ptr<const compaction::candidates> shared; // of heads without older rows, see present(); nullptr: not made yet

    std::unique_ptr<view> last_seen; // see present(); nullptr: something was removed or copied since
    int64_t   n_walked   = 0;
    uint32_t  cells_then = 0;        // cells in use then
    llama_pos end_then   = 0;        // ... and the end of the sequence

    pass               fitting, refining;
    pass             * now = &fitting;
    std::vector<part>  parts;      // [heads]
    size_t             parts_bytes = 0;
    std::vector<float> head_errors;
    std::vector<bool>  fell_back;  // [heads] kept what they had
    llama_compact_report so_far = {};

    bool        committed = false;
    const char * spoiled = nullptr; // why it cannot go on
    std::string message;

    bool finished() const { return fitting.over(); }
};
