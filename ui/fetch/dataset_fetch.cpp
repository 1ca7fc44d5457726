#include "ui/fetch/dataset_fetch.h"

#include "ui/numbers.h"
#include "ui/words.h"

#include <QNetworkAccessManager>

#include <algorithm>
#include <array>

namespace coterie::ui {

QString sizeText(qint64 bytes)
{
    constexpr std::array kUnits{"kB", "MB", "GB", "TB"};
    if (bytes < 1000)
        return counted(bytes, say("1 byte"), say("%1 bytes"));
    double size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (size >= 999.5 && unit + 1 < kUnits.size()) {
        size /= 1000;
        ++unit;
    }
    return QStringLiteral("%1 %2").arg(fixedText(size, size < 99.95 ? 1 : 0),
                                       QLatin1String(kUnits[unit]));
}

QString amountText(qint64 received, qint64 total)
{
    return total > 0 ? say("%1 of %2").arg(sizeText(received), sizeText(total))
                     : sizeText(received);
}

QString progressText(const FetchProgress& progress)
{
    QString text;
    if (progress.files > 1)
        text = say("file %1 of %2, ").arg(progress.number).arg(progress.files);
    text += amountText(progress.received, progress.total);
    if (progress.bytesPerSecond)
        text += say(", %1/s").arg(sizeText(static_cast<qint64>(*progress.bytesPerSecond)));
    if (progress.secondsLeft)
        text += say(", %1 left").arg(durationText(*progress.secondsLeft));
    return text;
}

namespace {

// Milliseconds.
constexpr qint64 kWindow = 5'000;
constexpr qint64 kShortest = 500;
constexpr qint64 kGrain = 100; // at most one moment per grain, however many packets arrive
constexpr qint64 kReportEvery = 100;

} // namespace

void TransferRate::add(qint64 milliseconds, qint64 received)
{
    if (m_moments.size() > 1
        && milliseconds - m_moments[m_moments.size() - 2].milliseconds < kGrain)
        m_moments.back() = {milliseconds, received};
    else
        m_moments.push_back({milliseconds, received});
    while (m_moments.size() > 2 && milliseconds - m_moments[1].milliseconds >= kWindow)
        m_moments.pop_front();
}

std::optional<double> TransferRate::bytesPerSecond() const
{
    if (m_moments.empty())
        return std::nullopt;
    const qint64 passed = m_moments.back().milliseconds - m_moments.front().milliseconds;
    if (passed < kShortest)
        return std::nullopt;
    return static_cast<double>(m_moments.back().received - m_moments.front().received) * 1000.0
           / static_cast<double>(passed);
}

DatasetFetch::DatasetFetch(FetchPlan plan, const FetchPatience& patience, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_patience(patience)
{
    m_delayed.setSingleShot(true);
    connect(&m_delayed, &QTimer::timeout, this, &DatasetFetch::tell);
}

DatasetFetch::~DatasetFetch()
{
    delete m_current; // before the network it uses
}

void DatasetFetch::start()
{
    m_network =
        new QNetworkAccessManager(this); // here, so that it belongs to the downloading thread
    m_clock.start();
    fetchNext();
}

void DatasetFetch::cancel()
{
    m_isCancelled = true;
    if (m_current)
        m_current->cancel();
}

void DatasetFetch::fetchNext()
{
    if (m_next == m_plan.files.size())
        return emit ended({m_fetched > 0 ? FetchEnd::Done : FetchEnd::AlreadyThere, {}});
    if (m_isCancelled) // between two files
        return emit ended({FetchEnd::Cancelled, tr("cancelled; earlier files are complete")});
    m_current = new FileFetch(*m_network, m_plan.files[m_next++], m_patience, this);
    m_lastReceived = -1;
    connect(m_current, &FileFetch::progressed, this, &DatasetFetch::report);
    connect(m_current, &FileFetch::ended, this, &DatasetFetch::endFile);
    m_current->start();
}

void DatasetFetch::endFile(const FileOutcome& outcome)
{
    if (m_delayed.isActive())
        tell();
    const FetchFile file = m_current->file();
    const qint64 size = std::max(file.bytes, m_current->received());
    m_current->disconnect(this);
    std::exchange(m_current, nullptr)->deleteLater();
    emit fileEnded(file.name, outcome);
    if (outcome.end == FetchEnd::Failed || outcome.end == FetchEnd::Cancelled)
        return emit ended({outcome.end, tr("%1: %2").arg(file.name, outcome.sentence)});
    m_fetched += outcome.end == FetchEnd::Done ? 1 : 0;
    m_doneBytes += size;
    // Queued: a set whose files all exist would recurse.
    QMetaObject::invokeMethod(this, &DatasetFetch::fetchNext, Qt::QueuedConnection);
}

void DatasetFetch::report()
{
    const qint64 now = m_clock.elapsed();
    const qint64 received = m_current->received();
    if (m_lastReceived < 0 || received < m_lastReceived)
        m_lastReceived = received; // resumed from here, or restarted
    m_streamed += received - m_lastReceived;
    m_lastReceived = received;
    m_rate.add(now, m_streamed);
    const qint64 wait = m_reportedAt + kReportEvery - now;
    if (wait <= 0 || received == m_current->total())
        tell();
    else if (!m_delayed.isActive())
        m_delayed.start(static_cast<int>(wait));
}

void DatasetFetch::tell()
{
    m_delayed.stop();
    m_reportedAt = m_clock.elapsed();
    emit progressed(progress());
}

FetchProgress DatasetFetch::progress() const
{
    FetchProgress progress{.file = m_current->file().name,
                           .number = static_cast<int>(m_next),
                           .files = static_cast<int>(m_plan.files.size()),
                           .received = m_current->received(),
                           .total = m_current->total(),
                           .setReceived = m_doneBytes + m_current->received(),
                           .setTotal = m_plan.knowsAllSizes() ? m_plan.bytes() : 0,
                           .bytesPerSecond = m_rate.bytesPerSecond(),
                           .secondsLeft = {}};
    if (m_plan.files.size() == 1)
        progress.setTotal = progress.total; // from the server, if it said so
    if (progress.setTotal > 0 && progress.bytesPerSecond && *progress.bytesPerSecond > 0)
        progress.secondsLeft =
            static_cast<double>(std::max<qint64>(progress.setTotal - progress.setReceived, 0))
            / *progress.bytesPerSecond;
    return progress;
}

Downloads::Downloads(const FetchPatience& patience, QObject* parent)
    : QObject(parent)
    , m_patience(patience)
{}

Downloads::~Downloads()
{
    m_thread.quit(); // ends the download, which keeps its partial file
    m_thread.wait();
}

void Downloads::start(const FetchPlan& plan)
{
    if (isUnderWay(plan.dataset))
        return;
    m_plans.push_back(plan);
    emit started(plan.dataset);
    if (!m_fetch)
        startNext();
}

void Downloads::cancel(const QString& dataset)
{
    if (m_fetch && m_plans.front().dataset == dataset) {
        QMetaObject::invokeMethod(m_fetch, &DatasetFetch::cancel, Qt::QueuedConnection);
        return;
    }
    if (std::erase_if(m_plans, [&](const FetchPlan& plan) { return plan.dataset == dataset; }) > 0)
        emit ended(dataset, {FetchEnd::Cancelled, tr("Cancelled before it started")});
}

bool Downloads::isUnderWay(const QString& dataset) const
{
    return std::ranges::any_of(m_plans,
                               [&](const FetchPlan& plan) { return plan.dataset == dataset; });
}

void Downloads::startNext()
{
    if (m_plans.empty())
        return;
    const QString dataset = m_plans.front().dataset;
    m_fetch = new DatasetFetch(m_plans.front(), m_patience);
    m_fetch->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_fetch, &QObject::deleteLater);
    connect(m_fetch, &DatasetFetch::progressed, this, [this, dataset](const FetchProgress& now) {
        emit progressed(dataset, now);
    });
    connect(m_fetch, &DatasetFetch::ended, this, [this, dataset](const FileOutcome& outcome) {
        std::exchange(m_fetch, nullptr)->deleteLater();
        m_plans.pop_front();
        emit ended(dataset, outcome);
        startNext();
    });
    m_thread.start();
    QMetaObject::invokeMethod(m_fetch, &DatasetFetch::start, Qt::QueuedConnection);
}

} // namespace coterie::ui
