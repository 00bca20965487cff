// The solves of a head's fit, against what they are to solve, in double precision.
#include "support.h"

#include "compute/solve.h"
#include "compute/tiny.h"
#include "compute/workers.h"

#include <atomic>
#include <random>

using namespace compaction;

struct equations {
    size_t             t, n;
    std::vector<float> gram; // [t, t]
    std::vector<float> rhs;  // [t, n]
};

// of the probabilities of q queries for t rows, a few of which get nearly all
static equations made(size_t t, size_t n, size_t q, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> x(q*t);
    for (float & value : x) {
        value = std::exp(3.0f*normal(random));
    }
    equations res { t, n, std::vector<float>(t*t), std::vector<float>(t*n) };
    for (size_t i = 0; i < t; ++i) {
        for (size_t j = 0; j < t; ++j) {
            double sum = 0.0;
            for (size_t k = 0; k < q; ++k) {
                sum += (double) x[k*t + i]*x[k*t + j];
            }
            res.gram[i*t + j] = (float) sum;
        }
    }
    for (float & value : res.rhs) {
        value = res.gram[0]*normal(random);
    }
    return res;
}

// |(gram + ridge mean I) d - rhs| to |rhs|
static double left(const equations & e, double ridge, const ridge_solver & solved) {
    double mean = 0.0, off = 0.0, all = 0.0;
    for (size_t i = 0; i < e.t; ++i) {
        mean += e.gram[i*e.t + i]/(double) e.t;
    }
    for (size_t i = 0; i < e.t; ++i) {
        for (size_t c = 0; c < e.n; ++c) {
            double sum = ridge*mean*solved.row(i)[c];
            for (size_t j = 0; j < e.t; ++j) {
                sum += (double) e.gram[i*e.t + j]*solved.row(j)[c];
            }
            off += (sum - e.rhs[i*e.n + c])*(sum - e.rhs[i*e.n + c]);
            all += (double) e.rhs[i*e.n + c]*e.rhs[i*e.n + c];
        }
    }
    return std::sqrt(off/all);
}

int main() {
    const std::pair<size_t, size_t> sizes[] = { { 1, 1 }, { 2, 128 }, { 17, 40 }, { 48, 16 }, { 100, 128 }, { 384, 64 } };
    return lt::run_cases({
        { "values solve their equations at any size", [&] {
            for (const auto & [t, n] : sizes) {
                const auto e = made(t, n, 200, (unsigned) t);
                ridge_solver solver;
                LT_REQUIRE(solver.solve(e.gram, e.rhs, n, 1e-2), "%zu rows: not solved", t);
                LT_CHECK(left(e, 1e-2, solver) < 1e-5, "%zu rows of %zu: off by %g", t, n, left(e, 1e-2, solver));
                LT_CHECK(left(e, 2e-2, solver) > 1e-4, "%zu rows: the ridge makes no difference", t);
            }
        } },
        { "a solver that was used says what a fresh one does, to the bit", [&] {
            ridge_solver used;
            for (const auto & [t, n] : sizes) {
                const auto e = made(t, n, 50, 7);
                ridge_solver fresh;
                LT_REQUIRE(used.solve(e.gram, e.rhs, n, 1e-2) && fresh.solve(e.gram, e.rhs, n, 1e-2), "not solved");
                for (size_t i = 0; i < t; ++i) {
                    LT_CHECK(std::equal(used.row(i), used.row(i) + n, fresh.row(i)), "%zu rows: row %zu differs", t, i);
                }
            }
        } },
        { "what is not positive definite is refused", [&] {
            for (const float wrong : { -1.0f, 0.0f, NAN, INFINITY }) {
                auto e = made(60, 16, 50, 3);
                std::fill(e.gram.begin() + 50*60, e.gram.begin() + 51*60, 0.0f);
                e.gram[50*60 + 50] = wrong == 0.0f ? -1e9f : wrong*1e9f;
                ridge_solver solver;
                LT_CHECK(!solver.solve(e.gram, e.rhs, 16, 1e-2), "solved with %g on the diagonal", wrong);
            }
        } },
        { "what is next to nothing counts as nothing for as long as was asked, and changes no values", [&] {
            volatile float tiny = 1e-40f, one = 1.0f;
            {
                const tiny_is_zero here;
#ifdef COMPACT_FLUSHES
                LT_CHECK(tiny*one == 0.0f, "a subnormal number is computed with");
#endif
            }
            LT_CHECK(tiny*one > 0.0f, "it goes on afterwards");

            auto e = made(100, 16, 200, 9);
            for (size_t i = 50; i < 100; ++i) {
                for (size_t j = 0; j < 50; ++j) {
                    e.gram[i*100 + j] = e.gram[j*100 + i] = 1e-40f;
                }
            }
            const tiny_is_zero here;
            ridge_solver       solver;
            LT_REQUIRE(solver.solve(e.gram, e.rhs, 16, 1e-2), "not solved");
            LT_CHECK(left(e, 1e-2, solver) < 1e-5, "off by %g", left(e, 1e-2, solver));
        } },
        { "calls are shared out, each is made once, and what one throws arrives", [&] {
            for (const size_t n_threads : { 1, 2, 7 }) {
                workers all(n_threads);
                for (const size_t n : { 0, 1, 3, 100 }) {
                    std::vector<std::atomic<int>> made_of(n);
                    all.run(n, [&](size_t i) { made_of[i]++; });
                    for (size_t i = 0; i < n; ++i) {
                        LT_CHECK(made_of[i] == 1, "call %zu of %zu was made %d times", i, n, (int) made_of[i]);
                    }
                }
                bool arrived = false;
                try {
                    all.run(20, [](size_t i) { if (i == 13) { throw std::runtime_error("13"); } });
                } catch (const std::runtime_error &) {
                    arrived = true;
                }
                LT_CHECK(arrived, "nothing was thrown");
                std::atomic<int> more { 0 };
                all.run(20, [&](size_t) { more++; });
                LT_CHECK(more == 20, "%d calls afterwards", (int) more);
            }
        } },
        { "weights are found between their bounds", [&] {
            const auto e = made(40, 1, 400, 5);
            std::vector<double> want(40);
            std::vector<float>  rhs(40, 0.0f);
            for (size_t i = 0; i < 40; ++i) {
                want[i] = 0.5 + 0.05*(double) i;
            }
            for (size_t i = 0; i < 40; ++i) {
                for (size_t j = 0; j < 40; ++j) {
                    rhs[i] += (float) (e.gram[i*40 + j]*want[j]);
                }
            }
            const auto found = solve_weights(e.gram, rhs, 2000, 0.05, 20.0);
            for (size_t i = 0; i < 40; ++i) {
                LT_CHECK(std::fabs(found[i] - want[i]) < 0.05*want[i], "weight %zu: %g for %g", i, found[i], want[i]);
            }
            for (const double w : solve_weights(e.gram, rhs, 60, 0.8, 1.5)) {
                LT_CHECK(w >= 0.8 && w <= 1.5, "weight %g", w);
            }
        } },
    });
}
