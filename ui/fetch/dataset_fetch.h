#pragma once

#include "ui/fetch/fetch_plan.h"
#include "ui/fetch/file_fetch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QThread>
#include <QTimer>

#include <deque>
#include <optional>

class QNetworkAccessManager;

namespace coterie::ui {

struct FetchProgress
{
    QString file;   ///< the current one
    int number = 0; ///< of the file, from 1
    int files = 0;
    qint64 received = 0; ///< bytes of this file, earlier attempts included
    qint64 total = 0;    ///< of this file; 0: unknown
    qint64 setReceived = 0;
    qint64 setTotal = 0;                  ///< 0: unknown
    std::optional<double> bytesPerSecond; ///< absent until measured
    std::optional<double> secondsLeft;    ///< for all files; absent if sizes are unknown
};

/// "512 bytes", "28.9 kB", "170 MB".
[[nodiscard]] QString sizeText(qint64 bytes);
/// "3.2 MB of 9.9 MB", or "3.2 MB" if the total is unknown.
[[nodiscard]] QString amountText(qint64 received, qint64 total);
/// "file 2 of 4, 3.2 MB of 9.9 MB, 1.1 MB/s, 6 s left".
[[nodiscard]] QString progressText(const FetchProgress& progress);

/// The transfer rate over the last few seconds: it follows a changing connection without jumping at
/// every packet.
class TransferRate
{
public:
    /// `received` is a running total and `milliseconds` a monotonic clock.
    void add(qint64 milliseconds, qint64 received);
    /// Absent for the first half second.
    [[nodiscard]] std::optional<double> bytesPerSecond() const;

private:
    struct Moment
    {
        qint64 milliseconds = 0;
        qint64 received = 0;
    };

    std::deque<Moment> m_moments;
};

/// Downloads the files of a data set one after another; the first failure ends it. Works on any
/// thread with an event loop.
class DatasetFetch final : public QObject
{
    Q_OBJECT

public:
    explicit DatasetFetch(FetchPlan plan,
                          const FetchPatience& patience = {},
                          QObject* parent = nullptr);
    ~DatasetFetch() override;

    void start();
    void cancel();

signals:
    /// At most ten times a second; the last change is always reported.
    void progressed(const FetchProgress& progress);
    void fileEnded(const QString& file, const FileOutcome& outcome);
    /// AlreadyThere if no download was needed; the sentence of a failure names the file.
    void ended(const FileOutcome& outcome);

private:
    void fetchNext();
    void endFile(const FileOutcome& outcome);
    void report();
    void tell();
    [[nodiscard]] FetchProgress progress() const;

    FetchPlan m_plan;
    FetchPatience m_patience;
    QNetworkAccessManager* m_network = nullptr;
    FileFetch* m_current = nullptr;
    std::size_t m_next = 0;
    int m_fetched = 0;
    bool m_isCancelled = false;
    qint64 m_doneBytes = 0;    ///< of the complete files
    qint64 m_lastReceived = 0; ///< of the current file at the last report; -1: none yet
    qint64 m_streamed = 0;     ///< without earlier attempts, for the rate
    TransferRate m_rate;
    QElapsedTimer m_clock;
    qint64 m_reportedAt = -1000;
    QTimer m_delayed{this}; ///< runs while a report is delayed
};

/// The window's downloads: one data set after another, on a thread of their own, because hashing
/// and writing would block the window. Signals are emitted on the thread of this object.
class Downloads final : public QObject
{
    Q_OBJECT

public:
    explicit Downloads(const FetchPatience& patience = {}, QObject* parent = nullptr);
    /// Cancels; received bytes are kept.
    ~Downloads() override;

    void start(const FetchPlan& plan);
    /// Of a waiting or a running download.
    void cancel(const QString& dataset);
    /// Waiting or running.
    [[nodiscard]] bool isUnderWay(const QString& dataset) const;

signals:
    void started(const QString& dataset);
    void progressed(const QString& dataset, const FetchProgress& progress);
    void ended(const QString& dataset, const FileOutcome& outcome);

private:
    void startNext();

    FetchPatience m_patience;
    QThread m_thread;
    std::deque<FetchPlan> m_plans; ///< the first one is running
    DatasetFetch* m_fetch = nullptr;
};

} // namespace coterie::ui
