#pragma once

#include "ui/fetch/part_file.h"
#include "ui/fetch/response_check.h"

#include <QObject>
#include <QTimer>

#include <chrono>

class QNetworkAccessManager;
class QNetworkReply;

namespace coterie::ui {

/// How patient a fetch is.
struct FetchPatience
{
    std::chrono::milliseconds stall{30'000}; ///< without a byte: the attempt has ended
    std::chrono::milliseconds beforeRetry{1'500};
    int retries = 4; ///< only while each attempt brings the file further
    int redirects = 8;
};

enum class FetchEnd
{
    Done,
    AlreadyThere,
    Cancelled,
    Failed
};

/// How the fetch of one file ended, and the sentence that says so.
struct FileOutcome
{
    FetchEnd end = FetchEnd::Failed;
    QString sentence{};
};

/// Fetches one file over HTTP. A connection that breaks or stalls is taken up again where it ended,
/// by a range request that names the version it belongs to; a server that cannot go on in the
/// middle begins anew. Works on the thread it lives on, and ends exactly once.
class FileFetch final : public QObject
{
    Q_OBJECT

public:
    FileFetch(QNetworkAccessManager& network,
              FetchFile file,
              const FetchPatience& patience,
              QObject* parent = nullptr);
    ~FileFetch() override;

    void start();
    /// What was received is kept.
    void cancel();

    [[nodiscard]] qint64 received() const { return m_part.size(); }
    [[nodiscard]] qint64 total() const { return m_total; }
    [[nodiscard]] const FetchFile& file() const { return m_file; }

signals:
    void progressed();
    void ended(const FileOutcome& outcome);

private:
    void request(const QUrl& address);
    void readHead();
    void takeBytes();
    void replyFinished();
    void followRedirect();
    void askFromStart();
    void attemptEnded(const QString& sentence);
    void dropReply();
    void complete();
    void fail(const QString& sentence);
    void end(FetchEnd how, const QString& sentence);
    /// " 3.2 MB of 9.9 MB are kept …", or nothing if there is nothing to keep.
    [[nodiscard]] QString keptText() const;

    QNetworkAccessManager& m_network;
    FetchFile m_file;
    FetchPatience m_patience;
    PartFile m_part;
    QTimer m_stall;
    QTimer m_retry;
    QNetworkReply* m_reply = nullptr;
    bool m_headRead = false;
    bool m_mayAsk = true; ///< asking from the start once more could help
    qint64 m_total = 0;
    qint64 m_furthest = 0; ///< of all attempts so far
    int m_attempts = 0;
    int m_redirects = 0;
    bool m_over = false;
};

} // namespace coterie::ui
