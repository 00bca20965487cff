# cmake -D METAL=ggml-metal -D OUT=functions.inc -P functions.cmake
#
# Functions of the backend that are plain C in files that are not: which nodes it takes, and how much memory they need.
set(_all "")

function(copy_function file head)
    file(READ ${METAL}/${file} _text)
    string(FIND "${_text}" "\n${head}" _from)
    if (_from EQUAL -1)
        message(FATAL_ERROR "${file} has no ${head}")
    endif()
    string(SUBSTRING "${_text}" ${_from} -1 _text)
    string(FIND "${_text}" "\n}\n" _to)
    math(EXPR _to "${_to} + 3")
    string(SUBSTRING "${_text}" 0 ${_to} _text)
    set(_all "${_all}${_text}" PARENT_SCOPE)
endfunction()

copy_function(ggml-metal-device.m "static bool ggml_metal_supports_mul_mat_op(")
copy_function(ggml-metal-device.m "bool ggml_metal_device_supports_op(")
# what the former sees declared is what ggml-metal-device.m includes
string(APPEND _all "\n#include \"ggml-metal-ops.h\"\n")
copy_function(ggml-metal.cpp "static size_t ggml_backend_metal_buffer_type_get_alloc_size(")
file(WRITE ${OUT} "${_all}")
