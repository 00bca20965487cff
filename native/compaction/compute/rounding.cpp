#include "rounding.h"

#include "vectors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace compaction {

namespace {

constexpr size_t BLOCK = 32; // numbers that share a factor

// Added to the diagonal, as a share of its mean: how far a number may be moved from where it was for the sake of others.
constexpr double RIDGE = 0.01;

// ranges that are tried for a block: of the number furthest from zero
constexpr float RANGES[] = { 1.0f, 0.94f, 0.88f, 0.82f, 0.75f };

int half_of(ggml_type type) { return type == GGML_TYPE_Q4_0 ? 8 : 16; } // codes are [-half, half)

size_t block_size(ggml_type type) { return type == GGML_TYPE_Q4_0 ? 2 + BLOCK/2 : 2 + 4 + BLOCK/2; }

float as_stored(float x) { return ggml_fp16_to_fp32(ggml_fp32_to_fp16(x)); }

// the factor of a block whose number furthest from zero is -half of it
float factor_of(const float * x, int half) {
    const float * far = std::max_element(x, x + BLOCK, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    return -*far/(float) half;
}

int8_t code_of(float x, float inverse, int half) {
    return (int8_t) std::clamp((int) std::lrintf(x*inverse), -half, half - 1);
}

void pack(ggml_type type, float factor, const int8_t * codes, uint8_t * bytes) {
    const ggml_fp16_t f = ggml_fp32_to_fp16(factor);
    memcpy(bytes, &f, sizeof(f));
    const int half = half_of(type);
    uint32_t high = 0;
    uint8_t * low = bytes + block_size(type) - BLOCK/2;
    for (size_t j = 0; j < BLOCK/2; ++j) {
        const auto a = (uint8_t) (codes[j] + half), b = (uint8_t) (codes[j + BLOCK/2] + half);
        low[j] = (uint8_t) ((a & 15) | (b & 15) << 4);
        high |= (uint32_t) (a >> 4) << j | (uint32_t) (b >> 4) << (j + BLOCK/2);
    }
    if (type == GGML_TYPE_Q5_0) {
        memcpy(bytes + 2, &high, sizeof(high));
    }
}

// the block of a row, rounded on its own: with the range that leaves least. x becomes what is stored
void round_block(ggml_type type, float * x, uint8_t * bytes) {
    const int   half = half_of(type);
    const float full = factor_of(x, half);

    float  best = INFINITY, best_factor = 0.0f;
    int8_t codes[BLOCK], best_codes[BLOCK] = {};
    for (const float range : RANGES) {
        const float f = as_stored(full*range), inverse = f != 0.0f ? 1.0f/f : 0.0f;
        float left = 0.0f;
        for (size_t j = 0; j < BLOCK; ++j) {
            codes[j] = code_of(x[j], inverse, half);
            const float e = x[j] - f*(float) codes[j];
            left += e*e;
        }
        if (left < best) {
            best        = left;
            best_factor = f;
            std::copy_n(codes, BLOCK, best_codes);
        }
    }
    for (size_t j = 0; j < BLOCK; ++j) {
        x[j] = best_factor*(float) best_codes[j];
    }
    pack(type, best_factor, best_codes, bytes);
}

// lower Cholesky factor of gram + RIDGE; empty: there is none
std::vector<float> decomposed(const std::vector<float> & gram, size_t n, const std::vector<size_t> & order) {
    std::vector<double> l(n*n, 0.0);
    double mean = 0.0;
    for (size_t i = 0; i < n; ++i) {
        mean += gram[i*n + i]/(double) n;
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            double x = gram[order[i]*n + order[j]];
            if (i == j) {
                x += RIDGE*mean;
            }
            x -= dot(&l[i*n], &l[j*n], j);
            if (i != j) {
                l[i*n + j] = x/l[j*n + j];
            } else if (x > 0.0 && std::isfinite(x)) {
                l[i*n + i] = std::sqrt(x);
            } else {
                return {};
            }
        }
    }
    return { l.begin(), l.end() };
}

} // namespace

bool is_rounded(ggml_type type) { return type == GGML_TYPE_Q4_0 || type == GGML_TYPE_Q5_0; }

// |X (V - Q)|^2 = |L^T (V - Q)|^2 with L L^T = X^T X. Row i of L^T says what rows i and later leave, so rows are rounded from
// the last to the first, each moved by what those after it left (Babai's nearest plane). Rows that weigh most come first.
std::vector<uint8_t> round_values(ggml_type type, std::vector<float> & rows, const std::vector<float> & gram, size_t d) {
    const size_t n = rows.size()/d;

    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return gram[a*n + a] < gram[b*n + b]; });
    const auto l = decomposed(gram, n, order);
    if (l.empty()) {
        return {};
    }
    const size_t size = d/BLOCK*block_size(type);
    std::vector<uint8_t> res(n*size);
    std::vector<float>   left(n*d, 0.0f), x(d);
    for (size_t i = n; i-- > 0;) {
        float * row = &rows[order[i]*d];
        for (size_t c = 0; c < d; ++c) {
            x[c] = row[c] + left[i*d + c]/l[i*n + i];
        }
        for (size_t b = 0; b < d/BLOCK; ++b) {
            round_block(type, &x[b*BLOCK], &res[order[i]*size + b*block_size(type)]);
        }
        for (size_t c = 0; c < d; ++c) {
            const float e = row[c] - x[c];
            row[c] = x[c];
            x[c]   = e;
        }
        for (size_t j = 0; j < i; ++j) {
            const float f = l[i*n + j];
            for (size_t c = 0; c < d; ++c) {
                left[j*d + c] += f*x[c];
            }
        }
    }
    return res;
}

key_rounding::key_rounding(ggml_type type, const std::vector<float> & gram, size_t d) : type(type), d(d), left(d), factors(d/BLOCK), codes(d), best_codes(d) {
    std::vector<size_t> order(d);
    std::iota(order.begin(), order.end(), 0);
    l = decomposed(gram, d, order);
}

void key_rounding::round(float * row, uint8_t * bytes) {
    const int half = half_of(type);

    float best_cost = INFINITY, best_range = 1.0f;
    std::fill(best_codes.begin(), best_codes.end(), (int8_t) 0);
    for (const float range : RANGES) {
        for (size_t b = 0; b < factors.size(); ++b) {
            factors[b] = as_stored(factor_of(row + b*BLOCK, half)*range);
        }
        std::fill(left.begin(), left.end(), 0.0f);
        float cost = 0.0f;
        for (size_t i = d; i-- > 0 && cost < best_cost;) {
            const float f = factors[i/BLOCK];
            codes[i] = code_of(row[i] + left[i]/l[i*d + i], f != 0.0f ? 1.0f/f : 0.0f, half);
            const float e = row[i] - f*(float) codes[i], rest = l[i*d + i]*e + left[i];
            cost += rest*rest;
            for (size_t j = 0; j < i; ++j) {
                left[j] += l[i*d + j]*e;
            }
        }
        if (cost < best_cost) {
            best_cost  = cost;
            best_range = range;
            std::swap(codes, best_codes);
        }
    }
    for (size_t b = 0; b < factors.size(); ++b) {
        const float f = as_stored(factor_of(row + b*BLOCK, half)*best_range);
        for (size_t j = b*BLOCK; j < (b + 1)*BLOCK; ++j) {
            row[j] = f*(float) best_codes[j];
        }
        pack(type, f, &best_codes[b*BLOCK], bytes + b*block_size(type));
    }
}

} // namespace compaction
