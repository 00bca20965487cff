// Lists of pairs of row types, as CUDA's backend and its kin tell what their attention was built for.
#pragma once

#include <algorithm>
#include <string>

namespace compaction {

// Names of K's and V's type are joined by a hyphen, pairs by commas: "f16-f16,q8_0-q4_0"; "all" is every pair. f16 is
// always there.
inline bool lists_pair(std::string list, const std::string & type_k, const std::string & type_v) {
    list.erase(std::remove(list.begin(), list.end(), ' '), list.end());
    if (list == "all" || (type_k == "f16" && type_v == "f16")) {
        return true;
    }
    return ("," + list + ",").find("," + type_k + "-" + type_v + ",") != std::string::npos;
}

} // namespace compaction
