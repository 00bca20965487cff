// A worker: another process that computes for the tests on its CPU, over ggml's RPC backend on loopback. LT_WORKER puts the
// models and their caches on it, so what the program and the worker each keep of the other must be the same whatever is
// computed, freed and computed again.
#pragma once

namespace lt {

// true where LT_WORKER asks for it
bool on_worker();

// starts it and makes it known to the library, once; before a model is loaded. It ends with this process
void start_worker();

} // namespace lt
