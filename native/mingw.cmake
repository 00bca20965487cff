# Windows (x86-64) from Linux: MinGW-w64's GCC with POSIX threads; what it builds runs under Wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# The stack is aligned to 16 bytes there, and GCC puts vectors of 32 onto it as if it were to more (GCC bug 54412)
set(CMAKE_C_FLAGS_INIT "-Wa,-muse-unaligned-vector-move")
set(CMAKE_CXX_FLAGS_INIT "-Wa,-muse-unaligned-vector-move")

set(CMAKE_CROSSCOMPILING_EMULATOR wine) # CTest runs the tests by it

# The compiler's libraries and winpthread inside of each file: Wine has none of them. ggml and llama.cpp mark nothing for
# export here, so that all is exported: what comes from those libraries must not be, each file has its own
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static -Wl,--exclude-libs,ALL")

# programs are those of this machine, all else is the target's
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach (_kind LIBRARY INCLUDE PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_${_kind} ONLY)
endforeach()
