// test-mishaps MODEL: whatever fails while rows move to a new layout, at whichever step, the cache is as it was before.
//
// Linux: the program's own functions take the place of the library's, count calls, and fail those they are told to.
#include "compacting.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>

#include <new>
#include <thread>

namespace {

// fails its calls from `first` on, `n` of them
struct fault {
    int first = -1; // < 0: none
    int n     = 0;
    int seen  = 0;
    int hits  = 0;

    void arm(int at, int how_many) { *this = { at, how_many, 0, 0 }; }
    void disarm() { first = -1; }

    bool strikes() {
        if (first < 0) {
            return false;
        }
        const int i = seen++;
        const bool res = i >= first && i < first + n;
        hits += res;
        return res;
    }
};

constexpr int ALWAYS = 1 << 30;

#ifdef __SANITIZE_ADDRESS__
constexpr int STRIDE = 11; // of the steps at which memory ends, which are many
#else
constexpr int STRIDE = 1;
#endif

fault computing, buffers, heap;

std::atomic<bool>     threads_starve { false }; // all but this one
const std::thread::id this_one = std::this_thread::get_id();

bool no_memory() { return heap.strikes() || (threads_starve && std::this_thread::get_id() != this_one); }

template <typename F>
F next_of(const char * name) {
    return (F) dlsym(RTLD_NEXT, name);
}

} // namespace

extern "C" ggml_status ggml_backend_sched_graph_compute(ggml_backend_sched_t sched, ggml_cgraph * graph) {
    static const auto next = next_of<decltype(&ggml_backend_sched_graph_compute)>("ggml_backend_sched_graph_compute");
    return computing.strikes() ? GGML_STATUS_FAILED : next(sched, graph);
}

extern "C" ggml_backend_buffer_t ggml_backend_buft_alloc_buffer(ggml_backend_buffer_type_t buft, size_t size) {
    static const auto next = next_of<decltype(&ggml_backend_buft_alloc_buffer)>("ggml_backend_buft_alloc_buffer");
    ggml_backend_buffer_t res = buffers.strikes() ? nullptr : next(buft, size);
    if (res && size > 0 && ggml_backend_buffer_is_host(res)) {
        std::memset(ggml_backend_buffer_get_base(res), 0xff, size); // no number in any float type: memory need not come cleared
    }
    return res;
}

void * operator new(size_t size) {
    void * res = no_memory() ? nullptr : std::malloc(size);
    return res ? res : throw std::bad_alloc();
}
void * operator new(size_t size, const std::nothrow_t &) noexcept { return no_memory() ? nullptr : std::malloc(size); }
void operator delete(void * p) noexcept { std::free(p); }
void operator delete(void * p, size_t) noexcept { std::free(p); }

namespace {

using lt::job_ptr;

// a cache, and what is done to it under faults
struct scene {
    lt::context_ptr ctx { nullptr, llama_free };
    job_ptr         job { nullptr, llama_kv_compact_free };
    std::function<int32_t()> act;
};

constexpr int N = 260;

lt::context_ptr chat(const lt::model_ptr & model) {
    auto params = lt::context_params();
    params.n_seq_max = 2;
    auto ctx = lt::make_compacting(model, params);
    lt::decode(ctx.get(), lt::random_tokens(71, N), 0, false);
    return ctx;
}

scene committing(lt::context_ptr ctx, const llama_compact_params & params) {
    scene res;
    res.ctx = std::move(ctx);
    int32_t rc;
    res.job.reset(llama_kv_compact_begin(res.ctx.get(), 0, &params, &rc));
    LT_REQUIRE(res.job != nullptr, "not begun: %d", rc);
    LT_REQUIRE(llama_kv_compact_step(res.job.get(), 0) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(res.job.get()));
    res.act = [job = res.job.get()] { return llama_kv_compact_commit(job, nullptr); };
    return res;
}

const std::vector<llama_compact_head> & budgets(llama_context * ctx) {
    static std::vector<llama_compact_head> res;
    res = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 });
    return res;
}

scene first_compaction(const lt::model_ptr & model) {
    auto ctx = chat(model);
    auto cp  = lt::small_params(4, 200);
    lt::set_heads(cp, budgets(ctx.get()));
    return committing(std::move(ctx), cp);
}

// heads that are fitted, or fitted once more, and what comes of them
scene working(const lt::model_ptr & model, bool refines) {
    scene res;
    res.ctx = chat(model);
    auto cp = lt::small_params(4, 200);
    lt::set_heads(cp, budgets(res.ctx.get()));
    int32_t rc;
    res.job.reset(llama_kv_compact_begin(res.ctx.get(), 0, &cp, &rc));
    LT_REQUIRE(res.job != nullptr, "not begun: %d", rc);
    if (refines) {
        LT_REQUIRE(llama_kv_compact_step(res.job.get(), 0) == LLAMA_COMPACT_OK, "not fitted");
    }
    res.act = [job = res.job.get(), refines] {
        const int32_t done = refines ? llama_kv_compact_refine(job, 0) : llama_kv_compact_step(job, 0);
        computing.disarm();
        buffers  .disarm();
        heap     .disarm();
        return done == LLAMA_COMPACT_OK ? llama_kv_compact_commit(job, nullptr) : done;
    };
    return res;
}

scene fitting (const lt::model_ptr & model) { return working(model, false); }
scene refining(const lt::model_ptr & model) { return working(model, true); }

// a cache that grows, and holds less than it began with
scene growing(const lt::model_ptr & model) {
    lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), lt::context_params(2048), 512), llama_free);
    LT_REQUIRE(ctx != nullptr && llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "no context");
    lt::decode(ctx.get(), lt::random_tokens(71, 200), 0, false);
    LT_REQUIRE(llama_kv_compact_resize(ctx.get(), 1) == LLAMA_COMPACT_OK, "not resized");
    LT_REQUIRE(lt::info_of(ctx.get()).n_cells == 256, "%u cells", lt::info_of(ctx.get()).n_cells);
    return committing(std::move(ctx), lt::small_params(4, 150));
}

// from pool to pool; another sequence carries the first block and cells of the second
scene second_compaction(const lt::model_ptr & model) {
    auto ctx = chat(model);
    auto cp  = lt::small_params(4, 120);
    lt::set_heads(cp, budgets(ctx.get()));
    lt::compact(ctx.get(), cp);
    llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
    return committing(std::move(ctx), lt::small_params(4, 240, 21));
}

scene repositioning(const lt::model_ptr & model) {
    scene res;
    res.ctx = chat(model);
    auto cp = lt::small_params(4, 200);
    lt::set_heads(cp, budgets(res.ctx.get()));
    lt::compact(res.ctx.get(), cp);
    res.act = [ctx = res.ctx.get()] {
        const llama_compact_span span = { 4, 200, 40 };
        return llama_kv_compact_reposition(ctx, 0, &span, 1);
    };
    return res;
}

// a saved chat that is loaded beside another one
scene joining(const lt::model_ptr & model) {
    static const auto saved = [&] {
        const auto from = chat(model);
        auto cp = lt::small_params(4, 180);
        lt::set_heads(cp, budgets(from.get()));
        lt::compact(from.get(), cp);
        std::vector<uint8_t> data(llama_state_seq_get_size(from.get(), 0));
        LT_REQUIRE(llama_state_seq_get_data(from.get(), data.data(), data.size(), 0) == data.size(), "not saved");
        return data;
    }();
    auto params = lt::context_params(1024);
    params.n_seq_max = 2;
    scene res;
    res.ctx = lt::make_compacting(model, params); // slots for one of the samples
    lt::decode(res.ctx.get(), lt::random_tokens(73, N), 0, false);
    auto cp = lt::small_params(4, 200);
    lt::set_heads(cp, budgets(res.ctx.get()));
    lt::compact(res.ctx.get(), cp);
    res.act = [ctx = res.ctx.get()] {
        try {
            if (llama_state_seq_set_data(ctx, saved.data(), saved.size(), 1) == saved.size()) {
                return (int32_t) LLAMA_COMPACT_OK;
            }
            LT_CHECK(heap.first >= 0 || *llama_kv_compact_last_error(ctx), "nothing tells why");
        } catch (const std::bad_alloc &) {
            // upstream's, before it reads anything
        }
        LT_REQUIRE(llama_memory_seq_pos_max(llama_get_memory(ctx), 1) < 0, "part of it was loaded");
        return (int32_t) LLAMA_COMPACT_ERR_MEMORY;
    };
    return res;
}

// blocks of one sequence that join another
scene mounting(const lt::model_ptr & model) {
    scene res;
    res.ctx = chat(model);
    lt::decode(res.ctx.get(), lt::random_tokens(74, 100), 300, false, 1);
    auto cp = lt::small_params(300, 400);
    lt::set_heads(cp, budgets(res.ctx.get()));
    lt::compact(res.ctx.get(), cp, 1);
    res.act = [ctx = res.ctx.get()] { return llama_kv_compact_mount(ctx, 0, 1, N); };
    return res;
}

// What a failure may not change: the state that is saved and the counts
struct picture {
    std::vector<uint8_t> state;
    llama_compact_info   info;

    explicit picture(llama_context * ctx) : state(lt::full_state(ctx)), info(lt::info_of(ctx)) {}
    bool operator==(const picture & other) const { return state == other.state && std::memcmp(&info, &other.info, sizeof info) == 0; }
};

void goes_on(llama_context * ctx, llama_pos at) {
    for (const float x : lt::decode(ctx, lt::random_tokens(72, 4), at)) {
        LT_REQUIRE(std::isfinite(x), "a logit is not finite");
    }
}

// what comes of a fault that is overcome
enum class overcome_by { DOING_IT_AGAIN, SMALLER_STEPS }; // by these sums are rounded in another order

// The fault strikes at each step in turn, `n` times, until the act is through without having met it.
void at_every_step(const lt::model_ptr & model, const std::function<scene(const lt::model_ptr &)> & make, fault & kind, int n, int stride = 1,
        overcome_by how = overcome_by::DOING_IT_AGAIN) {
    const picture done = [&] {
        const scene s = make(model);
        LT_REQUIRE(s.act() == LLAMA_COMPACT_OK, "it fails without a fault");
        return picture(s.ctx.get());
    }();
    scene   s = make(model);
    picture before(s.ctx.get());
    int failed = 0, overcome = 0;
    for (int at = 0;; at += &kind == &heap ? STRIDE*stride : 1) {
        kind.arm(at, n);
        const int32_t rc = s.act();
        kind.disarm();
        if (rc == LLAMA_COMPACT_OK) {
            LT_CHECK((how == overcome_by::SMALLER_STEPS && kind.hits > 0) || picture(s.ctx.get()).state == done.state,
                    "step %d was overcome, but the result is another", at);
            if (kind.hits == 0) {
                break;
            }
            overcome++;
            s      = make(model);
            before = picture(s.ctx.get());
            continue;
        }
        failed++;
        LT_CHECK(rc == LLAMA_COMPACT_ERR_COMPUTE || rc == LLAMA_COMPACT_ERR_MEMORY, "step %d: error %d", at, rc);
        LT_REQUIRE(picture(s.ctx.get()) == before, "a failure at step %d changed the cache", at);
    }
    std::printf("refused %d times, overcome %d times\n", failed, overcome);
    LT_CHECK(how == overcome_by::DOING_IT_AGAIN || failed == 0, "refused %d times", failed);
    LT_CHECK(failed + overcome > 0, "no fault was met");
    goes_on(s.ctx.get(), llama_memory_seq_pos_max(llama_get_memory(s.ctx.get()), 0) + 1);
}

// Memory for one layer more at most: where a backend fails for good in the middle there is no way back, and that is told.
void without_room(const lt::model_ptr & model, const std::function<scene(const lt::model_ptr &)> & make) {
    int n_spare = 0; // buffers without which nothing is begun
    for (bool begun = false; !begun; n_spare += !begun) {
        const scene s = make(model);
        buffers.arm(n_spare, ALWAYS);
        begun = s.act() == LLAMA_COMPACT_OK;
        buffers.disarm();
    }
    const auto next  = lt::random_tokens(72, 300); // as many as there were cells, and more
    const auto fresh = lt::decode(lt::make_context(model, lt::context_params()).get(), next, 0);
    int unchanged = 0, emptied = 0, overcome = 0;
    for (const int n : { 1, ALWAYS }) {
        for (int at = 0;; at++) {
            const scene   s = make(model);
            const picture before(s.ctx.get());
            buffers  .arm(n_spare, ALWAYS);
            computing.arm(at, n);
            const int32_t rc = s.act();
            buffers  .disarm();
            computing.disarm();
            if (computing.hits == 0) {
                break;
            }
            if (rc == LLAMA_COMPACT_OK) {
                overcome++;
                continue;
            }
            LT_CHECK(rc == LLAMA_COMPACT_ERR_COMPUTE, "step %d: error %d", at, rc);
            if (std::strstr(llama_kv_compact_last_error(s.ctx.get()), "the cache is empty")) {
                emptied++;
                LT_CHECK(n == ALWAYS, "a failure that passes emptied the cache");
                const auto info = lt::info_of(s.ctx.get());
                LT_CHECK(info.n_live == 0 && info.n_blocks == 0 && info.capacity_used == 0, "%u cells are left", info.n_live);
                const auto memory = llama_get_memory(s.ctx.get());
                LT_CHECK(llama_memory_seq_pos_max(memory, 0) < 0, "it stands at %d", llama_memory_seq_pos_max(memory, 0));
                const double diff = lt::max_abs_diff(fresh, lt::decode(s.ctx.get(), next, 0));
                LT_CHECK(diff <= lt::ROUNDING, "what was there before is still seen: logits differ by %g", diff);
            } else {
                unchanged++;
                LT_CHECK(picture(s.ctx.get()) == before, "a failure at step %d changed the cache", at);
            }
        }
    }
    std::printf("unchanged %d times, emptied %d times, overcome %d times\n", unchanged, emptied, overcome);
    if (lt::graphs_only()) { // elsewhere moves cannot fail
        LT_CHECK(overcome > 0 && emptied > 0, "emptied %d times, overcome %d times", emptied, overcome);
    } else {
        LT_CHECK(emptied == 0, "emptied %d times", emptied);
    }
}

} // namespace

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);

    const auto all = [&](const std::function<scene(const lt::model_ptr &)> & make) {
        at_every_step(model, make, computing, ALWAYS);
        at_every_step(model, make, computing, 1);
        at_every_step(model, make, buffers, ALWAYS);
        at_every_step(model, make, heap, 1);
        at_every_step(model, make, heap, ALWAYS);
    };
    if (llama_model_n_swa(model.get()) > 0 || llama_model_is_hybrid(model.get())) {
        return lt::run_cases({
            { "a backend that fails where there is no room: windows and recurrent states go with the rows", [&] {
                without_room(model, second_compaction);
            } },
            { "a saved chat that joins another", [&] {
                at_every_step(model, joining, computing, ALWAYS);
                at_every_step(model, joining, buffers, ALWAYS);
            } },
        });
    }
    return lt::run_cases({
        { "threads of graphs need no memory of their own to score, fit and move rows", [&] {
            auto params = lt::context_params();
            params.n_threads = params.n_threads_batch = 3;
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), lt::random_tokens(71, N), 0, false);
            auto cp = lt::small_params(4, 200);
            lt::set_heads(cp, budgets(ctx.get()));
            const auto job = lt::begin(ctx.get(), cp);
            const auto starved = [&](const std::function<int32_t()> & f) {
                threads_starve = true;
                const int32_t rc = f();
                threads_starve = false;
                return rc;
            };
            // those that solve equations may, and say so
            const int32_t rc = starved([&] { return llama_kv_compact_step(job.get(), 0); });
            LT_CHECK(rc == LLAMA_COMPACT_OK || rc == LLAMA_COMPACT_ERR_MEMORY, "error %d", rc);
            LT_REQUIRE(llama_kv_compact_step(job.get(), 0) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(job.get()));
            LT_REQUIRE(starved([&] { return llama_kv_compact_commit(job.get(), nullptr); }) == LLAMA_COMPACT_OK, "%s",
                       llama_kv_compact_job_message(job.get()));
            goes_on(ctx.get(), N);
        } },
        { "the first compaction", [&] { all(first_compaction); } },
        { "threads that attend need no memory of their own", [&] {
            auto params = lt::context_params();
            params.n_threads = params.n_threads_batch = 3;
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), lt::random_tokens(71, N), 0, false);
            lt::compact(ctx.get(), lt::small_params(4, 200));
            for (const int n : { 100, 1 }) {
                threads_starve = true;
                const int32_t rc = lt::try_decode(ctx.get(), lt::random_tokens(75, n), N + (n == 1 ? 100 : 0));
                threads_starve = false;
                LT_CHECK(rc == 0, "%d tokens: %d", n, rc);
            }
        } },
        { "heads that are fitted: a failure begins some of them anew, and what comes out is the same", [&] {
            at_every_step(model, fitting, computing, 1);
            at_every_step(model, fitting, computing, ALWAYS);
            at_every_step(model, fitting, buffers, 1, 1, overcome_by::SMALLER_STEPS);
            at_every_step(model, fitting, heap, 1, 37);
            at_every_step(model, fitting, heap, ALWAYS, 101);
        } },
        { "heads that are refined: a failure begins some of them anew, and what comes out is the same", [&] {
            at_every_step(model, refining, computing, 1, 7);
            at_every_step(model, refining, buffers, 1, 1, overcome_by::SMALLER_STEPS);
            at_every_step(model, refining, heap, 1, 211);
        } },
        { "a compaction of what is compacted, beside another sequence", [&] { all(second_compaction); } },
        { "positions that are moved", [&] { all(repositioning); } },
        { "a saved chat that joins another", [&] {
            at_every_step(model, joining, computing, ALWAYS);
            at_every_step(model, joining, buffers, ALWAYS);
            at_every_step(model, joining, heap, 1);
        } },
        { "blocks that are mounted", [&] {
            at_every_step(model, mounting, computing, ALWAYS);
            at_every_step(model, mounting, computing, 1);
            at_every_step(model, mounting, buffers, ALWAYS);
            at_every_step(model, mounting, heap, 1);
        } },
        { "a backend that fails where there is no room for old and new rows", [&] { without_room(model, second_compaction); } },
        { "... of a cache that grows", [&] { without_room(model, growing); } },
        { "an empty cache that finds no memory to leave the pool loads and grows once there is some", [&] {
            const auto state_of = [](llama_context * ctx) {
                std::vector<uint8_t> res(llama_state_seq_get_size(ctx, 0));
                LT_REQUIRE(llama_state_seq_get_data(ctx, res.data(), res.size(), 0) == res.size(), "not written");
                return res;
            };
            const auto plain = lt::make_context(model, lt::context_params());
            lt::decode(plain.get(), lt::random_tokens(71, N), 0, false);
            const auto saved = state_of(plain.get()); // as the stock library writes it
            lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), lt::context_params(), 256), llama_free);
            LT_REQUIRE(llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
            for (const bool grows : { false, true }) {
                const auto act = [&] {
                    return grows ? llama_kv_compact_resize(ctx.get(), 512) == LLAMA_COMPACT_OK
                                 : llama_state_seq_set_data(ctx.get(), saved.data(), saved.size(), 0) == saved.size();
                };
                lt::decode(ctx.get(), lt::random_tokens(71, N), 0, false);
                lt::compact(ctx.get(), lt::small_params(4, 200));
                llama_memory_clear(llama_get_memory(ctx.get()), false);
                buffers.arm(0, ALWAYS);
                LT_CHECK(lt::try_decode(ctx.get(), { 1 }, 0) == -2, "decoded without memory");
                LT_CHECK(!act() && llama_kv_compact_last_error(ctx.get())[0] != 0, "done without memory");
                buffers.disarm();
                LT_CHECK(act(), "not done: %s", llama_kv_compact_last_error(ctx.get()));
                goes_on(ctx.get(), grows ? 0 : N);
                llama_memory_clear(llama_get_memory(ctx.get()), false);
            }
        } },
        { "no exception leaves the library when memory ends", [&] {
            const auto ctx = lt::make_context(model, lt::context_params());
            const auto codes = [&](const std::function<int32_t()> & f, int least) {
                for (int at = 0, n = 0;; at++) {
                    heap.arm(at, 1);
                    const int32_t rc = f();
                    heap.disarm();
                    if (heap.hits == 0) {
                        LT_CHECK(rc >= 0, "it fails without a fault: %d", rc);
                        LT_CHECK(n >= least, "%d faults", n);
                        return;
                    }
                    n++;
                    LT_CHECK(rc == LLAMA_COMPACT_ERR_MEMORY || rc >= 0, "step %d: %d", at, rc);
                }
            };
            codes([&] { return llama_kv_compact_enable(ctx.get(), 1024, 64); }, 1);
            lt::decode(ctx.get(), lt::random_tokens(71, N), 0, false);
            lt::compact(ctx.get(), lt::small_params(4, 200));
            const auto shape = lt::heads_of(ctx.get())[0];
            const int  rows  = N - 196 + shape.n_rows;
            std::vector<float>     k(rows*256), v(rows*256), beta(rows);
            std::vector<llama_pos> pos(rows);
            codes([&] { return llama_kv_compact_get_rows(ctx.get(), 0, k.data(), v.data(), beta.data(), rows); }, 1);
            codes([&] { return llama_kv_compact_get_positions(ctx.get(), 0, pos.data(), rows); }, 1);
            codes([&] { return llama_kv_compact_blocks(ctx.get(), 0, nullptr, nullptr, nullptr, 0); }, 1);
            int32_t n_rows = 0;
            codes([&] { return llama_kv_compact_rows(ctx.get(), 0, 0, -1, &n_rows, 1); }, 1);
            llama_compact_info info;
            codes([&] { return llama_kv_cache_compact_info(ctx.get(), 0, &info) ? 0 : (int32_t) LLAMA_COMPACT_ERR_MEMORY; }, 0);
        } },
    });
}
