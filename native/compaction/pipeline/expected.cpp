#include "selection.h"

#include "../compute/vectors.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

struct normal {
    std::vector<float> mean; // [d]
    std::vector<float> cov;  // [d, d]
};

// of the queries g, g + n_group, ...
normal distribution(const std::vector<float> & q, size_t d, size_t g, size_t n_group) {
    const size_t n = q.size()/d/n_group;

    std::vector<double> sum(d, 0.0), cov(d*d, 0.0), x(d);
    for (size_t t = 0; t < n; ++t) {
        const float * from = &q[(t*n_group + g)*d];
        x.assign(from, from + d);
        axpy(sum.data(), x.data(), 1.0/(double) n, d);
    }
    for (size_t t = 0; t < n; ++t) {
        const float * from = &q[(t*n_group + g)*d];
        for (size_t i = 0; i < d; ++i) {
            x[i] = from[i] - sum[i];
        }
        for (size_t i = 0; i < d; ++i) {
            axpy(&cov[i*d], x.data(), x[i]/(double) n, d);
        }
    }
    return { { sum.begin(), sum.end() }, { cov.begin(), cov.end() } };
}

} // namespace

bool expected_attention(const pool_layout & layout, runner & run, head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, std::vector<float> & scores) {
    const auto & l = layout.stock.layers()[ikv];

    const size_t n       = rows.n_block;
    const size_t d_k     = l.d_k;
    const size_t n_group = l.n_query_heads();
    const double scale   = l.kq_scale();

    std::vector<float> q((size_t) qs.n_fit*n_group*d_k);
    ggml_backend_tensor_get(sc.q, q.data(), 0, q.size()*sizeof(float));

    std::vector<normal> heads;
    for (size_t g = 0; g < n_group; ++g) {
        heads.push_back(distribution(q, d_k, g, n_group));
    }

    std::vector<std::vector<double>> logits(n_group, std::vector<double>(n));
    std::vector<double> length(n);

    const size_t n_slice = std::max<size_t>(1, MAX_SLICE/(d_k + l.d_v));
    for (size_t j0 = 0; j0 < n; j0 += n_slice) {
        const size_t j1 = std::min(n, j0 + n_slice);

        run.begin();
        const std::vector<int32_t> idx(rows.idx.begin() + j0, rows.idx.begin() + j1);
        ggml_tensor * t_k = run.output(gather_k(run, layout, ikv, h, idx));
        ggml_tensor * t_v = run.output(gather_v(run, layout, ikv, h, idx));
        if (!run.compute()) {
            return false;
        }
        const auto ks = run.read<float>(t_k);
        const auto vs = run.read<float>(t_v);

        for (size_t j = j0; j < j1; ++j) {
            const float * k = &ks[(j - j0)*d_k];
            const float * v = &vs[(j - j0)*l.d_v];
            for (size_t g = 0; g < n_group; ++g) {
                double square = 0.0;
                for (size_t i = 0; i < d_k; ++i) {
                    square += (double) k[i]*dot(&heads[g].cov[i*d_k], k, d_k);
                }
                logits[g][j] = scale*dot(heads[g].mean.data(), k, d_k) + 0.5*scale*scale*square + rows.bias[j];
            }
            length[j] = std::sqrt(dot(v, v, l.d_v));
        }
    }
    sc.note_host((q.size() + 2*MAX_SLICE)*sizeof(float) + (n_group + 1)*n*sizeof(double));

    std::vector<double> p(n, 0.0);
    const auto sinks = l.sinks_of(h);
    for (size_t g = 0; g < n_group; ++g) {
        const auto & x    = logits[g];
        const double sink = sinks.empty() ? -INFINITY : sinks[g];
        const double top  = std::max(sink, *std::max_element(x.begin(), x.end()));
        double sum = std::exp(sink - top);
        for (const double y : x) {
            sum += std::exp(y - top);
        }
        for (size_t j = 0; j < n; ++j) {
            p[j] += std::exp(x[j] - top)/sum;
        }
    }

    // logarithms: a share that a float cannot hold must not tie with others
    scores.resize(n);
    for (size_t j = 0; j < n; ++j) {
        scores[j] = (float) std::log(p[j]*length[j]);
    }
    return true;
}

} // namespace compaction
