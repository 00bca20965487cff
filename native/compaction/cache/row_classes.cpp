#include "row_classes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace compaction {

namespace {

// rows: heads then begin at addresses that kernels like. Twice as many where a row of 128 numbers is an odd number of words, as views
// have to begin at multiples of 64 bytes with some of Vulkan's drivers
uint32_t rounding(const class_wish & head) {
    const bool few_bits = std::max(head.type_k, head.type_v) >= GGML_TYPE_N3_0;
    return few_bits ? 16 : 8;
}

constexpr uint64_t WORTH = 32; // a further class has to save the layer's block rows over this

// heads of one pair of types by length, and for each number of classes where the last one begins and what is wasted
struct type_group {
    std::vector<uint32_t>              heads;
    std::vector<std::vector<uint64_t>> waste; // [classes - 1][heads up to here]
    std::vector<std::vector<size_t>>   first;
};

type_group grouped(const std::vector<class_wish> & all, std::vector<uint32_t> heads) {
    std::stable_sort(heads.begin(), heads.end(), [&](uint32_t a, uint32_t b) { return all[a].n_block < all[b].n_block; });

    type_group res;
    res.heads = std::move(heads);

    const size_t n = res.heads.size();

    // heads [i, j] in one class: rows that the shorter ones are padded by
    const auto cost = [&](size_t i, size_t j) {
        uint64_t sum = 0;
        for (size_t k = i; k <= j; ++k) {
            sum += (all[res.heads[j]].n_block - all[res.heads[k]].n_block)*all[res.heads[k]].row;
        }
        return sum;
    };
    for (size_t c = 0; c < std::min<size_t>(MAX_CLASSES, n); ++c) {
        res.waste.emplace_back(n, UINT64_MAX);
        res.first.emplace_back(n, 0);
        for (size_t j = c; j < n; ++j) {
            for (size_t i = c; i <= j && (c > 0 || i == 0); ++i) {
                const uint64_t x = cost(i, j) + (c > 0 ? res.waste[c - 1][i - 1] : 0);
                if (x < res.waste[c][j]) {
                    res.waste[c][j] = x;
                    res.first[c][j] = i;
                }
            }
        }
    }
    return res;
}

} // namespace

std::vector<class_members> classes_of(const std::vector<class_wish> & heads) {
    std::map<std::tuple<int, int, bool>, std::vector<uint32_t>> by_types;
    uint64_t block_bytes = 0;
    for (uint32_t h = 0; h < heads.size(); ++h) {
        by_types[{ heads[h].type_k, heads[h].type_v, heads[h].apart }].push_back(h);
        block_bytes += heads[h].n_block*heads[h].row;
    }
    std::vector<type_group> groups;
    for (const auto & [_, members] : by_types) {
        groups.push_back(grouped(heads, members));
    }

    // a class goes where it saves most
    std::vector<size_t> n_classes(groups.size(), 1);
    for (size_t n = groups.size(); n < MAX_CLASSES; ++n) {
        size_t   best  = groups.size();
        uint64_t saved = block_bytes/WORTH;
        for (size_t g = 0; g < groups.size(); ++g) {
            const size_t last = groups[g].heads.size() - 1;
            if (n_classes[g] >= groups[g].waste.size()) {
                continue;
            }
            const uint64_t x = groups[g].waste[n_classes[g] - 1][last] - groups[g].waste[n_classes[g]][last];
            if (x > saved) {
                saved = x;
                best  = g;
            }
        }
        if (best == groups.size()) {
            break;
        }
        n_classes[best]++;
    }

    std::vector<class_members> res;
    for (size_t g = 0; g < groups.size(); ++g) {
        const size_t from = res.size();
        for (size_t c = n_classes[g], end = groups[g].heads.size(); c-- > 0;) {
            const size_t first = groups[g].first[c][end - 1];

            class_members next;
            next.heads.assign(groups[g].heads.begin() + first, groups[g].heads.begin() + end);
            next.n_block = GGML_PAD(heads[next.heads.back()].n_block, rounding(heads[next.heads.back()]));
            std::sort(next.heads.begin(), next.heads.end());
            res.push_back(std::move(next));
            end = first;
        }
        std::stable_sort(res.begin() + from, res.end(), [](const auto & a, const auto & b) { return a.n_front() < b.n_front(); });
    }
    return res;
}

} // namespace compaction
