#pragma once

#include "ui/fetch/fetch_plan.h"
#include "ui/fetch/fetch_words.h"
#include "ui/fetch/file_fetch.h"
#include "ui/fetch/transfer_rate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QNetworkAccessManager;

namespace coterie::ui {

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

} // namespace coterie::ui
