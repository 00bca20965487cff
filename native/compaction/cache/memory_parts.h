// The parts that a model's memory is made of: attention over everything, sliding windows, recurrent states.
#pragma once

#include "llama-memory.h"

class llama_kv_cache;
class llama_memory_recurrent;

namespace compaction {

// the cache whose graphs know about its store; nullptr: this kind of memory has none
llama_kv_cache * compactable_cache(llama_memory_i * mem);

// the cells of the layers with a sliding window; nullptr: there are none
llama_kv_cache * window_cache(llama_memory_i * mem);

// the states of the recurrent layers of a model that mixes them with attention; nullptr: there are none
llama_memory_recurrent * recurrent_states(llama_memory_i * mem);

} // namespace compaction
