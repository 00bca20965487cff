// What others have to know of the cache: graphs go by its epoch, compactions that were begun listen, callers ask for the
// last error.
#pragma once

#include "llama.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace compaction {

// Depends on what the cache held when it began to listen.
class cache_listener {
public:
    virtual ~cache_listener() = default;

    // positions [p0, p1) of a sequence (< 0: of all) are no longer what they were
    virtual void on_range_changed(llama_seq_id seq, llama_pos p0, llama_pos p1, const char * reason) = 0;

    virtual void on_all_changed(const char * reason) = 0;

    // every other sequence was removed
    virtual void on_only_kept(llama_seq_id seq) = 0;

    // the cache goes away, and the context's backends with it; the last call
    virtual void on_closed() = 0;
};

class cache_events {
public:
    // changes whenever graphs have to be built anew
    uint64_t epoch() const { return n_epoch; }
    void     new_epoch()   { n_epoch++; }

    void listen(cache_listener * who) { listeners.push_back(who); }
    void forget(cache_listener * who) { listeners.erase(std::remove(listeners.begin(), listeners.end(), who), listeners.end()); }

    void range_changed(llama_seq_id seq, llama_pos p0, llama_pos p1, const char * reason) const {
        for (auto * who : listeners) {
            who->on_range_changed(seq, p0, p1, reason);
        }
    }
    void all_changed(const char * reason) const {
        for (auto * who : listeners) {
            who->on_all_changed(reason);
        }
    }
    void only_kept(llama_seq_id seq) const {
        for (auto * who : listeners) {
            who->on_only_kept(seq);
        }
    }
    void close() {
        for (auto * who : listeners) {
            who->on_closed();
        }
        listeners.clear();
    }

    // sets the last error; returns the code
    int32_t fail(int32_t code, const std::string & why) const {
        error = why;
        return code;
    }
    const std::string & last_error() const { return error; }
    void                clear_error() const { error.clear(); }

private:
    uint64_t                      n_epoch = 0;
    std::vector<cache_listener *> listeners;
    mutable std::string           error; // asking whether something is allowed sets it, too
};

} // namespace compaction
