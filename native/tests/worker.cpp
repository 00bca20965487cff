#include "worker.h"

#include "ggml-backend.h"
#include "ggml-rpc.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#ifndef _WIN32
#include <arpa/inet.h>
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#endif

namespace lt {

bool on_worker() {
    return std::getenv("LT_WORKER") != nullptr;
}

#ifdef _WIN32

void start_worker() {
    std::fprintf(stderr, "no worker is started here\n");
    std::exit(1);
}

#else

static pid_t worker = 0;

static sockaddr_in local(int port) {
    sockaddr_in res = {};
    res.sin_family      = AF_INET;
    res.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    res.sin_port        = htons((uint16_t) port);
    return res;
}

static int free_port() {
    const int   fd   = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in addr = local(0);
    socklen_t   size = sizeof(addr);
    const bool  ok   = bind(fd, (const sockaddr *) &addr, size) == 0 && getsockname(fd, (sockaddr *) &addr, &size) == 0;
    close(fd);
    return ok ? ntohs(addr.sin_port) : 0;
}

static bool listens(int port) {
    const int         fd   = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in addr = local(port);
    const bool        ok   = connect(fd, (const sockaddr *) &addr, sizeof(addr)) == 0;
    close(fd);
    return ok;
}

static void end_worker() {
    kill(worker, SIGKILL);
    waitpid(worker, nullptr, 0);
}

void start_worker() {
    const int         port     = free_port();
    const std::string endpoint = "127.0.0.1:" + std::to_string(port);
    ggml_backend_dev_t cpu     = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);

    worker = fork();
    if (worker == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL); // also where the program is aborted
#endif
        if (std::freopen("/dev/null", "w", stdout) != nullptr) {
            ggml_backend_rpc_start_server(endpoint.c_str(), nullptr, 1, 1, &cpu);
        }
        _exit(1);
    }
    std::atexit(end_worker);
    int status = 0;
    while (!listens(port)) {
        if (worker < 0 || waitpid(worker, &status, WNOHANG) != 0) {
            std::fprintf(stderr, "no worker listens at %s\n", endpoint.c_str());
            std::exit(1);
        }
        usleep(20*1000);
    }
    ggml_backend_register(ggml_backend_rpc_add_server(endpoint.c_str()));
}

#endif

} // namespace lt
