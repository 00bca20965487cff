// test-sample MODEL: the reference queries sampled while decoding are even over the history and follow no pattern of it.
#include "compacting.h"

#include <algorithm>

namespace {

constexpr uint32_t N_SLOTS  = 64;
constexpr uint32_t N_RECENT = 16;

struct sample {
    int32_t              stride;
    std::vector<int32_t> indices; // ascending
};

std::vector<uint8_t> state_of(llama_context * ctx) {
    std::vector<uint8_t> data(llama_state_seq_get_size(ctx, 0));
    LT_REQUIRE(llama_state_seq_get_data(ctx, data.data(), data.size(), 0) == data.size(), "no state");
    return data;
}

// read from a saved state: layers, slots for recent tokens, rotation, one sequence, its id, its stride, how far it was moved;
// then the number of queries, and of each its position, that of its rotation, its index, whether it is recent, its sequences
sample sample_of(llama_context * ctx) {
    const auto data = state_of(ctx);
    const std::vector<int32_t> head { (int32_t) lt::info_of(ctx).n_layers, (int32_t) N_RECENT, 0, 1, 0 };
    const auto * first = (const uint8_t *) head.data();
    const auto   at    = std::search(data.begin(), data.end(), first, first + head.size()*sizeof(int32_t));
    LT_REQUIRE(at != data.end(), "no table of queries");

    size_t offset = at - data.begin() + head.size()*sizeof(int32_t);
    const auto next = [&] {
        int32_t x;
        LT_REQUIRE(offset + sizeof x <= data.size(), "the table is cut");
        std::memcpy(&x, data.data() + offset, sizeof x);
        offset += sizeof x;
        return x;
    };
    sample res;
    res.stride = next();
    next();
    for (int32_t left = next(); left > 0; left--) {
        next();
        next();
        const int32_t index  = next();
        const bool    recent = next() != 0;
        next();
        next();
        if (!recent) {
            res.indices.push_back(index);
        }
    }
    std::sort(res.indices.begin(), res.indices.end());
    return res;
}

int count(const sample & s, int32_t from, int32_t to) {
    return (int) (std::lower_bound(s.indices.begin(), s.indices.end(), to) - std::lower_bound(s.indices.begin(), s.indices.end(), from));
}

} // namespace

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model  = lt::load_model(argv[1]);
    const auto tokens = lt::random_tokens(5, 1000);
    const auto part   = [&](int from, int to) { return std::vector<llama_token>(tokens.begin() + from, tokens.begin() + to); };

    const auto fresh = [&] { return lt::make_compacting(model, lt::context_params(1024), N_SLOTS, N_RECENT); };

    return lt::run_cases({
        { "all tokens while there is room", [&] {
            const auto ctx = fresh();
            lt::decode(ctx.get(), part(0, (int) N_SLOTS), 0, false);
            LT_CHECK(sample_of(ctx.get()).indices.size() == N_SLOTS, "tokens are missing");
        } },
        { "even over the history at any length, with the slots in use", [&] {
            const auto ctx = fresh();
            for (int n = 0; n < 1000; n += 40) {
                lt::decode(ctx.get(), part(n, n + 40), n, false);
                const auto s = sample_of(ctx.get());
                const int  n_tokens = n + 40;
                LT_CHECK((int) s.indices.size() >= std::min(n_tokens, (int) N_SLOTS*7/8) && s.indices.size() <= N_SLOTS,
                         "%zu of %u slots are in use after %d tokens", s.indices.size(), N_SLOTS, n_tokens);
                for (int q = 0; q < 4; q++) { // of two ranges at most two samples, at least one
                    const int from = n_tokens*q/4, to = n_tokens*(q + 1)/4;
                    const int got  = count(s, from, to);
                    LT_CHECK(got >= (to - from)/(2*s.stride) - 1 && got <= (to - from)/s.stride + 2,
                             "%d samples of tokens %d to %d, stride %d", got, from, to, s.stride);
                }
                LT_CHECK(std::adjacent_find(s.indices.begin(), s.indices.end()) == s.indices.end(), "a token twice");
            }
        } },
        { "no pattern: every remainder is as likely", [&] {
            const auto ctx = fresh();
            std::map<int, std::vector<int>> of; // by period, how often each remainder was drawn
            for (int n = 0; n < 1000; n += 100) {
                lt::decode(ctx.get(), part(n, n + 100), n, false);
                for (const int32_t i : sample_of(ctx.get()).indices) {
                    for (const int period : { 2, 3, 4 }) {
                        of[period].resize(period);
                        of[period][i % period]++;
                    }
                }
            }
            for (const auto & [period, times] : of) {
                int all = 0;
                for (const int n : times) {
                    all += n;
                }
                for (int r = 0; r < period; r++) {
                    LT_CHECK(times[r]*period > all*7/10 && times[r]*period < all*13/10,
                             "%d of %d samples lie %d after a multiple of %d", times[r], all, r, period);
                }
            }
        } },
        { "a run that goes on from a saved state samples the same tokens", [&] {
            const auto whole = fresh();
            const auto other = fresh();
            for (int n = 0; n < 1000; n += 200) {
                lt::decode(whole.get(), part(n, n + 200), n, false);
                const auto next = fresh();
                if (n > 0) {
                    const auto data = state_of(other.get());
                    LT_REQUIRE(llama_state_seq_set_data(next.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
                }
                lt::decode(next.get(), part(n, n + 200), n, false);
                const auto a = sample_of(whole.get()), b = sample_of(next.get());
                LT_CHECK(a.stride == b.stride && a.indices == b.indices, "after %d tokens the samples differ", n + 200);
                const auto data = state_of(next.get());
                LT_REQUIRE(llama_state_seq_set_data(other.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
            }
        } },
        { "a sequence that was removed begins anew", [&] {
            auto params = lt::context_params(1024);
            params.n_seq_max = 2;
            const auto ctx = lt::make_compacting(model, params, N_SLOTS, 0);
            for (const bool keeps : { false, true }) {
                for (int at = 0; at < 900; at += 300) {
                    lt::decode(ctx.get(), part(at, at + 300), at, false, 1);
                }
                const auto memory = llama_get_memory(ctx.get());
                if (keeps) {
                    llama_memory_seq_keep(memory, 0);
                } else {
                    LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "not removed");
                }
                lt::decode(ctx.get(), part(0, 50), 0, false, 1);
                LT_CHECK(lt::info_of(ctx.get(), 1).n_queries == 50, "%u of 50 tokens", lt::info_of(ctx.get(), 1).n_queries);
                LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "not removed");
            }
        } },
        { "an end that is cut and read again", [&] {
            const auto ctx = fresh();
            lt::decode(ctx.get(), part(0, 300), 0, false);
            const auto before = sample_of(ctx.get());
            LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(ctx.get()), 0, 200, -1), "not cut");
            LT_CHECK(count(sample_of(ctx.get()), 200, 1000) == 0, "samples of tokens that are gone");
            lt::decode(ctx.get(), part(200, 300), 200, false);
            const auto after = sample_of(ctx.get());
            LT_CHECK(after.stride == before.stride && after.indices.size() >= before.indices.size()*7/8, "%zu samples of %zu",
                     after.indices.size(), before.indices.size());
        } },
    });
}
