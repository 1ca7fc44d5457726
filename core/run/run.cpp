#include "core/run/run.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/store/run_store.h"
#include "core/train/scores.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
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
// The name is that of early versions, whose states hold no more than a learning rate.
constexpr const char* kChangesPart = "run/liveLearningRate";
constexpr std::size_t kChangesPlace = 0;

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
         const std::string& device)
    : m_input(network.input())
    , m_plan(plan)
    , m_federation(plan, std::move(dataset), std::move(shards), std::move(network), threads, device)
    , m_algorithm(makeAlgorithm(plan))
    , m_sampler(makeSampler(plan.sampler))
    , m_metrics(m_federation.facts(), plan.excludeLastClient)
{
    m_algorithm->start(m_federation);
}

RoundReport Run::advance(const std::stop_token& stop)
{
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
    m_roundsDone = report.round;
    announceChanges(m_changes);
    return report;
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
    m_lastShared = lastShared;
    m_changes = std::move(changes);
    return {};
}

void Run::change(std::span<const LiveChange> changes)
{
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
    const auto append = [&all](const std::string& prefix, const State& parts) {
        for (const auto& [name, values, lasting] : parts)
            all.push_back({.name = prefix + name, .values = values, .lasting = lasting});
    };
    append(kAlgorithmPrefix, m_algorithm->state());
    append(kSamplerPrefix, m_sampler->state());
    append(kFederationPrefix, m_federation.state());
    return all;
}

Result<void> Run::restore(const CheckpointDelta& checkpoint)
{
    COTERIE_TRY(const State all, decodeState(checkpoint, at::Device(m_federation.deviceName())));
    COTERIE_TRY(const std::vector<RecordedChange> changes, changesIn(all, checkpoint.round));
    COTERIE_CHECK(checkChanges(m_plan, changes));
    m_algorithm->restore(withPrefix(all, kAlgorithmPrefix));
    m_sampler->restore(withPrefix(all, kSamplerPrefix));
    m_federation.restore(withPrefix(all, kFederationPrefix));
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

namespace {

class Loop
{
public:
    Loop(Run& run, const RunSurroundings& surroundings)
        : m_run(run)
        , m_around(surroundings)
        , m_changesAnnounced(run.changesMade())
    {}

    RunOutcome go()
    {
        try {
            rounds();
        } catch (const RunStopped& stopped) {
            m_broken = true;
            m_cause = stopped.cause;
        }
        bool kept = insist([this] { return flushAtEnd(); });
        if (!kept && m_refusedForGood) // the sink may have said that it has moved
            kept = flushAtEnd().has_value();
        m_run.change(m_around.control.takeLastChanges());
        // Without a stored state a resumed run starts from the beginning.
        if (kept && m_run.changesMade() != m_changesAnnounced && hasStoredState()
            && m_outcome.status != RunStatus::Finished) {
            kept = keepChanges();
            if (hasStoredState()) // it may just have been lost with the store
                announcePlan();
        }
        m_outcome.roundsDone = std::max(0, m_around.recorder.roundKept());
        if (!kept) {
            m_outcome.status = RunStatus::Stopped;
            m_outcome.lacksRounds = true;
            m_outcome.reason =
                "Stopped because the run store could not be written"
                + (m_refusal.empty() ? "" : " (" + m_refusal + ")")
                + (m_around.sink.isGone() ? "." : ". Resuming computes the missing rounds again.");
        } else if (m_outcome.status == RunStatus::Stopped) {
            m_outcome.reason = "Stopped after round " + std::to_string(m_outcome.roundsDone) + ". "
                               + (m_cause.empty() ? "" : m_cause + ' ')
                               + (m_around.sink.lacksState(m_around.id)
                                      ? "Its state was deleted with the run store, so a resume "
                                        "begins again from round 0."
                                      : "You can resume it.");
        }
        setStatus(m_outcome.status, m_outcome.reason);
        return m_outcome;
    }

private:
    using SinkCall = std::function<Result<void>()>;

    void rounds()
    {
        const bool ready =
            insist([this] { return m_around.sink.setFacts(m_around.id, m_run.facts()); })
            && setStatus(RunStatus::Running);
        if (!ready || !insist([this] {
                return m_around.sink.setRounds(m_around.id, m_run.roundsPlanned());
            }))
            return;
        m_around.control.offer(liveSettings(m_run.plan(), registry()),
                               std::max(1, m_run.roundsDone() + 1));
        while (m_run.roundsDone() < m_run.plan().rounds || !m_around.control.mayEnd()) {
            if (!mayStartRound())
                return;
            oneRound();
            if (m_outcome.status == RunStatus::Failed)
                return;
        }
        m_outcome.status = RunStatus::Finished;
    }

    bool mayStartRound()
    {
        if (!m_around.control.wouldWait())
            return m_around.control.mayStartRound();
        // A pause may last for days: everything is on disk before it begins.
        insist([this] { return flushAll(); });
        setStatus(RunStatus::Paused);
        return m_around.control.mayStartRound() && setStatus(RunStatus::Running);
    }

    void takeChanges()
    {
        if (m_run.roundsDone() < 0)
            return; // no stored state can hold them yet, and round 0 does not train
        m_run.change(m_around.control.takeChanges(m_run.roundsDone() + 1));
        if (m_run.changesMade() == m_changesAnnounced)
            return;
        // On disk before the round, so that the change survives a stop or a crash in it.
        if (insist([this] { return flushAll(); }) && keepChanges())
            announcePlan(); // else what is not kept is tried again at the end
    }

    void oneRound()
    {
        const std::string name = "Round " + std::to_string(m_run.roundsDone() + 1);
        takeChanges();
        Result<void> recorded;
        const std::optional<std::string> failure = failureOf(name, [this, &recorded] {
            m_broken = true;
            RoundReport report = m_run.advance(m_around.control.stopToken());
            if (m_around.refusal)
                if (std::optional<std::string> reason = m_around.refusal(report))
                    return fail(std::move(*reason));
            const double held = m_around.recorder.secondsHeld();
            const double recording = held - std::exchange(m_secondsRecorded, held);
            report.timings.push_back(
                {.phase = "record", .seconds = recording}); // since the report before
            report.seconds += recording;
            const auto kept = std::make_shared<const RoundReport>(std::move(report));
            // The recorder first: it needs the round before it takes the state.
            recorded = m_around.recorder.roundDone(kept, [this] { return m_run.state(); });
            m_broken = false;
            if (std::string reason = nonFiniteReason(*kept); !reason.empty())
                fail(std::move(reason));
            const double samples = m_run.samplesUsed();
            m_around.observer.observe(
                RoundFinished{.run = m_around.id,
                              .report = kept,
                              .samples = samples - std::exchange(m_samplesUsed, samples)});
        });
        if (failure)
            return fail(*failure);
        insist([this] { return m_around.recorder.flush(); }, std::move(recorded));
    }

    [[nodiscard]] Result<void> flushAtEnd()
    {
        if (!m_broken)
            return flushAll();
        // A resume computes again what no safe point covers; of a failed run every round is kept.
        return m_outcome.status == RunStatus::Failed ? m_around.recorder.flushReports()
                                                     : m_around.recorder.flush();
    }

    [[nodiscard]] bool hasStoredState() const
    {
        return m_around.recorder.stateKept() >= 0 && !m_around.sink.lacksState(m_around.id);
    }

    /// In the stored state, for a resume.
    bool keepChanges()
    {
        return insist([this] { return m_around.recorder.flush(); },
                      m_around.recorder.amend(m_run.changes()));
    }

    /// Tells control, sink and observer about changes by hand.
    void announcePlan()
    {
        m_changesAnnounced = m_run.changesMade();
        m_around.control.offer(liveSettings(m_run.plan(), registry()), m_run.roundsDone() + 2);
        insist([this] { return m_around.sink.setRounds(m_around.id, m_run.roundsPlanned()); });
        m_around.observer.observe(PlanChanged{.run = m_around.id,
                                              .plan = std::make_shared<const RunPlan>(m_run.plan()),
                                              .toCome = m_run.changesToCome()});
    }

    void fail(std::string reason)
    {
        m_outcome.status = RunStatus::Failed;
        m_outcome.reason = std::move(reason);
    }

    /// Repeats the call until the sink takes it. Each refusal is reported. One that can pass pauses
    /// the run, any other stops it. False if the run was stopped instead.
    bool insist(const SinkCall& call) { return insist(call, call()); }
    bool insist(const SinkCall& call, Result<void> result)
    {
        for (bool last = false; !result; result = call()) {
            const std::string sentence = result.error().sentence();
            if (sentence != m_refusal)
                m_around.observer.observe(Trouble{sentence});
            if (!canPass(result.error())) {
                m_refusal = sentence;
                m_refusedForGood = true;
                m_around.control.stop();
                return false;
            }
            if (last) {
                m_refusal = sentence;
                return false;
            }
            if (!m_around.control.stopRequested()) {
                m_around.control.pause();
                static_cast<void>(m_around.control.mayStartRound());
            }
            last = m_around.control.stopRequested(); // after a stop one more attempt
        }
        return true;
    }

    bool setStatus(RunStatus status, const std::string& reason = {})
    {
        return insist([&] { return m_around.sink.setStatus(m_around.id, status, reason); });
    }
    Result<void> flushAll()
    {
        Result<void> flushed;
        const std::optional<std::string> failure = failureOf("The checkpoint", [this, &flushed] {
            flushed = m_around.recorder.flushAll([this] { return m_run.state(); });
        });
        if (failure)
            return coterie::fail("checkpoint", *failure);
        return flushed;
    }

    Run& m_run;
    const RunSurroundings& m_around;
    RunOutcome m_outcome{.status = RunStatus::Stopped, .reason = {}, .roundsDone = 0};
    std::string m_refusal, m_cause; ///< of the sink, of the run itself: why it stopped
    bool m_refusedForGood = false;  ///< waiting does not help
    int m_changesAnnounced = 0;
    bool m_broken = false;        ///< inside a round: the run's state is unusable
    double m_secondsRecorded = 0; ///< of the recorder's time, what reports contain so far
    double m_samplesUsed = 0;     ///< up to the newest round
};

} // namespace

RunOutcome runRounds(Run& run, const RunSurroundings& surroundings)
{
    return Loop(run, surroundings).go();
}

} // namespace coterie
