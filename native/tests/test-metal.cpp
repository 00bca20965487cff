// Nothing that compaction computes falls back to the processor on Metal: every node of its graphs is one that the vendored
// backend's supports_op takes, for every pair of row types that may be chosen there. The rules are translated by hand; the
// test fails when the backend's own text changes, and then they are to be read again.
#include "compacting.h"

#include <fstream>
#include <sstream>

// FNV-1a of the functions that were translated
static const uint64_t RULES   = 0x53939a605610d7f5ull;
static const uint64_t NEWER   = 0x5bd94bf6969c7c3eull; // of 0.6.0, where keys longer than values have kernels of five sizes alone
static const uint64_t MUL_MAT = 0xfcff77b8480b1225ull;
static const uint64_t PARTS   = 0x13011337cf4cc5c2ull;
static const uint64_t PAIR    = 0xa0b76872bc30e0f7ull;

static std::set<std::string> refused;

static bool is_float(const ggml_tensor * t) {
    return t->type == GGML_TYPE_F32 || t->type == GGML_TYPE_F16;
}

static bool is_rows(ggml_type t) {
    return t == GGML_TYPE_Q8_0 || t == GGML_TYPE_Q5_0 || t == GGML_TYPE_Q4_0;
}

static bool has_few_bits(ggml_type t) {
    return t == GGML_TYPE_N3_0 || t == GGML_TYPE_N2_0;
}

// ggml_metal_op_flash_attn_ext_has_pair for heads of 64 and 128
static bool has_pair(ggml_type k, ggml_type v, int64_t d) {
    if (has_few_bits(k) || has_few_bits(v)) {
        return d == 128 && has_few_bits(v) && (k == GGML_TYPE_Q4_0 || k == GGML_TYPE_N3_0 || k == v);
    }
    return k == v ? k == GGML_TYPE_F16 || is_rows(k) : (k == GGML_TYPE_Q8_0 && is_rows(v)) || (k == GGML_TYPE_Q5_0 && v == GGML_TYPE_Q4_0);
}

// ggml_metal_op_flash_attn_ext_parts_supported, but for sizes of heads that these models do not have
static bool takes_parts(const ggml_tensor * op) {
    const int64_t d = op->src[0]->ne[0];
    if (op->src[0]->ne[1] > 19 || op->src[4]) {
        return false;
    }
    for (const int first : { 1, 5 }) {
        const ggml_tensor * k    = op->src[first];
        const ggml_tensor * v    = op->src[first + 1];
        const ggml_tensor * mask = op->src[first + 2];
        if (v->ne[0] != d || !has_pair(k->type, v->type, d) || k->ne[1] == 0 || k->ne[1] % 32 != 0 || mask->ne[1] < op->src[0]->ne[1] || mask->ne[2] != 1) {
            return false;
        }
    }
    return true;
}

// ggml_metal_device_supports_op of a device with simdgroup matrices, as far as graphs of these models have such nodes
static bool supported(const ggml_tensor * op) {
    const ggml_tensor * a = op->src[0];
    const ggml_tensor * b = op->src[1];
    switch (op->op) {
        case GGML_OP_NONE:
        case GGML_OP_RESHAPE:
        case GGML_OP_VIEW:
        case GGML_OP_TRANSPOSE:
        case GGML_OP_PERMUTE:
        case GGML_OP_REPEAT:
        case GGML_OP_ROPE:
        case GGML_OP_ARGMAX:
            return true;
        case GGML_OP_SCALE:
        case GGML_OP_CLAMP:
        case GGML_OP_SQR:
        case GGML_OP_SQRT:
        case GGML_OP_LOG:
        case GGML_OP_UNARY: // but for a few that nobody uses
            return ggml_is_contiguous_rows(a) && is_float(a);
        case GGML_OP_GLU:
            return ggml_is_contiguous_1(a) && is_float(a);
        case GGML_OP_CONCAT:
            return a->type == b->type && a->type == op->type && (is_float(a) || a->type == GGML_TYPE_I32 || is_rows(a->type));
        case GGML_OP_ADD:
        case GGML_OP_SUB:
        case GGML_OP_MUL:
        case GGML_OP_DIV:
            return ggml_is_contiguous_rows(a) && ggml_is_contiguous_rows(b) && is_float(a) && a->type == b->type;
        case GGML_OP_SUM:
            return ggml_is_contiguous(a);
        case GGML_OP_PAD:
            return a->type == GGML_TYPE_F32;
        case GGML_OP_SUM_ROWS:
        case GGML_OP_MEAN:
        case GGML_OP_SOFT_MAX:
        case GGML_OP_NORM:
        case GGML_OP_RMS_NORM:
            return ggml_is_contiguous_rows(a);
        case GGML_OP_FLASH_ATTN_EXT:
            if (op->src[5] && !takes_parts(op)) {
                return false;
            }
            return (a->ne[0] == 64 || a->ne[0] == 128) && b->ne[0] == op->src[2]->ne[0] &&
                   (op->src[5] || (b->type == op->src[2]->type && (is_float(b) || is_rows(b->type))));
        case GGML_OP_MUL_MAT:
            return !has_few_bits(a->type) && (b->type != GGML_TYPE_F16 || a->type == GGML_TYPE_F16); // stricter: not the paths for large matrices
        case GGML_OP_CPY:
        case GGML_OP_DUP:
        case GGML_OP_CONT:
            if (a->type == GGML_TYPE_F32) {
                return is_float(op) || is_rows(op->type) || has_few_bits(op->type) || op->type == GGML_TYPE_I32;
            }
            if (a->type == GGML_TYPE_F16 || is_rows(a->type) || has_few_bits(a->type)) {
                return is_float(op);
            }
            return a->type == GGML_TYPE_I32 && (op->type == GGML_TYPE_F32 || op->type == GGML_TYPE_I32);
        case GGML_OP_GET_ROWS:
        case GGML_OP_OPT_STEP_ADAMW:
            return true;
        case GGML_OP_SET_ROWS:
            return a->type == GGML_TYPE_F16 ? op->type == GGML_TYPE_F16 : a->type == GGML_TYPE_F32 && (is_float(op) || is_rows(op->type));
        default:
            return false;
    }
}

static bool metal(const ggml_tensor * op) {
    const bool res = supported(op);
    // rows of two parts, and of two types without parts, are asked about, and become f16 where they are refused
    const bool converted = op->op == GGML_OP_FLASH_ATTN_EXT && (op->src[5] || op->src[1]->type != op->src[2]->type);
    if (!res && !converted) {
        refused.insert(std::string(ggml_op_name(op->op)) + " " + (op->src[0] ? ggml_type_name(op->src[0]->type) : "") + " " +
                       ggml_type_name(op->type) + " " + op->name);
    }
    return res;
}

// FNV-1a of a function's text in a source file
static uint64_t text_of(const std::string & path, const std::string & head) {
    std::ifstream     file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string all  = text.str();
    const size_t      from = all.find("\n" + head);
    LT_REQUIRE(from != std::string::npos, "%s has no %s", path.c_str(), head.c_str());
    uint64_t res = 14695981039346656037ull;
    for (size_t i = from + 1; i < all.find("\n}", from); i++) {
        res = (res ^ (uint8_t) all[i])*1099511628211ull;
    }
    return res;
}

// what a file of kernels says of rows of few bits where it is compiled without kernels of rows in parts
static std::vector<std::string> without_parts(const std::string & path) {
    std::ifstream file(path);
    LT_REQUIRE(file.good(), "no %s", path.c_str());
    std::vector<std::string> res;
    std::string line;
    for (int depth = 0, left_out = 0; std::getline(file, line); ) {
        const bool ends = line.rfind("#endif", 0) == 0;
        depth += (line.rfind("#if", 0) == 0) - ends;
        if (line.rfind("#ifndef GGML_METAL_NO_PARTS", 0) == 0) {
            left_out = depth;
        } else if (ends && depth < left_out) {
            left_out = 0;
        }
        for (const char * word : { "n3_0", "n2_0", "few_bits", "QK_N)", "QK_N/", "QK_N;", "levels_n" }) {
            if (!left_out && line.find(word) != std::string::npos) {
                res.push_back(line);
            }
        }
    }
    return res;
}

int main(int argc, char ** argv) {
    const bool few_bits = argc == 4 && std::string(argv[3]) == "few-bits"; // of a model with heads of 128
    if ((argc != 3 && !few_bits) || !lt::on_device()) {
        std::fprintf(stderr, "usage: LT_DEVICE=1 test-metal MODEL ggml/src/ggml-metal [few-bits]\n");
        return 2;
    }
    const lt::backend backend;
    lt::set_support(metal);
    lt::set_pairs("f16-f16,q8_0-q8_0,q8_0-q5_0,q8_0-q4_0,q5_0-q5_0,q5_0-q4_0,q4_0-q4_0,q4_0-n3_0,q4_0-n2_0,n3_0-n3_0,n3_0-n2_0,n2_0-n2_0");
    const auto model = lt::load_model(argv[1]);

    return lt::run_cases({
        { "the backend's rules are those that were read", [&] {
            const std::string folder = argv[2];
            const uint64_t rules = text_of(folder + "/ggml-metal-device.m", "bool ggml_metal_device_supports_op(");
            const uint64_t mul   = text_of(folder + "/ggml-metal-device.m", "static bool ggml_metal_supports_mul_mat_op(");
            const uint64_t parts = text_of(folder + "/ggml-metal-common.cpp", "bool ggml_metal_op_flash_attn_ext_parts_supported(");
            const uint64_t pair  = text_of(folder + "/ggml-metal-common.cpp", "static bool ggml_metal_op_flash_attn_ext_has_pair(");
            LT_CHECK((rules == RULES || rules == NEWER) && mul == MUL_MAT && parts == PARTS && pair == PAIR,
                     "supports_op has changed: read it again, then 0x%llxull, 0x%llxull, 0x%llxull and 0x%llxull", (unsigned long long) rules,
                     (unsigned long long) mul, (unsigned long long) parts, (unsigned long long) pair);
        } },
        { "where kernels of rows in parts do not compile, the other files have none of their text", [&] {
            for (const char * name : { "common.h", "dequantize.h", "quantize.h", "quantize.metal", "fa_vec_common.metal", "fa_aux.metal" }) {
                for (const auto & line : without_parts(std::string(argv[2]) + "/kernels/" + name)) {
                    LT_CHECK(false, "%s: %s", name, line.c_str());
                }
            }
        } },
        { "nothing falls back, whatever is compacted, refined, appended, thinned, moved or measured", [&] {
            using pair = std::pair<int32_t, int32_t>;
            const std::vector<pair> pairs = few_bits
                ? std::vector<pair> { { GGML_TYPE_N3_0, GGML_TYPE_N3_0 }, { GGML_TYPE_N2_0, GGML_TYPE_N2_0 }, { GGML_TYPE_Q4_0, GGML_TYPE_N3_0 } }
                : std::vector<pair> { { GGML_TYPE_F16, GGML_TYPE_F16 }, { GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 }, { GGML_TYPE_Q5_0, GGML_TYPE_Q5_0 },
                                      { GGML_TYPE_Q4_0, GGML_TYPE_Q4_0 }, { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 } };
            for (const auto & [type_k, type_v] : pairs) {
                for (const auto select : { LLAMA_COMPACT_SELECT_ATTENTION, LLAMA_COMPACT_SELECT_POOLED, LLAMA_COMPACT_SELECT_EXPECTED, LLAMA_COMPACT_SELECT_OMP }) {
                    refused.clear();
                    auto cp = lt::context_params(1024);
                    cp.n_seq_max = 2;
                    const auto ctx = lt::make_compacting(model, cp);
                    lt::decode(ctx.get(), lt::random_tokens(5, 300), 0, false);
                    for (const llama_pos p0 : { 4, 104 }) {
                        auto params   = lt::small_params(p0, p0 + 100, 20);
                        params.select = select;
                        auto heads = lt::ragged_budgets((int) lt::heads_of(ctx.get()).size());
                        for (auto & head : heads) {
                            head.type_k = p0 == 4 ? type_k : -1;
                            head.type_v = p0 == 4 ? type_v : -1;
                        }
                        lt::set_heads(params, heads);
                        const auto job = lt::begin(ctx.get(), params);
                        LT_CHECK(llama_kv_compact_step(job.get(), 0) == LLAMA_COMPACT_OK && llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_OK &&
                                 llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_OK, "not compacted: %s", llama_kv_compact_last_error(ctx.get()));
                        lt::decode(ctx.get(), { 1 }, 300 + (p0 == 104));
                    }
                    llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
                    llama_memory_seq_rm(llama_get_memory(ctx.get()), 1, 104, -1);
                    lt::decode(ctx.get(), { 1 }, 302); // blocks that only some sequences carry
                    lt::decode(ctx.get(), { 1 }, 104, true, 1);
                    lt::decode(ctx.get(), lt::random_tokens(7, 50), 303, false);
                    llama_memory_seq_rm(llama_get_memory(ctx.get()), 1, -1, -1);
                    lt::compact(ctx.get(), lt::small_params(4, 204, 24));
                    const llama_compact_span span = { 4, 204, 50 };
                    LT_CHECK(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "not moved: %s", llama_kv_compact_last_error(ctx.get()));
                    lt::decode(ctx.get(), { 1 }, 203);
                    for (const auto & what : refused) {
                        LT_CHECK(false, "types %d and %d, selection %d: %s", type_k, type_v, select, what.c_str());
                    }
                }
            }
        } },
    });
}
