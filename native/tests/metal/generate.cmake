# cmake -D IN=kernels/NAME.metal -D OUT=NAME.cpp -D ONLY=REGEX -P generate.cmake
#
# C++ of a file of kernels: those whose name on the host matches ONLY are compiled, of the others only the names are known.
# What the compiler would not keep is written out: names on the host, function constants, what parameters' attributes say.
get_filename_component(_folder ${IN} DIRECTORY)
get_filename_component(_name ${IN} NAME)
file(READ ${IN} _text)

# templates of other files
string(REGEX MATCHALL "#include \"[a-z0-9_]+[.]metal\"" _includes "${_text}")
foreach (_include IN LISTS _includes)
    string(REGEX REPLACE ".*\"(.*)\"" "\\1" _file "${_include}")
    file(READ ${_folder}/${_file} _other)
    string(REPLACE "${_include}" "${_other}" _text "${_text}")
endforeach()

string(REGEX REPLACE "\nconstant +([a-z0-9_]+) +([A-Za-z0-9_]+) +\\[\\[function_constant\\(([^)]*)\\)\\]\\];"
                     "\nstatic lt::emulator::function_constant<\\1> \\2(LT_FILE, \\3);" _text "\n${_text}")

# one threadgroup runs at a time
string(REGEX REPLACE "\n( +)threadgroup +([a-z0-9_]+ +[a-z0-9_]+ *\\[)" "\n\\1static \\2" _text "${_text}")

# lanes of a simdgroup run in step there, and one after another here: the others read before one of them writes
string(REGEX REPLACE "\n( +)if \\(tiisg == 0\\)" "\n\\1simdgroup_barrier(mem_flags::mem_threadgroup);\\0" _text "${_text}")

# what the attributes of the parameters say; a kernel that is no template has its name on the host
set(_attributes "")
set(_plain "")
string(REGEX MATCHALL "kernel void [a-z0-9_]+\\([^{]*{" _kernels "${_text}")
foreach (_kernel IN LISTS _kernels)
    string(REGEX REPLACE "kernel void ([a-z0-9_]+).*" "\\1" _function "${_kernel}")
    string(REGEX MATCHALL "\\[\\[[a-z0-9_()]+\\]\\]" _words "${_kernel}")
    string(REGEX REPLACE "[^a-z0-9_()]+" " " _words "${_words}")
    string(APPEND _attributes "static const char * const at_${_function} = \"${_words}\";\n")
    if (NOT _text MATCHES "\ntemplate +\\[\\[host_name[^\n]* ${_function}<")
        string(APPEND _plain "LT_KERNEL(\"${_function}\", at_${_function}, ${_function});\n")
    endif()
endforeach()

string(REGEX REPLACE "\\[\\[[a-z0-9_()]+\\]\\]" "" _text "${_text}")

string(REGEX MATCHALL "\ntemplate +\\[\\[host_name[^;]*" _lines "${_text}")
foreach (_line IN LISTS _lines)
    string(REGEX REPLACE ".*host_name\\(\"([^\"]*)\"\\).*" "\\1" _host "${_line}")
    set(_new "\nLT_KERNEL(\"${_host}\")")
    if (_host MATCHES "${ONLY}" AND NOT _host MATCHES "bf16")
        string(REGEX REPLACE ".*kernel +[A-Za-z0-9_]+ +([a-z0-9_]+)(<.*>)" "\nLT_KERNEL(\"${_host}\", at_\\1, \\1\\2)" _new "${_line}")
    endif()
    string(REPLACE "${_line};" "${_new};" _text "${_text}")
endforeach()

file(WRITE ${OUT} "// from ${_name}
#define LT_FILE \"${_name}\"
#include \"kernels.h\"

namespace {

${_attributes}
${_text}
${_plain}
} // namespace
")
