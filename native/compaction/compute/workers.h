// Threads that share out calls which compute on the host alone.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace compaction {

// The caller works, too, and waits for calls, never for threads: one that wakes late finds nothing left to do, where the
// library's own threads all have to come and go.
class workers {
public:
    explicit workers(size_t n_threads); // the caller among them; fewer where the system has no more
    ~workers();

    workers(const workers &) = delete;
    workers & operator=(const workers &) = delete;

    // calls f(0) to f(n - 1), in any order, and throws what the first that failed threw
    void run(size_t n, const std::function<void(size_t)> & f);

private:
    void work();
    void take_one(std::unique_lock<std::mutex> & lock);

    std::mutex                          mutex;
    std::condition_variable             more;
    std::condition_variable             done;
    const std::function<void(size_t)> * f = nullptr;
    size_t                              next    = 0;
    size_t                              n       = 0;
    size_t                              running = 0;
    std::exception_ptr                  thrown;
    bool                                over = false;
    std::vector<std::thread>            threads;
};

} // namespace compaction
