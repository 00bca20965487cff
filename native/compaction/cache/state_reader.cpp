#include "state_codec.h"

#include "row_access.h"
#include "state_fields.h"

#include "../llama-compact.h"

#include "llama-context.h"
#include "llama-impl.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace compaction {

namespace {

// Rows [first, first + n) of `t`, saved in `type`, in pieces, checked before any of them is used: a value that is not finite would
// spread to every token that sees it
//
// balance: what the saved rows were multiplied by before they were rotated, and these are not; nullptr: nothing, or both are
void get_tensor(llama_io_read_i & io, ggml_tensor * t, ggml_type type, uint64_t first, uint64_t n, const std::vector<float> * balance = nullptr) {
    constexpr size_t PIECE = 1u << 20;

    const size_t   width = ggml_row_size(type, t->ne[0]);
    const uint64_t whole = std::max<size_t>(1, PIECE/width); // rows
    std::vector<uint8_t> data, converted;
    std::vector<float>   rows;
    for (uint64_t done = 0, now = 0; done < n; done += now) {
        now = std::min(whole, n - done);
        data.resize(now*width);
        io.read(data.data(), data.size());
        if (!ggml_validate_row_data(type, data.data(), data.size())) {
            throw std::runtime_error("saved memory: a row is not finite");
        }
        if (type != t->type || balance) { // both quantized, so rotated alike
            rows.resize(now*t->ne[0]);
            converted.resize(now*t->nb[1]);
            ggml_get_type_traits(type)->to_float(data.data(), rows.data(), (int64_t) rows.size());
            if (balance) {
                const int32_t had = hadamard_size((uint32_t) t->ne[0]);
                hadamard_rotate(rows.data(), (int64_t) rows.size(), had);
                for (size_t i = 0; i < rows.size(); ++i) {
                    rows[i] /= (*balance)[i % t->ne[0]];
                }
                hadamard_rotate(rows.data(), (int64_t) rows.size(), had);
            }
            ggml_quantize_chunk(t->type, rows.data(), converted.data(), 0, (int64_t) now, t->ne[0], nullptr);
            std::swap(data, converted);
            if (!ggml_validate_row_data(t->type, data.data(), data.size())) {
                throw std::runtime_error("saved memory: a row is too large for the type it gets here");
            }
        }
        ggml_backend_tensor_set(t, data.data(), (first + done)*t->nb[1], data.size());
    }
}

} // namespace

// what `f` throws is the last error, too
template <typename F>
auto state_reader::telling(F && f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::exception & error) {
        events.fail(0, error.what());
        throw;
    }
}

bool state_reader::read(llama_io_read_i & io, llama_seq_id seq, uint32_t & marker, const char * refused) {
    events.clear_error(); // what is asked for after a failure is why this one failed
    return telling([&] { return read_section(io, seq, marker, refused); });
}

bool state_reader::read_section(llama_io_read_i & io, llama_seq_id seq, uint32_t & marker, const char * refused) {
    tail_pending = false;
    forget();

    if (marker != STATE_MARK) {
        if (layout.exists() || stock.released()) {
            // the stock section's rows have a place only in the stock layout, which an empty cache may have found no memory for
            stock.remove(seq);
            leave_pool();
        }
        return false;
    }

    if (refused) {
        throw std::runtime_error(std::string("saved memory: ") + refused);
    }
    version = get<uint32_t>(io);
    if (version < 1 || version > LLAMA_COMPACT_STATE_VERSION) {
        throw std::runtime_error(format("saved memory: version %u, this library reads up to %u", version, LLAMA_COMPACT_STATE_VERSION));
    }
    const uint32_t flags = get<uint32_t>(io);

    stock.remove(seq);

    if (!(flags & STATE_FLAG_POOL)) {
        leave_pool();
        tail_pending = true;
        marker = get<uint32_t>(io);
        return false;
    }
    if (get<uint32_t>(io) != layout.n_entries()) {
        throw std::runtime_error("saved memory: the number of heads differs");
    }
    std::vector<block> saved = read_blocks(io, seq);
    const auto         plans = read_heads(io, saved);
    auto               cells = read_cells(io, seq);

    if (blocks.any_carried() || stock.cells().get_used() > 0) {
        waiting.layout = read_beside(io, saved, plans, std::move(cells));
        read_queries(io, seq);
        return true;
    }
    if (!layouts.lay_out_empty(plans, std::move(saved), (uint32_t) cells.size())) {
        throw std::runtime_error("saved memory: " + events.last_error());
    }
    try {
        read_rows(io, plans, cells);
        read_queries(io, seq);
    } catch (...) {
        io.discard();
        stock.remove(-1);
        layouts.restore_stock();
        throw;
    }
    return true;
}

// beside what other sequences hold
state_reader::joint_layout state_reader::read_beside(llama_io_read_i & io, const std::vector<block> & saved, const std::vector<head_plan> & plans,
        std::vector<cell> cells) {
    if (!lctx) {
        throw std::runtime_error("saved memory: this cache cannot be laid out anew");
    }
    if (stock.cells().get_has_shift()) {
        throw std::runtime_error("saved memory: positions are being shifted");
    }
    joint_layout joint;
    std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(joint.table), [](const block & b) { return b.seqs.any(); });
    joint.table.insert(joint.table.end(), saved.begin(), saved.end());
    if (n_carriers(joint.table) > MAX_GROUPS) {
        throw std::runtime_error("saved memory: too many sequences with blocks of their own");
    }
    for (uint32_t i = 0; i < stock.cells().size(); ++i) {
        if (!stock.cells().is_empty(i)) {
            joint.live.push_back(i);
        }
    }

    // rows of a head have one type: the finer one, unless only the coarser one leaves room
    const auto merged = [&](bool finer) {
        auto res = layouts.keep_all(blocks.all());
        for (uint32_t i = 0; i < res.size(); ++i) {
            auto       & to   = res[i];
            const auto & from = plans[i];
            const auto   size = [](ggml_type type) { return 256*ggml_type_size(type)/ggml_blck_size(type); };
            if (!layout.exists() || (finer && size(from.type_k) > size(to.type_k))) {
                to.type_k = from.type_k;
            }
            if (!layout.exists() || (from.own && !to.own) || (from.own == to.own && finer && size(from.type_v) > size(to.type_v))) {
                to.type_v = from.type_v;
            }
            to.own   = to.own || from.own;
            to.apart = to.apart || from.apart;
            if (to.center.empty()) {
                to.lent_center = from.center;
            }
            const region * now = layout.region_of(i);
            if (to.balance.empty() && !(now && now->rot_k && now->type_k == to.type_k)) {
                to.lent_balance = from.balance;
            }
            to.append(from);
        }
        return res;
    };
    const uint32_t n_live = (uint32_t) (joint.live.size() + cells.size());
    joint.plans = merged(true);
    if (!layouts.has_room(joint.plans, n_live)) {
        joint.plans = merged(false);
        if (!layouts.has_room(joint.plans, n_live)) { // before there is memory for the rows
            throw std::runtime_error("saved memory: its rows do not fit the memory of the cache");
        }
    }
    lctx->synchronize();
    joint.rows  = read_rows_beside(io, plans, (uint32_t) cells.size());
    joint.cells = std::move(cells);
    return joint;
}

void state_reader::commit() {
    commitment now = std::exchange(waiting, {});
    if (now.layout) { // all that may fail
        telling([&] { lay_out(*now.layout); });
    }
    if (now.queries) {
        queries.adopt(std::move(*now.queries));
    }
    for (const auto & r : now.rows) {
        ggml_backend_tensor_set(r.to, r.data.data(), r.offset, r.data.size());
    }
}

void state_reader::lay_out(joint_layout & to) {
    size_t peak = 0;
    const auto fill = [&](llama_kv_cells & cells) { fill_cells(cells, (uint32_t) to.live.size(), to.cells); };
    if (layouts.move(lctx, to.plans, std::move(to.table), to.live, peak, fill, &to.rows) != LLAMA_COMPACT_OK) {
        throw std::runtime_error("saved memory: " + events.last_error());
    }
}

void state_reader::read_tail(llama_io_read_i & io, llama_seq_id seq) {
    if (!tail_pending) {
        return;
    }
    tail_pending = false;
    try {
        telling([&] { read_queries(io, seq); });
    } catch (...) {
        io.discard();
        stock.remove(seq); // the stock section's cells are in their places already
        throw;
    }
}

void state_reader::leave_pool() {
    if (!layouts.restore_stock()) {
        throw std::runtime_error("saved memory: " + events.last_error());
    }
    if (layout.exists()) {
        throw std::runtime_error("saved memory: a state without blocks cannot join a compacted cache that is in use");
    }
}

//
// rows
//

arrivals state_reader::read_rows_beside(llama_io_read_i & io, const std::vector<head_plan> & plans, uint32_t n_live) {
    arrivals res;
    res.n_live = n_live;
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < stock.layers().size(); ++ikv) {
        res.layers.push_back(layout.make_layer(ikv, &plans[at], std::max(n_live, 1u), false));
        if (!layout.fill_layer(ikv, res.layers.back())) {
            throw std::runtime_error("saved memory: no memory for its rows");
        }
        for (const auto & r : res.layers.back().heads) {
            read_stored(io, r, plans[at++], n_live);
        }
    }
    return res;
}

// a head's block rows and live rows: in RAM and on devices live rows may have different types
void state_reader::read_stored(llama_io_read_i & io, const region & r, const head_plan & plan, uint32_t n_live) {
    const auto read = [&](const stored_rows & at, ggml_type type, const std::vector<float> * balance) {
        if (at.block) {
            get_tensor(io, at.block, type, 0, r.n_block(), balance);
        }
        if (at.live) {
            get_tensor(io, at.live, plan.apart ? live_type(type) : type, at.first_live, n_live, balance);
        }
    };
    const auto saved = [](ggml_type as, ggml_type now) { return as == GGML_TYPE_COUNT ? now : as; };
    read(r.stored_k(), saved(plan.saved_k, r.type_k), r.balance.empty() && !plan.balance.empty() ? &plan.balance : nullptr);
    read(r.stored_v(), saved(plan.saved_v, r.type_v), nullptr); // nothing, where values are part of keys
}

void state_reader::fill_cells(llama_kv_cells & to, uint32_t first, const std::vector<cell> & cells) {
    for (uint32_t i = 0; i < cells.size(); ++i) {
        to.pos_set(first + i, cells[i].pos);
        to.ext_set(first + i, cells[i].ext);
        for_each_seq(cells[i].seqs, [&](llama_seq_id s) { to.seq_add(first + i, s); });
    }
}

void state_reader::read_rows(llama_io_read_i & io, const std::vector<head_plan> & plans, const std::vector<cell> & cells) {
    for (uint32_t i = 0; i < layout.n_entries(); ++i) {
        read_stored(io, *layout.region_of(i), plans[i], (uint32_t) cells.size());
    }
    fill_cells(stock.cells(), 0, cells);
    stock.search_from((uint32_t) cells.size());
}

//
// queries
//

void state_reader::read_queries(llama_io_read_i & io, llama_seq_id seq) {
    const uint32_t n_layers = get_count(io, 1u << 16, "the number of layers");
    if (n_layers == 0) {
        return;
    }
    if (n_layers != stock.layers().size()) {
        throw std::runtime_error("saved memory: the number of layers differs");
    }
    const uint32_t n_recent = get<uint32_t>(io);
    if ((get<uint32_t>(io) != 0) != stock.rotates_k()) {
        throw std::runtime_error("saved memory: it comes from a cache of another type");
    }

    reservoir draft = queries.draft();
    read_sequences(io, seq, draft);
    read_query_rows(io, read_slots(io, seq, n_recent, draft), n_layers);
    waiting.queries = std::move(draft);
}

void state_reader::read_sequences(llama_io_read_i & io, llama_seq_id seq, reservoir & draft) {
    const uint32_t n_strides = get_count(io, LLAMA_MAX_SEQ, "the number of sequences");
    for (uint32_t i = 0; i < n_strides; ++i) {
        const int32_t  s    = get<int32_t>(io);
        const uint32_t step = get_count(io, 1u << 30, "a sampling stride");
        const int32_t  to   = seq < 0 ? s : seq;
        if (to < 0 || (uint32_t) to >= stock.n_seq_max() || step == 0) {
            throw std::runtime_error("saved memory: a sampling stride is not valid");
        }
        draft.set_stride(to, step);
        if (version >= 2) {
            const int32_t moved = get<int32_t>(io);
            if (moved < 0 || moved > reservoir::MAX_MOVED) {
                throw std::runtime_error("saved memory: a sequence was moved to positions that there are not");
            }
            draft.set_moved(to, moved);
        }
    }
}

// the slots that the rows go to; the extra row for those that have no place here
std::vector<uint32_t> state_reader::read_slots(llama_io_read_i & io, llama_seq_id seq, uint32_t n_recent, reservoir & draft) {
    std::vector<uint32_t> slots;
    const uint32_t n_slots = get_count(io, 1u << 21, "the number of queries");
    for (uint32_t i = 0; i < n_slots; ++i) {
        const llama_pos pos      = get<int32_t>(io);
        const llama_pos rope_pos = version >= 2 ? get<int32_t>(io) : pos;
        const llama_pos index    = version >= 2 ? get<int32_t>(io) : pos;
        const bool      recent   = get<uint32_t>(io) != 0;
        const auto      seqs     = get_seqs(io, seq, stock.n_seq_max());
        uint32_t slot = queries.extra();
        if (pos < 0 || rope_pos < 0 || index < 0) {
            throw std::runtime_error("saved memory: a query's position is not valid");
        }
        if (queries.enabled() && seqs.any()) {
            llama_seq_id first = 0;
            while (!seqs.test(first)) {
                ++first;
            }
            if (!recent) {
                slot = draft.put_back(first, index);
            } else if (n_recent == draft.n_recent() && n_recent > 0) {
                slot = draft.ring(index);
            }
            if (slot < draft.extra()) {
                draft.set(slot, { seqs, pos, rope_pos, index });
            }
        }
        slots.push_back(slot);
    }
    return slots;
}

void state_reader::read_query_rows(llama_io_read_i & io, const std::vector<uint32_t> & slots, uint32_t n_layers) {
    // a reader that holds tensors writes them after the commit anyway
    const auto must_wait = [&](uint32_t slot) { return !io.holds_tensors() && queries.slots()[slot].seqs.any(); };
    std::vector<char> skipped;
    for (uint32_t ikv = 0; ikv < n_layers; ++ikv) {
        const int32_t  type = get<int32_t>(io);
        const uint64_t size = get<uint64_t>(io);
        ggml_tensor * rows = queries.enabled() ? queries.rows()[ikv] : nullptr;
        if (size == 0 || size > (1u << 24) || (rows && (rows->type != type || rows->nb[1] != size))) {
            throw std::runtime_error("saved memory: the queries' row size differs");
        }
        skipped.resize(size);
        for (size_t i = 0; i < slots.size();) {
            if (!rows || slots[i] >= queries.extra()) {
                io.read(skipped.data(), size);
                ++i;
                continue;
            }
            const bool waits = must_wait(slots[i]);
            size_t j = i + 1;
            while (j < slots.size() && slots[j] == slots[j - 1] + 1 && slots[j] < queries.extra() && must_wait(slots[j]) == waits) {
                ++j;
            }
            if (waits) {
                read_taken(io, rows, slots[i]*size, (j - i)*size);
            } else {
                io.read_tensor(rows, slots[i]*size, (j - i)*size);
            }
            i = j;
        }
    }
}

// rows that another sequence has until the commit
void state_reader::read_taken(llama_io_read_i & io, ggml_tensor * to, size_t offset, size_t size) {
    taken_rows rows = { to, offset, std::vector<uint8_t>(size) };
    io.read(rows.data.data(), size);
    if (!ggml_validate_row_data(to->type, rows.data.data(), rows.data.size())) {
        throw std::runtime_error("saved memory: a row is not finite");
    }
    waiting.rows.push_back(std::move(rows));
}

} // namespace compaction
