#undef _FORTIFY_SOURCE // it takes a jump to another stack for a mistake

#include "lanes.h"

#include <csetjmp>
#include <cstdlib>

#include <sys/mman.h>
#include <ucontext.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace lt::emulator {

namespace {

constexpr size_t   STACK     = 256*1024; // pages that no lane touches take no memory
constexpr uint32_t MAX_LANES = 1024;

const char * const APART = "lanes wait for others that have not come to the same place";

struct barrier {
    uint64_t generation = 0;
    uint32_t arrived    = 0;
    uint32_t alive      = 0;

    void open_if_all() {
        if (arrived > 0 && arrived == alive) {
            arrived = 0;
            generation++;
        }
    }
};

struct simdgroup {
    barrier  all;
    gathered brought[2]; // to the operation that is going on, and to the one before, which lanes still read
};

struct lane {
    lane_place      place;
    const barrier * waits_for = nullptr;
    uint64_t        since     = 0;
    bool            ended     = false;

    bool can_run() const {
        return !ended && (!waits_for || waits_for->generation != since);
    }
};

struct threadgroup {
    std::vector<lane>      lanes;
    std::vector<simdgroup> simdgroups;
    barrier                all;
    uint32_t               current;
    bool                   backwards;
    std::exception_ptr     failure;

    const std::function<void()> * body;

    simdgroup & mine() { return simdgroups[current/SIMD_WIDTH]; }
};

threadgroup * running = nullptr;

// A fiber for each lane, which outlives the threadgroup. Contexts start them; to go on in one that has started is a jump, as a
// change of contexts would ask the system about signals each time.
struct fiber {
    bool    started = false;
    jmp_buf place;
};

fiber   fibers[MAX_LANES];
jmp_buf caller;

[[noreturn]] void lane_main();

[[noreturn]] void go_on(uint32_t i) {
    running->current = i;
    fiber & f = fibers[i];
    if (f.started) {
        _longjmp(f.place, 1);
    }
    f.started = true;
    static void * stacks = mmap(nullptr, MAX_LANES*STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) {
        abort();
    }
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp   = (uint8_t *) stacks + i*STACK;
    context.uc_stack.ss_size = STACK;
    context.uc_link          = nullptr;
    makecontext(&context, lane_main, 0);
    setcontext(&context);
    abort();
}

// the next lane that can run, in the order of the group; the current one last of all
bool find_next(const threadgroup & g, uint32_t & next) {
    const uint32_t n = (uint32_t) g.lanes.size();
    next = g.current;
    for (uint32_t i = 0; i < n; ++i) {
        next = (next + (g.backwards ? n - 1 : 1)) % n;
        if (g.lanes[next].can_run()) {
            return true;
        }
    }
    return false;
}

void wait(barrier & b) {
    threadgroup  & g  = *running;
    const uint32_t me = g.current;

    const uint64_t since = b.generation;
    b.arrived++;
    b.open_if_all();
    if (b.generation != since) {
        return;
    }
    g.lanes[me].waits_for = &b;
    g.lanes[me].since     = since;

    uint32_t next;
    if (!find_next(g, next)) {
        throw std::runtime_error(APART);
    }
    if (_setjmp(fibers[me].place) == 0) {
        go_on(next);
    }
    running->lanes[running->current].waits_for = nullptr;
}

// one lane after another of those that have this place
void lane_main() {
    for (;;) {
        try {
            (*running->body)();
        } catch (...) {
            running->failure = std::current_exception();
        }
        threadgroup & g = *running;
        g.lanes[g.current].ended = true;
        for (barrier * b : { &g.all, &g.mine().all }) {
            b->alive--;
            b->open_if_all();
        }
        uint32_t next;
        const bool more = find_next(g, next);
        if (!more && g.all.alive > 0 && !g.failure) {
            g.failure = std::make_exception_ptr(std::runtime_error(APART));
        }
        if (_setjmp(fibers[g.current].place) == 0) {
            if (more && !g.failure) {
                go_on(next);
            }
            _longjmp(caller, 1); // after a failure the other lanes are left where they are
        }
    }
}

} // namespace

const lane_place & here() {
    return running->lanes[running->current].place;
}

void run_threadgroup(const size3 & group, const size3 & size, bool backwards, const std::function<void()> & body) {
    const uint32_t n = size[0]*size[1]*size[2];
    if (n == 0 || n > MAX_LANES) {
        throw std::runtime_error("a threadgroup of " + std::to_string(n) + " lanes");
    }
    threadgroup g;
    g.lanes.resize(n);
    g.simdgroups.resize((n + SIMD_WIDTH - 1)/SIMD_WIDTH);
    g.all.alive = n;
    g.current   = backwards ? n - 1 : 0;
    g.backwards = backwards;
    g.body      = &body;
    for (uint32_t i = 0; i < n; ++i) {
        g.lanes[i].place = { group, size, { i%size[0], i/size[0]%size[1], i/(size[0]*size[1]) }, i };
        g.simdgroups[i/SIMD_WIDTH].all.alive++;
    }
    running = &g;
    if (_setjmp(caller) == 0) {
        go_on(g.current);
    }
    running = nullptr;
    if (g.failure) {
        for (auto & f : fibers) {
            f.started = false;
        }
        std::rethrow_exception(g.failure);
    }
}

void wait_for_threadgroup() {
    wait(running->all);
}

void wait_for_simdgroup() {
    exchange("simdgroup_barrier", "", 0);
}

gathered & exchange(const char * operation, const void * bytes, uint32_t size) {
    simdgroup    & s    = running->mine();
    gathered     & res  = s.brought[s.all.generation % 2];
    const uint32_t lane = running->current % SIMD_WIDTH;
    if (s.all.arrived == 0) {
        res.operation  = operation;
        res.lanes      = 0;
        res.has_result = false;
    } else if (strcmp(res.operation, operation) != 0) {
        throw std::runtime_error(std::string("lanes of a simdgroup are at ") + res.operation + " and at " + operation + " at once");
    }
    memcpy(res.of[lane], bytes, size);
    res.lanes |= 1u << lane;
    wait(s.all);
    return res;
}

} // namespace lt::emulator
