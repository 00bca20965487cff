#include "rope.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <cmath>

namespace compaction {

ggml_tensor * rope_shift(runner & run, const rope_source & from, ggml_tensor * x, const std::vector<int32_t> & delta) {
    const auto & model   = from.model;
    const auto & hparams = from.hparams;
    const auto & cparams = run.cparams();

    const int32_t il = from.il;
    if (!from.rotated || !hparams.has_rope(il) || hparams.rope_type == LLAMA_ROPE_TYPE_NONE) {
        return x;
    }

    ggml_context * ctx = run.ctx();
    ggml_tensor  * rot = nullptr;
    if (from.rotation) {
        rot = run.input(GGML_TYPE_F32, from.n_rotation, from.n_rotation, from.rotation);
        x   = llama_mul_mat_hadamard(ctx, x, rot);
    }

    // multi-dimensional positions of text are one position, see llama_kv_cache::build_rope_shift
    const int rope_type = hparams.rope_type == LLAMA_ROPE_TYPE_MROPE || hparams.rope_type == LLAMA_ROPE_TYPE_IMROPE
        ? LLAMA_ROPE_TYPE_NEOX : hparams.rope_type;

    // the magnitude that long-context scalings give to rotated vectors is in them already: ggml multiplies by
    // attn_factor, and where ext_factor is set by a factor of its own, which is taken back here
    const float freq_scale  = model.get_rope_freq_scale(cparams, il);
    const float attn_factor = cparams.yarn_ext_factor != 0.0f ? 1.0f/(1.0f + 0.1f*logf(1.0f/freq_scale)) : 1.0f;

    const int64_t d = x->ne[0];

    x = ggml_rope_ext(ctx, x, run.input(GGML_TYPE_I32, delta), model.get_rope_factors(cparams, il),
            hparams.n_rot(il), rope_type, cparams.n_ctx_orig_yarn,
            model.get_rope_freq_base(cparams, il), freq_scale,
            cparams.yarn_ext_factor, attn_factor, cparams.yarn_beta_fast, cparams.yarn_beta_slow);
    if (hparams.n_lora_kv > 0) {
        x = ggml_rope_set_offset(x, (int) d - (int) hparams.n_rot(il)); // what latent attention rotates comes last
    }

    return rot ? llama_mul_mat_hadamard(ctx, x, rot) : x;
}

} // namespace compaction
