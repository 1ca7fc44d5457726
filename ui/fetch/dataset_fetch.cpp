#include "ui/fetch/dataset_fetch.h"

#include <QNetworkAccessManager>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr qint64 kReportEvery = 100; // milliseconds

} // namespace

DatasetFetch::DatasetFetch(FetchPlan plan, const FetchPatience& patience, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_patience(patience)
{
    m_untold.setSingleShot(true);
    connect(&m_untold, &QTimer::timeout, this, &DatasetFetch::tell);
}

DatasetFetch::~DatasetFetch()
{
    delete m_current; // before the network it uses
}

void DatasetFetch::start()
{
    m_network = new QNetworkAccessManager(this); // here: it belongs to the thread that fetches
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
        return emit ended({FetchEnd::Cancelled, tr("cancelled; the files before are whole")});
    m_current = new FileFetch(*m_network, m_plan.files[m_next++], m_patience, this);
    m_lastReceived = -1;
    connect(m_current, &FileFetch::progressed, this, &DatasetFetch::report);
    connect(m_current, &FileFetch::ended, this, &DatasetFetch::endFile);
    m_current->start();
}

void DatasetFetch::endFile(const FileOutcome& outcome)
{
    if (m_untold.isActive())
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
    // Not from within the ended file: a set whose files are all there would call itself ever
    // deeper.
    QMetaObject::invokeMethod(this, &DatasetFetch::fetchNext, Qt::QueuedConnection);
}

void DatasetFetch::report()
{
    const qint64 now = m_clock.elapsed();
    const qint64 received = m_current->received();
    if (m_lastReceived < 0 || received < m_lastReceived)
        m_lastReceived = received; // it goes on from here, or began anew
    m_streamed += received - m_lastReceived;
    m_lastReceived = received;
    m_rate.add(now, m_streamed);
    const qint64 wait = m_reportedAt + kReportEvery - now;
    if (wait <= 0 || received == m_current->total())
        tell();
    else if (!m_untold.isActive())
        m_untold.start(static_cast<int>(wait));
}

void DatasetFetch::tell()
{
    m_untold.stop();
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
        progress.setTotal = progress.total; // the server may have said it
    if (progress.setTotal > 0 && progress.bytesPerSecond && *progress.bytesPerSecond > 0)
        progress.secondsLeft =
            static_cast<double>(std::max<qint64>(progress.setTotal - progress.setReceived, 0))
            / *progress.bytesPerSecond;
    return progress;
}

} // namespace coterie::ui
