// The C functions of llama-compact.h that compact.
#include "guarded.h"

#include "../pipeline/job.h"

#include <algorithm>
#include <memory>

// calls f, which works on the job
template <typename F>
static int32_t guarded(llama_compact_job & job, F f) {
    return guarded([&](int32_t code, const char * why) { return job.fail(code, why); }, f);
}

llama_compact_job * llama_kv_compact_begin(llama_context * ctx, llama_seq_id seq_id, const llama_compact_params * params, int32_t * status) {
    int32_t unused;
    int32_t & rc = status ? *status : unused;

    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        rc = LLAMA_COMPACT_ERR_UNSUPPORTED;
        return nullptr;
    }
    store->events.clear_error();
    if (!params || seq_id < 0 || (uint32_t) seq_id >= store->stock.n_seq_max()) {
        rc = store->events.fail(LLAMA_COMPACT_ERR_INVALID, params ? "the sequence id is out of range" : "no parameters");
        return nullptr;
    }
    std::unique_ptr<llama_compact_job> job;
    rc = guarded_by(*store, [&] {
        job = std::make_unique<llama_compact_job>(ctx, *store, seq_id, *params);
        return guarded(*job, [&] { return job->begin(); });
    });
    return rc == LLAMA_COMPACT_OK ? job.release() : nullptr;
}

int32_t llama_kv_compact_step(llama_compact_job * job, int64_t max_us) {
    return job ? guarded(*job, [&] { return job->step(max_us); }) : LLAMA_COMPACT_ERR_INVALID;
}

int32_t llama_kv_compact_refine(llama_compact_job * job, int64_t max_us) {
    return job ? guarded(*job, [&] { return job->refine(max_us); }) : LLAMA_COMPACT_ERR_INVALID;
}

int32_t llama_kv_compact_commit(llama_compact_job * job, llama_compact_report * report) {
    if (!job) {
        return LLAMA_COMPACT_ERR_INVALID;
    }
    llama_compact_report local = {};
    const int32_t rc = guarded(*job, [&] { return job->commit(local); });
    if (rc == LLAMA_COMPACT_OK && report) {
        *report = local;
    }
    return rc;
}

void llama_kv_compact_free(llama_compact_job * job) {
    delete job;
}

float llama_kv_compact_job_progress(const llama_compact_job * job) {
    return job ? job->progress() : 0.0f;
}

float llama_kv_compact_job_refined(const llama_compact_job * job) {
    return job ? job->refined() : 0.0f;
}

const char * llama_kv_compact_job_message(const llama_compact_job * job) {
    return job ? job->why() : "no job";
}

int64_t llama_kv_compact_job_walked(const llama_compact_job * job) {
    return job ? job->walked() : 0;
}

int32_t llama_kv_compact_job_report(const llama_compact_job * job, llama_compact_report * report, float * errors, int32_t n) {
    if (!job) {
        return LLAMA_COMPACT_ERR_INVALID;
    }
    if (report) {
        *report = job->report();
    }
    const auto & known = job->errors();
    if (errors) {
        std::copy_n(known.begin(), std::min<size_t>(std::max(n, 0), known.size()), errors);
    }
    return (int32_t) known.size();
}

int32_t llama_kv_cache_compact(llama_context * ctx, llama_seq_id seq_id, const llama_compact_params * params, llama_compact_report * report) {
    int32_t rc;
    const std::unique_ptr<llama_compact_job> job(llama_kv_compact_begin(ctx, seq_id, params, &rc));
    if (!job) {
        return rc;
    }
    rc = llama_kv_compact_step(job.get(), 0);
    return rc == LLAMA_COMPACT_OK ? llama_kv_compact_commit(job.get(), report) : rc;
}
