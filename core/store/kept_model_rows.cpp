#include "core/store/kept_model_rows.h"

#include "core/base/hash.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/other_stores.h"
#include "core/store/row_values.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace coterie {

template <>
inline constexpr std::array<std::string_view, 3> kWords<KeptModel::Role>{
    "global", "group", "client"};

namespace {

/// What all kept models of a run are known by.
class ModelsDigest
{
public:
    explicit ModelsDigest(const KeptModels& kept)
    {
        m_text = kept.precision + '\n' + kept.tensors + '\n';
        add(kept.round);
        for (const std::int64_t size : kept.input)
            add(size);
    }

    void beginModel(const KeptModel& model)
    {
        m_text += word(model.role);
        for (const int client : model.clients)
            add(client);
        m_text += '\n';
    }
    void addPiece(std::span<const std::byte> bytes)
    {
        add(static_cast<std::int64_t>(contentHash(bytes)));
    }
    [[nodiscard]] std::uint64_t value() const
    {
        return contentHash(std::as_bytes(std::span(m_text)));
    }

private:
    void add(std::int64_t number) { m_text += ' ' + std::to_string(number); }

    std::string m_text;
};

/// In pieces that SQLite takes well.
void writePieces(Database& database,
                 std::int64_t run,
                 std::size_t model,
                 const KeptModel& kept,
                 ModelsDigest& digest)
{
    auto insert = database.statement(
        "INSERT INTO kept_model_piece (run, model, \"index\", bytes) VALUES (?, ?, ?, ?)");
    std::span<const std::byte> rest = kept.numbers.view();
    for (int index = 0; !rest.empty(); ++index) {
        const auto piece = rest.first(std::min(rest.size(), kLargestChunk));
        rest = rest.subspan(piece.size());
        insert.bind(run, model, index, piece).run();
        digest.addPiece(piece);
    }
}

} // namespace

void writeKeptModels(Database& database, std::int64_t run, const KeptModels& kept)
{
    database.statement("DELETE FROM kept_models WHERE run = ?", run).run();
    const auto& [channels, height, width, depth] = kept.input;
    database
        .statement("INSERT INTO kept_models (run, round, precision, channels, height, width, depth,"
                   " tensors, size, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                   run,
                   kept.round,
                   kept.precision,
                   channels,
                   height,
                   width,
                   depth,
                   kept.tensors,
                   kept.bytes)
        .run();
    ModelsDigest digest(kept);
    auto insert = database.statement("INSERT INTO kept_model (run, model, role) VALUES (?, ?, ?)");
    auto use =
        database.statement("INSERT INTO kept_model_client (run, model, client) VALUES (?, ?, ?)");
    for (std::size_t model = 0; model < kept.models.size(); ++model) {
        const KeptModel& each = kept.models[model];
        insert.bind(run, model, word(each.role)).run();
        for (const int client : each.clients)
            use.bind(run, model, client).run();
        digest.beginModel(each);
        writePieces(database, run, model, each, digest);
    }
    database.statement("UPDATE kept_models SET digest = ? WHERE run = ?", digest.value(), run)
        .run();
}

std::optional<KeptModels> readKeptModels(Database& database, std::int64_t run)
{
    KeptModels kept;
    std::uint64_t expected = 0;
    {
        auto head = database.statement("SELECT round, precision, channels, height, width, depth,"
                                       " tensors, size, digest FROM kept_models WHERE run = ?",
                                       run);
        if (!head.next())
            return std::nullopt;
        auto& [channels, height, width, depth] = kept.input;
        head.read(0,
                  kept.round,
                  kept.precision,
                  channels,
                  height,
                  width,
                  depth,
                  kept.tensors,
                  kept.bytes,
                  expected);
    }
    ModelsDigest digest(kept);
    bool isIntact = true;
    auto models =
        database.statement("SELECT model, role FROM kept_model WHERE run = ? ORDER BY model", run);
    while (models.next()) {
        const std::int64_t number = models.integer(0);
        const auto role = enumerator<KeptModel::Role>(models.text(1));
        isIntact = isIntact && role;
        KeptModel& model = kept.models.emplace_back();
        model.role = role.value_or(KeptModel::Role::Client);
        auto clients = database.statement("SELECT client FROM kept_model_client"
                                          " WHERE run = ? AND model = ? ORDER BY client",
                                          run,
                                          number);
        while (clients.next())
            model.clients.push_back(clients.whole(0));
        digest.beginModel(model);
        std::vector<std::byte> bytes;
        auto pieces = database.statement("SELECT bytes FROM kept_model_piece"
                                         " WHERE run = ? AND model = ? ORDER BY \"index\"",
                                         run,
                                         number);
        while (pieces.next()) {
            const std::span<const std::byte> piece = pieces.blob(0);
            bytes.insert(bytes.end(), piece.begin(), piece.end());
            digest.addPiece(piece);
        }
        model.numbers = SharedBytes(std::move(bytes));
    }
    if (!isIntact || digest.value() != expected)
        database.fail("the kept models of run " + std::to_string(run) + " are damaged");
    return kept;
}

Result<std::optional<KeptModels>> RunStore::keptModels(std::int64_t run)
{
    if (asksOther(run))
        return m_others->ask(
            run, [](RunStore& store, std::int64_t number) { return store.keptModels(number); });
    return readingRun(database(), run, [&] { return readKeptModels(database(), run); });
}

} // namespace coterie
