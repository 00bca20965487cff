/* Preloaded: files that end in .gguf cannot be mapped into memory, as on some network drives. */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void * mmap(void * at, size_t size, int access, int flags, int file, off_t from) {
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (file >= 0 && readlink(link, path, sizeof path - 1) > 5 && strcmp(path + strlen(path) - 5, ".gguf") == 0) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    void * (*real)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
    return real(at, size, access, flags, file, from);
}

void * mmap64(void * at, size_t size, int access, int flags, int file, off_t from) {
    return mmap(at, size, access, flags, file, from);
}
