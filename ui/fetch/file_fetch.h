#pragma once

#include "ui/fetch/part_file.h"
#include "ui/fetch/response_check.h"

#include <QObject>
#include <QTimer>

#include <chrono>

class QNetworkAccessManager;
class QNetworkReply;

namespace coterie::ui {

struct FetchPatience
{
    std::chrono::milliseconds stall{30'000}; ///< without a byte: the attempt failed
    std::chrono::milliseconds beforeRetry{1'500};
    int retries = 4; ///< only while each attempt receives new bytes
    int redirects = 8;
};

enum class FetchEnd
{
    Done,
    AlreadyThere,
    Cancelled,
    Failed
};

struct FileOutcome
{
    FetchEnd end = FetchEnd::Failed;
    QString sentence{};
};

/// Downloads one file over HTTP. A broken or stalled connection is resumed by a range request for
/// the same version of the file; a server that cannot resume starts again. Works on the thread of
/// this object; `ended` is emitted exactly once.
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
    /// Received bytes are kept.
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
    void attemptEnded(const QString& sentence);
    void dropReply();
    void complete();
    void fail(const QString& sentence);
    void end(FetchEnd how, const QString& sentence);
    /// " 3.2 MB of 9.9 MB are kept …", or empty without received bytes.
    [[nodiscard]] QString keptText() const;

    QNetworkAccessManager& m_network;
    FetchFile m_file;
    FetchPatience m_patience;
    PartFile m_part;
    QTimer m_stall;
    QTimer m_retry;
    QNetworkReply* m_reply = nullptr;
    bool m_headRead = false;
    bool m_mayAsk = true; ///< a request from the start has not been tried yet
    qint64 m_total = 0;
    qint64 m_furthest = 0; ///< the most bytes of any attempt
    int m_attempts = 0;
    int m_redirects = 0;
    bool m_over = false;
};

} // namespace coterie::ui
