#include "core/run/run.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/run/dealt_rows.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/final_models.h"
#include "core/train/scores.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace coterie {

namespace {

/// Does one phase of a round and reports its time.
template <typename Work>
void timed(RoundReport& report, const char* phase, const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    report.timings.push_back({.phase = phase, .seconds = took.count()});
    report.seconds += took.count();
}

constexpr const char* kAlgorithmPrefix = "algorithm/";
constexpr const char* kSamplerPrefix = "sampler/";
constexpr const char* kFederationPrefix = "federation/";
constexpr const char* kBestPrefix = "best/";
constexpr const char* kKeepsBest = "best"; // a word of keepModels
// The name is that of early versions, whose states hold no more than a learning rate.
constexpr const char* kChangesPart = "run/liveLearningRate";
constexpr std::size_t kChangesPlace = 0;
/// The newest round that kept its matrices, where not all do.
constexpr const char* kMatricesPart = "run/matricesKept";

at::Tensor asBytes(std::span<const RecordedChange> changes)
{
    const std::string text = recordText(changes);
    at::Tensor bytes = at::empty({signedSize(text.size())}, at::kByte);
    std::ranges::copy(text, static_cast<char*>(bytes.data_ptr()));
    return bytes;
}

/// The changes that a state of after `round` rounds holds.
Result<std::vector<RecordedChange>> changesIn(const State& state, int round)
{
    const at::Tensor part = statePart(state, kChangesPart);
    if (!part.defined() || part.numel() == 0)
        return std::vector<RecordedChange>();
    if (part.scalar_type() == at::kByte)
        return readRecord(
            {static_cast<const char*>(part.data_ptr()), static_cast<std::size_t>(part.numel())});
    // Early versions: the rate, and whether its event is still to come.
    const bool isNew = part[1].item<double>() != 0;
    return std::vector{RecordedChange{
        .round = isNew ? round + 1 : round,
        .change = {.place = std::string(kLearningRatePlace), .value = part[0].item<double>()}}};
}

Result<void> checkChanges(const RunPlan& plan, std::span<const RecordedChange> changes)
{
    std::vector<LiveSetting> settings = liveSettings(plan, registry());
    for (const auto& [round, change] : changes)
        if (findSetting(settings, change.place) == nullptr)
            return fail(change.place,
                        "the stored state changes this setting, which cannot change during a run");
    return {};
}

State withPrefix(const State& all, const std::string& prefix)
{
    State parts;
    for (const StatePart& part : all) {
        if (part.name.starts_with(prefix))
            parts.push_back({.name = part.name.substr(prefix.size()), .values = part.values});
    }
    return parts;
}

} // namespace

Run::Run(const RunPlan& plan,
         std::shared_ptr<const Dataset> dataset,
         Shards shards,
         Network network,
         std::size_t threads,
         const std::string& device,
         std::optional<ModelRows> initial,
         std::unique_ptr<LedRun> led,
         bool dealsModels)
    : m_led(std::move(led))
    , m_input(network.input())
    , m_decoded(dataset->decoded)
    , m_plan(plan)
    , m_federation(plan,
                   std::move(dataset),
                   std::move(shards),
                   std::move(network),
                   threads,
                   device,
                   std::move(initial),
                   m_led ? m_led->group() : nullptr,
                   dealsModels)
    , m_algorithm(makeAlgorithm(plan))
    , m_sampler(makeSampler(plan.sampler))
    , m_metrics(m_federation.facts(), plan.excludeLastClient)
{
    m_algorithm->start(m_federation);
}

Environment Run::environment() const
{
    return environmentOf(m_plan, m_federation.deviceName(), m_federation.ranksThatCount());
}

RoundReport Run::advance(const std::stop_token& stop)
{
    std::optional<std::stop_callback<std::function<void()>>> stopsOthers;
    if (m_led && m_led->leads()) {
        m_led->advance();
        stopsOthers.emplace(stop, [this] { m_led->group()->stopOthers(); });
    }
    RoundReport report;
    report.round = m_roundsDone + 1;
    report.clients.resize(m_federation.clients());
    for (std::size_t client = 0; client < report.clients.size(); ++client)
        report.clients[client].client = static_cast<int>(client);
    report.events = std::exchange(m_notes, {});
    for (const auto& [round, change] : m_changes)
        if (round == report.round)
            obey(change);
    if (report.round > 0)
        train(report, stop);
    else
        m_federation.obey(stop);
    if (isEvaluated(report.round, plan().rounds, plan().evaluateEvery))
        timed(report, "evaluate", [&] {
            m_federation.evaluateInto(report, m_algorithm->models());
            if (const std::size_t samples = trainEvaluationSamples(plan()); samples > 0)
                addTrainScores(m_federation, m_algorithm->models(), samples, report);
        });
    std::ranges::move(nonFiniteLosses(report), std::back_inserter(report.events));
    report.metrics = m_metrics.add(report);
    m_matrices.thin(m_plan, report);
    m_roundsDone = report.round;
    keepIfBest(report);
    announceChanges(m_changes);
    return report;
}

void Run::keepIfBest(RoundReport& report)
{
    if (m_plan.keepModels != kKeepsBest)
        return;
    timed(report, "keep", [&] {
        const HeadlineNumbers numbers = headlineOf(report.metrics);
        if (!m_best.isBetter(numbers))
            return;
        // A finished round is not lost for a copy of its models.
        if (const std::optional<std::string> failure =
                failureOf("Keeping the best models", [&] { m_best.keep(numbers, modelsInUse()); }))
            report.events.push_back(
                {.severity = Severity::Warning,
                 .what = Note{"models"},
                 .sentence = *failure + " Those of an earlier round stay the best kept."});
    });
}

void Run::train(RoundReport& report, const std::stop_token& stop)
{
    m_federation.beginRound(report.round - 1, stop);
    report.learningRate = m_federation.learningRate();
    for (const Arrival& arrival : plan().clients.arrivals)
        for (const int client :
             arrival.round == report.round ? arrival.clients : std::vector<int>())
            if (m_federation.isPresent(static_cast<std::size_t>(client))) // it may be left out
                report.events.push_back(
                    {.severity = Severity::Information,
                     .what = ClientJoined{},
                     .client = client,
                     .sentence = "Client " + std::to_string(client) + " joins."});
    timed(report, "sample", [&] {
        Draw draw = m_sampler->draw(m_federation, m_algorithm->models(), report);
        report.participants.reserve(draw.clients.size());
        for (const std::size_t client : draw.clients)
            report.participants.push_back(static_cast<int>(client));
        m_federation.setDraw(std::move(draw));
    });
    timed(report, "train", [&] { m_algorithm->round(m_federation, report); });
    m_sampler->observe(m_federation, m_federation.lastTrained(), report);
}

Result<void> Run::beginBranch(int lastShared, std::vector<RecordedChange> changes)
{
    COTERIE_CHECK(checkChanges(m_plan, changes));
    if (m_led)
        m_led->beginBranch(lastShared, changes);
    m_lastShared = lastShared;
    m_changes = std::move(changes);
    return {};
}

void Run::change(std::span<const LiveChange> changes)
{
    if (m_led)
        m_led->change(changes);
    const int first = std::max(m_roundsDone, m_lastShared) + 1;
    for (const LiveChange& change : changes) {
        // Replaces an earlier change that still waits for the interrupted round.
        const auto waiting = [&](const RecordedChange& old) {
            return old.round >= first && old.round > m_roundsDone + 1
                   && old.change.place == change.place;
        };
        if (std::erase_if(m_changes, waiting) > 0 || first > m_roundsDone + 1)
            ++m_changesMade; // to be stored, also where the value stays
        std::vector<LiveSetting> settings = liveSettings(m_plan, registry());
        const LiveSetting* setting = findSetting(settings, change.place);
        if (setting == nullptr || setting->value == change.value)
            continue;
        m_changes.push_back({.round = first, .change = change});
        announceChanges(std::span(m_changes).last(1));
    }
}

void Run::announceChanges(std::span<const RecordedChange> changes)
{
    for (const auto& [round, change] : changes) {
        if (round != m_roundsDone + 1)
            continue;
        std::vector<LiveSetting> settings = liveSettings(m_plan, registry());
        const LiveSetting* setting = findSetting(settings, change.place);
        if (setting == nullptr)
            continue;
        note({.severity = Severity::Information,
              .what =
                  SettingChanged{.place = change.place, .from = setting->value, .to = change.value},
              .sentence = sentenceOf(*setting, change.value)});
        makeChange(change, m_plan);
        ++m_changesMade;
    }
}

void Run::obey(const LiveChange& change)
{
    m_federation.change(change);
    const Part& algorithm = m_plan.algorithm;
    if (change.place.starts_with(kAlgorithmSection))
        m_algorithm->setParameters(findPart(registry().algorithms, algorithm.name)->parameters,
                                   algorithm.parameters);
}

void Run::note(Event event)
{
    m_notes.push_back(std::move(event));
}

StateAmendment changesPart(std::span<const RecordedChange> changes)
{
    return {.part = {.name = kChangesPart, .values = asBytes(changes)}, .place = kChangesPlace};
}

StateAmendment Run::changes() const
{
    return changesPart(m_changes);
}

int Run::roundsPlanned() const
{
    int rounds = m_plan.rounds;
    for (const auto& [round, change] : m_changes)
        if (round > m_roundsDone && change.place == kRoundsPlace)
            rounds = static_cast<int>(change.value);
    return rounds;
}

std::vector<RecordedChange> Run::changesToCome() const
{
    std::vector<RecordedChange> toCome;
    std::ranges::copy_if(m_changes, std::back_inserter(toCome), [this](const RecordedChange& each) {
        return each.round > m_roundsDone;
    });
    return toCome;
}

State Run::state() const
{
    State all{{.name = kChangesPart, .values = asBytes(m_changes), .lasting = true}};
    const auto append = [&all, this](const std::string& prefix, const State& parts) {
        for (const StatePart& part : parts) {
            StatePart& added = all.emplace_back(part);
            added.name = prefix + part.name;
            if (part.first && m_led && m_led->leads())
                added.dealt =
                    rowsOfRanks(*m_led->group(), *m_federation.deal(), added.name, part.values);
        }
    };
    append(kAlgorithmPrefix, m_algorithm->state());
    append(kSamplerPrefix, m_sampler->state());
    append(kFederationPrefix, m_federation.state());
    append(kBestPrefix, m_best.state());
    if (m_matrices.newest() >= 0)
        all.push_back(
            {.name = kMatricesPart, .values = at::full({1}, m_matrices.newest(), at::kLong)});
    return all;
}

void Run::compareRanks() const
{
    if (m_led && m_led->leads())
        m_led->compare(state(), m_roundsDone);
}

KeptModels Run::modelsInUse() const
{
    constexpr std::uint64_t kMegabyte = 1'000'000;
    const ModelsInUse models = m_algorithm->models();
    std::optional<DealtModels> dealt;
    if (models.personal != nullptr && models.personal->first) {
        dealt.emplace();
        for (const StatePart& part : state()) {
            if (part.values.is_same(models.personal->parameters))
                dealt->parameters = part.dealt;
            if (part.values.is_same(models.personal->buffers))
                dealt->buffers = part.dealt;
        }
    }
    return finalModels(models,
                       m_federation,
                       m_roundsDone,
                       static_cast<std::uint64_t>(m_plan.keepModelsMegabytes) * kMegabyte,
                       dealt ? &*dealt : nullptr);
}

std::optional<KeptModels> Run::modelsToKeep() const
{
    if (m_plan.keepModels == "none")
        return std::nullopt;
    if (m_plan.keepModels == kKeepsBest)
        if (std::optional<KeptModels> best = m_best.models())
            return best;
    return modelsInUse(); // also where no round was tested
}

Result<void> Run::mayBegin() const
{
    return m_lacksWeights ? Result<void>(Unexpected<Error>{*m_lacksWeights}) : Result<void>();
}

StatePart Run::ownRows(const std::string& name) const
{
    for (const StatePart& part : state())
        if (part.name == name && part.first)
            return part;
    throw std::runtime_error("no rows of " + name + " are dealt");
}

Result<void> Run::restore(const CheckpointDelta& checkpoint, const ArrivingRows* arrived)
{
    std::vector<StateShare> shares;
    std::vector<std::string> dealt;
    for (const StatePart& part : state())
        if (part.first) {
            shares.push_back({.part = part.name,
                              .first = *part.first,
                              .rows = part.values,
                              .isFilled = arrived && arrived->isComplete(part.name)});
            dealt.push_back(part.name);
        }
    COTERIE_TRY(const State all,
                decodeState(checkpoint, at::Device(m_federation.deviceName()), shares));
    COTERIE_TRY(const std::vector<RecordedChange> changes, changesIn(all, checkpoint.round));
    COTERIE_CHECK(checkChanges(m_plan, changes));
    if (m_led)
        m_led->restore(checkpoint, dealt);
    m_algorithm->restore(withPrefix(all, kAlgorithmPrefix));
    m_sampler->restore(withPrefix(all, kSamplerPrefix));
    m_federation.restore(withPrefix(all, kFederationPrefix));
    COTERIE_CHECK(m_best.restore(withPrefix(all, kBestPrefix)));
    const at::Tensor matrices = statePart(all, kMatricesPart);
    m_matrices.goOn(matrices.defined() ? static_cast<int>(matrices.item<std::int64_t>()) : -1);
    m_roundsDone = checkpoint.round;
    m_changes = changes;
    for (const auto& [round, change] : m_changes) {
        if (round > m_roundsDone)
            continue;
        makeChange(change, m_plan);
        obey(change);
    }
    announceChanges(m_changes);
    return {};
}

} // namespace coterie
