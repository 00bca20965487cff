// test-pairs: which pairs of row types a backend says it was built for. Needs no model.
#include "cache/type_pairs.h"
#include "support.h"

using compaction::lists_pair;

int main() {
    return lt::run_cases({
        { "pairs of the list, as a whole and in that order", [] {
            const char * list = "f16-f16,bf16-bf16,q8_0-q8_0,q8_0-q4_0,q4_0-q4_0";
            LT_CHECK(lists_pair(list, "q8_0", "q4_0"), "q8_0-q4_0 is not found");
            LT_CHECK(lists_pair(list, "q4_0", "q4_0"), "the last one is not found");
            LT_CHECK(lists_pair(list, "f16",  "f16"),  "the first one is not found");
            LT_CHECK(!lists_pair(list, "q4_0", "q8_0"), "keys and values are exchanged");
            LT_CHECK(!lists_pair(list, "q5_0", "q5_0"), "a pair that is not there is found");
            LT_CHECK(!lists_pair("bf16-bf16", "f16", "bf16"), "a part of a name counts as a name");
        } },
        { "what builds write otherwise", [] {
            LT_CHECK(lists_pair("all", "q5_0", "q4_0"), "all is not every pair");
            LT_CHECK(lists_pair("q8_0-q8_0, q8_0-q4_0 ", "q8_0", "q4_0"), "blanks are part of names");
            LT_CHECK(lists_pair("q8_0-q8_0", "f16", "f16"), "f16 has to be listed");
            LT_CHECK(!lists_pair("", "q8_0", "q8_0"), "an empty list has a pair");
        } },
    });
}
