#pragma once

#include "ui/fetch/fetch_plan.h"
#include "ui/fetch/file_fetch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QThread>
#include <QTimer>
#include <QtGlobal>

#include <deque>
#include <optional>

class QNetworkAccessManager;

namespace coterie::ui {

/// How far a fetch has come.
struct FetchProgress
{
    QString file;        ///< the one that is coming in
    int number = 0;      ///< which of the files it is, from 1
    int files = 0;       ///< how many there are
    qint64 received = 0; ///< bytes of this file, with those of an earlier attempt
    qint64 total = 0;    ///< of this file; 0: not known
    qint64 setReceived = 0;
    qint64 setTotal = 0;                  ///< 0: not known
    std::optional<double> bytesPerSecond; ///< absent until it can be told
    std::optional<double> secondsLeft;    ///< for all files; absent where sizes are unknown
};

/// "512 bytes", "28.9 kB", "170 MB".
[[nodiscard]] QString sizeText(qint64 bytes);
/// "3.2 MB of 9.9 MB", or "3.2 MB" where the whole is not known.
[[nodiscard]] QString amountText(qint64 received, qint64 total);
/// "file 2 of 4, 3.2 MB of 9.9 MB, 1.1 MB/s, 6 s left".
[[nodiscard]] QString progressText(const FetchProgress& progress);

/// How fast bytes have been coming in of late: over the last few seconds, so that it follows a
/// connection that gets slower without jumping at every packet.
class TransferRate
{
public:
    /// `received` counts since the beginning and never falls; `milliseconds` is any clock that only
    /// goes forward.
    void add(qint64 milliseconds, qint64 received);
    /// Absent until half a second can be looked back on.
    [[nodiscard]] std::optional<double> bytesPerSecond() const;

private:
    struct Moment
    {
        qint64 milliseconds = 0;
        qint64 received = 0;
    };

    std::deque<Moment> m_moments;
};

/// Fetches the files of a data set, one after another; the first that fails ends it. Lives on one
/// thread, any one with an event loop.
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
    [[nodiscard]] const FetchPlan& plan() const { return m_plan; }

signals:
    /// At most ten times a second; what came in last is told soon, also where nothing follows.
    void progressed(const FetchProgress& progress);
    void fileEnded(const QString& file, const FileOutcome& outcome);
    /// AlreadyThere if no file had to be fetched; of a failure the sentence names the file.
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
    qint64 m_doneBytes = 0;    ///< of the files that are whole
    qint64 m_lastReceived = 0; ///< of the current file, when last looked at; -1: not yet
    qint64 m_streamed = 0; ///< what came in now, without earlier attempts: the rate is told of it
    TransferRate m_rate;
    QElapsedTimer m_clock;
    qint64 m_reportedAt = -1000;
    QTimer m_untold{this}; ///< runs while there is news for which it is too early
};

/// The window's downloads: one data set after another, each on a thread of its own, because hashing
/// and writing would make the window wait. Progress and ends are told on the thread this lives on.
class Downloads final : public QObject
{
    Q_OBJECT

public:
    explicit Downloads(const FetchPatience& patience = {}, QObject* parent = nullptr);
    /// Cancels: what was received is kept.
    ~Downloads() override;

    void start(const FetchPlan& plan);
    /// What waits is forgotten, what runs is ended.
    void cancel(const QString& dataset);
    /// Waiting or coming in.
    [[nodiscard]] bool isUnderWay(const QString& dataset) const;

signals:
    void started(const QString& dataset);
    void progressed(const QString& dataset, const FetchProgress& progress);
    void ended(const QString& dataset, const FileOutcome& outcome);

private:
    void startNext();

    FetchPatience m_patience;
    QThread m_thread;
    std::deque<FetchPlan> m_plans; ///< the first is coming in
    DatasetFetch* m_fetch = nullptr;
};

} // namespace coterie::ui
