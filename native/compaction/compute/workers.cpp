#include "workers.h"

#include <new>
#include <system_error>
#include <utility>

namespace compaction {

workers::workers(size_t n_threads) {
    try {
        threads.reserve(n_threads);
        for (size_t i = 1; i < n_threads; ++i) {
            threads.emplace_back(&workers::work, this);
        }
    } catch (const std::system_error &) {
        // as many as there are
    } catch (const std::bad_alloc &) {
    }
}

workers::~workers() {
    {
        const std::lock_guard<std::mutex> lock(mutex);
        over = true;
    }
    more.notify_all();
    for (auto & thread : threads) {
        thread.join();
    }
}

void workers::take_one(std::unique_lock<std::mutex> & lock) {
    const size_t i    = next++;
    const auto & call = *f;
    ++running;
    lock.unlock();
    std::exception_ptr failed;
    try {
        call(i);
    } catch (...) {
        failed = std::current_exception();
    }
    lock.lock();
    --running;
    if (failed && !thrown) {
        thrown = failed;
    }
}

void workers::work() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
        more.wait(lock, [&] { return over || next < n; });
        if (over) {
            return;
        }
        take_one(lock);
        if (next == n && running == 0) {
            done.notify_one();
        }
    }
}

void workers::run(size_t n_calls, const std::function<void(size_t)> & call) {
    std::unique_lock<std::mutex> lock(mutex);
    f      = &call;
    next   = 0;
    n      = n_calls;
    thrown = nullptr;
    if (n_calls > 1) {
        more.notify_all();
    }
    while (next < n) {
        take_one(lock);
    }
    done.wait(lock, [&] { return running == 0; });
    if (thrown) {
        std::rethrow_exception(std::exchange(thrown, nullptr));
    }
}

} // namespace compaction
