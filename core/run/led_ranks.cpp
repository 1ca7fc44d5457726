#include "core/run/led_ranks.h"

#include "core/algorithms/registry.h"
#include "core/base/filled.h"
#include "core/base/hash.h"
#include "core/base/host_name.h"
#include "core/base/packed_bytes.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/report/environment_parts.h"
#include "core/run/dealt_rows.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/plan_size.h"
#include "core/run/prepare_run.h"
#include "core/run/ranks_room.h"
#include "core/run/run.h"
#include "core/train/device.h"
#include "core/train/state.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

namespace coterie {

namespace {

/// How a run begins, for another process.
struct Beginning
{
    RunPlan plan;
    std::string device; ///< "cpu", "cuda"
    bool goesOn = false;
    std::string folder; ///< of commands
    Environment environment;
};

/// As the record names it: a card by its number in this process.
std::string deviceOfRank(const std::string& device, const RankGroup& group)
{
    return usesCard(device) ? "cuda:" + std::to_string(cardOfRank(group.local(), cardCount()))
                            : device;
}

std::string packed(const RunPlan& plan,
                   const std::string& device,
                   const RankGroup& group,
                   bool goesOn,
                   const std::filesystem::path& folder)
{
    PackedBytes bytes;
    bytes.putText(writePlan(plan));
    bytes.putText(device);
    bytes.put(goesOn);
    std::error_code ignored;
    bytes.putText(folder.empty() ? std::string()
                                 : std::filesystem::absolute(folder, ignored).string());
    const Environment environment = environmentOf(plan, deviceOfRank(device, group));
    for (const EnvironmentPart& part : kEnvironmentParts)
        bytes.putText(environment.*part.value);
    return bytes.take();
}

Result<Beginning> beginningIn(std::string_view data)
{
    UnpackedBytes bytes(data);
    Result<RunPlan, Problems> plan = parsePlan(bytes.getText(), registry());
    if (!plan)
        return fail({}, "cannot read the plan of rank 0: " + sentences(plan.error()));
    Beginning beginning{.plan = *std::move(plan), .device = {}, .folder = {}, .environment = {}};
    beginning.device = bytes.getText();
    beginning.goesOn = bytes.get<bool>();
    beginning.folder = bytes.getText();
    for (const EnvironmentPart& part : kEnvironmentParts)
        beginning.environment.*part.value = bytes.getText();
    return beginning;
}

std::string packed(const CheckpointDelta& checkpoint)
{
    PackedBytes bytes;
    bytes.put(checkpoint.round);
    bytes.put(checkpoint.changed.size());
    for (const StateChunk& chunk : checkpoint.changed) {
        bytes.putText(chunk.part);
        bytes.put(chunk.client);
        bytes.put(chunk.index);
        const SharedBytes here = chunk.bytes.here();
        const std::span<const std::byte> view = here.view();
        bytes.putText({reinterpret_cast<const char*>(view.data()), view.size()});
    }
    return bytes.take();
}

/// The sizes of two texts, client and index.
constexpr std::size_t kChunkHead = 2 * sizeof(std::uint64_t) + 2 * sizeof(int);

/// Calls use(part, client, index, bytes) for each piece, and returns the round.
template <typename Use>
int readPieces(std::string_view data, Use use)
{
    UnpackedBytes bytes(data);
    const auto round = bytes.get<int>();
    for (auto count = bytes.getCount(kChunkHead); count > 0; --count) {
        const std::string part(bytes.getText());
        const auto client = bytes.get<int>();
        const auto index = bytes.get<int>();
        use(part, client, index, std::as_bytes(std::span(bytes.getText())));
    }
    return round;
}

CheckpointDelta checkpointIn(std::string_view data)
{
    CheckpointDelta checkpoint;
    checkpoint.isWhole = true;
    checkpoint.round = readPieces(
        data, [&](const std::string& part, int client, int index, std::span<const std::byte> view) {
            checkpoint.changed.push_back(
                {.part = part,
                 .client = client,
                 .index = index,
                 .bytes = SharedBytes(std::vector<std::byte>(view.begin(), view.end())),
                 .hash = contentHash(view)});
        });
    return checkpoint;
}

std::vector<LiveChange> changesIn(std::string_view data)
{
    UnpackedBytes bytes(data);
    std::vector<LiveChange> changes(bytes.getCount(sizeof(std::uint64_t) + sizeof(double)));
    for (LiveChange& change : changes) {
        change.place = bytes.getText();
        change.value = bytes.get<double>();
    }
    return changes;
}

template <typename Number>
void putHash(PackedBytes& bytes, const std::vector<Number>& numbers)
{
    bytes.put(contentHash(std::as_bytes(std::span(numbers))));
}

void putHash(PackedBytes& bytes, const Samples& samples)
{
    std::visit([&](const auto& values) { putHash(bytes, values); }, samples.values);
    putHash(bytes, samples.labels);
    putHash(bytes, samples.targets);
    putHash(bytes, samples.masks);
}

/// One run at a rank other than 0.
class FollowedRun
{
public:
    FollowedRun(RankGroup& group, RunData& data, std::size_t threads)
        : m_group(group)
        , m_data(data)
        , m_threads(threads)
    {}

    /// Up to its end. The error ends it at all ranks.
    Result<void> play(std::string_view begin)
    {
        COTERIE_CHECK(prepare(begin));
        for (;;) {
            const RankGroup::Order order = m_group.nextOrder();
            if (order.word == RankWord::End)
                return {};
            COTERIE_CHECK(obey(order));
        }
    }

private:
    Result<void> prepare(std::string_view begin)
    {
        COTERIE_TRY(Beginning beginning, beginningIn(begin));
        COTERIE_CHECK(checkDevice(beginning.device));
        const std::vector<EnvironmentChanged> differs =
            differences(beginning.environment,
                        environmentOf(beginning.plan, deviceOfRank(beginning.device, m_group)));
        if (!differs.empty())
            return fail({},
                        "computes with " + differs.front().what + ' ' + differs.front().now
                            + ", rank 0 with " + differs.front().before
                            + "; the last digits would differ");
        beginning.plan.keepModels = "none"; // rank 0 keeps them
        COTERIE_TRY(m_run,
                    prepareRun(beginning.plan,
                               m_data,
                               m_threads,
                               beginning.device,
                               beginning.goesOn,
                               {.given = true, .folder = beginning.folder},
                               &m_group));
        return {};
    }

    Result<void> obey(const RankGroup::Order& order)
    {
        switch (order.word) {
        case RankWord::Branch: {
            UnpackedBytes bytes(order.data);
            const auto lastShared = bytes.get<int>();
            COTERIE_TRY(std::vector<RecordedChange> changes, readRecord(bytes.getText()));
            return m_run->beginBranch(lastShared, std::move(changes));
        }
        case RankWord::Chunks:
            if (!m_arriving)
                m_arriving.emplace(m_run->state());
            readPieces(order.data,
                       [&](const std::string& part,
                           int client,
                           int index,
                           std::span<const std::byte> bytes) {
                           m_arriving->take(part, client, index, bytes);
                       });
            return {};
        case RankWord::Restore: {
            const std::optional<ArrivingRows> arrived = std::exchange(m_arriving, std::nullopt);
            return m_run->restore(checkpointIn(order.data), arrived ? &*arrived : nullptr);
        }
        case RankWord::Hashes:
            m_group.answer(RankWord::Hashes, hashesAnswer(m_run->ownRows(order.data).values));
            return {};
        case RankWord::Rows: {
            const RowsWanted wanted = rowsWantedIn(order.data);
            const StatePart part = m_run->ownRows(wanted.part);
            m_group.answer(RankWord::Rows, rowsAnswer(part.values, part.first.value_or(0), wanted));
            return {};
        }
        case RankWord::Change:
            m_run->change(changesIn(order.data));
            return {};
        case RankWord::Advance:
            if (m_run->roundsDone() < 0)
                COTERIE_CHECK(m_run->mayBegin());
            static_cast<void>(m_run->advance(m_group.stopToken()));
            return {};
        case RankWord::Digest:
            m_group.answer(RankWord::Digest, m_run->digest());
            return {};
        default:
            return fail({}, "has done other work than rank 0");
        }
    }

    RankGroup& m_group;
    RunData& m_data;
    std::size_t m_threads;
    std::unique_ptr<Run> m_run;
    std::optional<ArrivingRows> m_arriving; ///< of a state that is to be restored
};

} // namespace

LedRun::LedRun(RankGroup* group,
               const RunPlan& plan,
               const std::string& device,
               bool goesOn,
               const CommandConsent& consent)
    : m_group(group)
{
    if (!leads())
        return;
    tell(
        RankWord::Begin,
        packed(
            plan, device == "auto" ? automaticDevice() : device, *m_group, goesOn, consent.folder));
    m_run = m_group->run();
}

LedRun::~LedRun()
{
    if (leads())
        m_group->endRun(m_run);
}

void LedRun::beginBranch(int lastShared, std::span<const RecordedChange> changes)
{
    if (!leads())
        return;
    PackedBytes bytes;
    bytes.put(lastShared);
    bytes.putText(recordText(changes));
    tell(RankWord::Branch, bytes.take());
}

void LedRun::restore(const CheckpointDelta& checkpoint, std::span<const std::string> dealt)
{
    if (!leads())
        return;
    CheckpointDelta rest{.round = checkpoint.round, .changed = {}, .removed = {}};
    CheckpointDelta some = rest;
    std::size_t bytes = 0;
    const auto hand = [&] {
        if (some.changed.empty())
            return;
        m_group->hand(RankWord::Chunks, packed(some));
        some.changed.clear();
        bytes = 0;
    };
    try {
        for (const StateChunk& chunk : checkpoint.changed) {
            const bool isOfAll =
                chunk.client < 0 || std::ranges::find(dealt, chunk.part) == dealt.end();
            (isOfAll ? rest : some).changed.push_back(chunk);
            bytes += isOfAll ? 0 : chunk.bytes.size();
            if (bytes >= kLargestChunk)
                hand();
        }
        hand();
    } catch (const RunStopped&) { // a rank is lost, which the next round finds out
        return;
    }
    tell(RankWord::Restore, packed(rest));
}

void LedRun::change(std::span<const LiveChange> changes)
{
    if (!leads() || changes.empty())
        return;
    PackedBytes bytes;
    bytes.put(changes.size());
    for (const LiveChange& change : changes) {
        bytes.putText(change.place);
        bytes.put(change.value);
    }
    tell(RankWord::Change, bytes.take());
}

void LedRun::tell(RankWord word, const std::string& data)
{
    try {
        m_group->tell(word, data);
    } catch (const RunStopped&) { // a rank is lost, which the next round finds out
    }
}

void LedRun::advance()
{
    if (leads())
        m_group->tell(RankWord::Advance);
}

void LedRun::know(const Dataset& dataset, const Shards& shards)
{
    PackedBytes bytes;
    putHash(bytes, dataset.train);
    putHash(bytes, dataset.officialTest);
    for (const Shard& shard : shards) {
        putHash(bytes, shard.train);
        putHash(bytes, shard.test);
        putHash(bytes, shard.validation);
    }
    if (m_group == nullptr)
        return;
    const std::vector<std::string> all = m_group->exchanged(RankWord::Data, sha256(bytes.take()));
    for (std::size_t other = 1; other < all.size(); ++other)
        if (all[other] != all.front())
            throw RunStopped{.cause =
                                 "Rank " + std::to_string(other) + " has other data than rank 0."};
}

Result<bool> LedRun::deals(const RankNeeds& needs, bool matters)
{
    if (m_group == nullptr)
        return false;
    const RankRoom own = rankRoom(needs);
    PackedBytes bytes;
    bytes.put(matters);
    bytes.put(dealsAnyway());
    bytes.putText(own.machine);
    bytes.put(own.needs);
    bytes.put(own.available.has_value());
    bytes.put(own.available.value_or(0));
    bool doesMatter = false;
    bool dealAnyway = false;
    std::vector<RankRoom> ranks;
    for (const std::string& each : m_group->exchanged(RankWord::Room, bytes.take())) {
        UnpackedBytes told(each);
        const auto matter = told.get<bool>();
        const auto anyway = told.get<bool>();
        if (ranks.empty()) {
            doesMatter = matter;
            dealAnyway = anyway;
        }
        RankRoom rank{.machine = std::string(told.getText()), .needs = told.get<RankNeeds>()};
        const bool hasAvailable = told.get<bool>();
        const auto available = told.get<double>();
        rank.available = hasAvailable ? std::optional(available) : std::nullopt;
        ranks.push_back(std::move(rank));
    }
    const bool areDealt = areModelsDealt(ranks, dealAnyway);
    if (doesMatter)
        COTERIE_CHECK(checkRanksRoom(ranks, areDealt));
    return areDealt;
}

std::string LedRun::digest(const State& state)
{
    PackedBytes bytes;
    for (const StatePart& part : state) {
        const bool isOfLeader = part.name.starts_with("best/") || part.name.starts_with("run/");
        if (isOfLeader || part.first)
            continue;
        const at::Tensor here = part.values.to(at::kCPU).contiguous();
        bytes.putText(part.name);
        bytes.put(contentHash({static_cast<const std::byte*>(here.data_ptr()),
                               static_cast<std::size_t>(here.numel()) * here.element_size()}));
    }
    return sha256(bytes.take());
}

void LedRun::compare(const State& state, int round)
{
    if (leads())
        m_group->compare(RankWord::Digest, digest(state), "after round " + std::to_string(round));
}

std::string LedRun::knowCards()
{
    const int card = cardOfRank(m_group->local(), cardCount());
    return sharedCards(m_group->exchanged(RankWord::Cards, hostName() + ' ' + cardPlace(card)));
}

std::string sharedCards(std::span<const std::string> cards)
{
    const std::set<std::string> different(cards.begin(), cards.end());
    if (different.size() == cards.size())
        return {};
    return different.size() == 1
               ? filled("{} ranks share one graphics card.", cards.size())
               : filled("{} ranks share {} graphics cards.", cards.size(), different.size());
}

Result<void> followRanks(RankGroup& group,
                         const std::vector<std::filesystem::path>& dataFolders,
                         std::size_t threads)
{
    RunData data(DataFolders{dataFolders});
    try {
        for (;;) {
            const RankGroup::Order order = group.nextRun();
            if (order.word == RankWord::Quit)
                return {};
            const std::string name = "Rank " + std::to_string(group.rank());
            std::string sentence;
            try {
                Result<void> played;
                if (const std::optional<std::string> failure = failureOf(name, [&] {
                        FollowedRun run(group, data, threads);
                        played = run.play(order.data);
                    }))
                    sentence = *failure;
                else if (!played)
                    sentence = name + ": " + played.error().sentence();
            } catch (const RunStopped& stopped) {
                sentence = stopped.cause;
            }
            if (!sentence.empty() && !sentence.ends_with('.'))
                sentence += '.';
            group.leave(sentence);
        }
    } catch (const RankLost&) {
        return fail("--ranks",
                    "rank " + std::to_string(group.rank()) + " has lost rank 0, which leads");
    }
}

} // namespace coterie
