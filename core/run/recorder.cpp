#include "core/run/recorder.h"

#include "core/base/give_way.h"
#include "core/base/try.h"
#include "core/report/report_bytes.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace coterie {

namespace {

/// The largest shares of the time for commits and for snapshots.
constexpr double kCommitShare = 0.05;
constexpr double kSnapshotShare = 0.02;

} // namespace

/// Adds its own life time to the seconds that the run was held.
class Recorder::Stopwatch
{
public:
    explicit Stopwatch(Recorder& recorder)
        : m_recorder(recorder)
    {}
    ~Stopwatch() { m_recorder.m_secondsHeld += m_recorder.secondsSince(m_start); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    Recorder& m_recorder;
    const TimePoint m_start = m_recorder.m_now();
};

bool commitDue(const CommitTiming& timing)
{
    const double latest = timing.checkpointSeconds;
    const double earliest = std::min(1.0, latest);
    if (timing.sinceLast < earliest)
        return false;
    const double affordable = std::clamp(timing.lastCost / kCommitShare, earliest, latest);
    return timing.sinceLast >= affordable || timing.sinceLast + timing.roundSeconds > latest;
}

Recorder::Recorder(RunSink& sink,
                   std::int64_t run,
                   double checkpointSeconds,
                   const StateKeeping& keeping,
                   Clock clock,
                   std::size_t mostBytesWaiting)
    : m_sink(sink)
    , m_run(run)
    , m_checkpointSeconds(checkpointSeconds)
    , m_keeping(keeping)
    , m_now(std::move(clock))
    , m_mostBytesWaiting(mostBytesWaiting)
    , m_writer([this](const std::stop_token& stop) { write(stop); })
{}

void Recorder::adopt(const CheckpointDelta& stored)
{
    m_encoder.adopt(stored);
    m_roundKept = stored.round;
    m_roundHandedOver = stored.round;
    m_stateKept = stored.round;
}

Result<void> Recorder::roundDone(std::shared_ptr<const RoundReport> report,
                                 const StateSource& state)
{
    const Stopwatch watch(*this);
    m_bytesWaiting += bytesOf(*report);
    m_reports.push_back(std::move(report));
    const double roundSeconds = secondsSince(std::exchange(m_roundTime, m_now()));
    double writeCost = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_writing && m_refusal) {
            m_refusalReturned = true;
            return Unexpected<Error>{*m_refusal};
        }
        writeCost = m_writeCost;
    }
    if (m_keeping.takes(m_reports.back()->round) || m_bytesWaiting > m_mostBytesWaiting
        || m_reports.size() >= kMostReportsWaiting
        || commitDue({.sinceLast = secondsSince(m_commitTime),
                      .lastCost = writeCost + m_snapshotCost,
                      .roundSeconds = roundSeconds,
                      .checkpointSeconds = m_checkpointSeconds})) {
        if (const Result<void> settled = settle(); !settled)
            return settled;
        takeSnapshot(state);
        handOver();
        return m_isDealt ? settle() : Result<void>();
    }
    if (m_isDealt || secondsSince(m_snapshotTime) * kSnapshotShare < m_snapshotCost)
        return {};
    takeSnapshot(state);
    if (!m_isDealt) // which is known by now
        return {};
    if (const Result<void> settled = settle(); !settled)
        return settled;
    handOver();
    return settle();
}

Result<void> Recorder::flushAll(const StateSource& state)
{
    {
        const Stopwatch watch(*this);
        // A report is the only sign of a new state: without one the last snapshot is still the
        // newest.
        if (m_reports.size() > m_covered)
            takeSnapshot(state);
    }
    COTERIE_CHECK(flush());
    if (!m_sink.lacksState(m_run))
        return {};
    // It was lost as the sink took the last of the reports.
    const Stopwatch watch(*this);
    takeSnapshot(state);
    handOver();
    return settle();
}

Result<void> Recorder::flush()
{
    const Stopwatch watch(*this);
    if (const bool told = m_refusalReturned; !settle()) {
        if (!told)
            return settle();
        submitAgain(); // what was refused, once more
        if (const Result<void> again = settle(); !again)
            return again;
    }
    if (!m_snapshot)
        return {};
    handOver();
    return settle();
}

Result<void> Recorder::flushReports()
{
    if (const Result<void> flushed = flush(); !flushed || m_reports.empty())
        return flushed;
    const Stopwatch watch(*this);
    m_roundHandedOver = m_reports.back()->round;
    submit({.reports = takeReports(m_reports.size()), .safePoint = {}, .checkpoint = {}});
    return settle();
}

Result<void> Recorder::amend(const StateAmendment& amendment)
{
    const Stopwatch watch(*this);
    submit(
        {.reports = {}, .safePoint = {}, .checkpoint = m_encoder.amended(m_stateKept, amendment)});
    return settle();
}

void Recorder::takeSnapshot(const StateSource& state)
{
    const TimePoint start = m_now();
    m_snapshot.reset(); // its memory is needed for the next
    m_covered = 0;
    const int round = m_reports.empty() ? m_roundHandedOver : m_reports.back()->round;
    m_snapshot = SafePoint{.round = round, .state = m_keeper.keep(state())};
    m_isDealt = isDealt(m_snapshot->state);
    m_covered = m_reports.size();
    m_snapshotTime = m_now();
    m_snapshotCost = std::chrono::duration<double>(m_snapshotTime - start).count();
}

void Recorder::handOver()
{
    m_commitTime = m_now();
    m_roundHandedOver = m_snapshot->round;
    m_stateBefore = std::exchange(m_stateKept, m_snapshot->round);
    Batch batch{.reports = takeReports(m_covered),
                .safePoint = std::move(m_snapshot),
                .checkpoint = {},
                .isDealt = m_isDealt};
    m_snapshot.reset();
    m_covered = 0;
    submit(std::move(batch));
}

std::vector<std::shared_ptr<const RoundReport>> Recorder::takeReports(std::size_t count)
{
    const auto end = m_reports.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<std::shared_ptr<const RoundReport>> taken(m_reports.begin(), end);
    m_reports.erase(m_reports.begin(), end);
    for (const auto& report : taken)
        m_bytesWaiting -= bytesOf(*report);
    return taken;
}

void Recorder::submit(Batch batch)
{
    {
        const std::lock_guard lock(m_mutex);
        m_batch = std::move(batch);
    }
    submitAgain();
}

void Recorder::submitAgain()
{
    const bool now = m_batch->isDealt;
    {
        const std::lock_guard lock(m_mutex);
        m_writing = !now;
        m_refusal.reset();
    }
    if (now)
        attemptNow();
    else
        m_changed.notify_all();
}

void Recorder::attemptNow()
{
    try {
        attempt();
    } catch (...) {
        m_batch.reset();
        m_roundHandedOver = m_roundKept;
        m_stateKept = m_stateBefore;
        throw;
    }
}

Result<void> Recorder::settle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_writing; });
    m_refusalReturned = m_refusal.has_value(); // every caller passes it on
    if (m_refusal)
        return Unexpected<Error>{*m_refusal};
    m_roundKept = m_roundHandedOver;
    return {};
}

double Recorder::secondsSince(TimePoint start) const
{
    return std::chrono::duration<double>(m_now() - start).count();
}

void Recorder::encode(Batch& batch)
{
    if (!batch.safePoint)
        return;
    if (m_sink.lacksState(m_run))
        m_encoder.adopt({}); // so that all of it has changed
    batch.checkpoint = m_encoder.changes(batch.safePoint->round, batch.safePoint->state);
    if (m_keeping.takes(batch.safePoint->round))
        batch.checkpoint->keeping = m_keeping;
    batch.safePoint.reset();
}

Result<void> Recorder::commit(const Batch& batch)
{
    COTERIE_CHECK(
        m_sink.commit(m_run, batch.reports, batch.checkpoint ? &*batch.checkpoint : nullptr));
    if (batch.checkpoint)
        m_encoder.accept(); // no sooner: the batch may be dropped; see attemptNow()
    return {};
}

void Recorder::write(const std::stop_token& stop)
{
    giveWayToOtherThreads();
    std::unique_lock lock(m_mutex);
    // A commit handed over before the end is still written: wait() checks the predicate before the
    // stop token.
    while (m_changed.wait(lock, stop, [this] { return m_writing; })) {
        lock.unlock();
        attempt();
        lock.lock();
    }
}

void Recorder::attempt()
{
    Batch& batch = *m_batch; // untouched by others meanwhile
    const TimePoint start = m_now();
    std::optional<Error> refusal;
    const char* doing = "The state of the run cannot be made ready to be written: ";
    try {
        encode(batch);
        doing = "The run store cannot be written: ";
        if (const Result<void> done = commit(batch); !done)
            refusal = done.error();
    } catch (const std::exception& exception) {
        refusal = fail("store", std::string(doing) + exception.what()).error;
    }
    const double cost = secondsSince(start);
    const std::lock_guard lock(m_mutex);
    if (!refusal)
        m_batch.reset();
    m_refusal = std::move(refusal);
    m_writeCost = cost;
    m_writing = false;
    m_changed.notify_all();
}

} // namespace coterie
