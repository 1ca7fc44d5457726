#include "ui/fetch/file_fetch.h"

#include "ui/fetch/dataset_fetch.h"
#include "ui/numbers.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

#include <algorithm>

namespace coterie::ui {

namespace {

int statusOf(const QNetworkReply& reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

constexpr qint64 kReadAhead =
    1 << 20; // bytes that Qt buffers; a slow disk then slows the connection

/// A weak ETag does not guarantee the same bytes.
QByteArray validatorOf(const QNetworkReply& reply)
{
    const QByteArray tag = reply.rawHeader("ETag").trimmed();
    if (!tag.isEmpty() && !tag.startsWith("W/"))
        return tag;
    return reply.rawHeader("Last-Modified").trimmed();
}

ResponseHead headOf(const QNetworkReply& reply)
{
    ResponseHead head{.status = statusOf(reply),
                      .reason =
                          reply.attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString(),
                      .contentLength = {},
                      .contentRange = reply.rawHeader("Content-Range"),
                      .validator = validatorOf(reply)};
    bool isNumber = false;
    const qint64 length = reply.rawHeader("Content-Length").trimmed().toLongLong(&isNumber);
    if (isNumber && length >= 0)
        head.contentLength = length;
    return head;
}

/// Qt reports a connection that closes early either as an error or as a short answer.
QString earlyEndText(const QString& host)
{
    return FileFetch::tr("%1 closed the connection before the file was complete").arg(host);
}

QString troubleText(const QNetworkReply& reply)
{
    const QString host = reply.url().host();
    const QString why = reply.errorString();
    switch (reply.error()) {
    case QNetworkReply::HostNotFoundError:
        return FileFetch::tr("%1 was not found; check the internet connection").arg(host);
    case QNetworkReply::ConnectionRefusedError:
        return FileFetch::tr("%1 refused the connection").arg(host);
    case QNetworkReply::SslHandshakeFailedError:
        return FileFetch::tr("%1 has no valid certificate: %2").arg(host, why);
    case QNetworkReply::RemoteHostClosedError:
        return earlyEndText(host);
    default:
        return FileFetch::tr("%1: %2").arg(host, why);
    }
}

} // namespace

FileFetch::FileFetch(QNetworkAccessManager& network,
                     FetchFile file,
                     const FetchPatience& patience,
                     QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_file(file)
    , m_patience(patience)
    , m_part(std::move(file))
    , m_total(m_file.bytes)
{
    m_stall.setSingleShot(true);
    m_stall.setInterval(m_patience.stall);
    m_retry.setSingleShot(true);
    m_retry.setInterval(m_patience.beforeRetry);
    connect(&m_stall, &QTimer::timeout, this, [this] {
        attemptEnded(tr("%1 sent nothing for %2 s")
                         .arg(m_file.address.host())
                         .arg(digitsText(static_cast<double>(m_patience.stall.count()) / 1000, 6)));
    });
    connect(&m_retry, &QTimer::timeout, this, [this] { request(m_file.address); });
}

FileFetch::~FileFetch()
{
    dropReply();
}

void FileFetch::start()
{
    if (const std::optional<QString> difference = presentDifference(m_file)) {
        if (difference->isEmpty())
            return end(FetchEnd::AlreadyThere,
                       tr("already downloaded; %1").arg(checkedText(m_file)));
        return fail(tr("%1 exists, but is a different file (%2). Move it away to download the "
                       "published one")
                        .arg(m_file.target, *difference));
    }
    if (const QString problem = m_part.open(); !problem.isEmpty())
        return fail(problem);
    m_furthest = m_part.size();
    if (m_file.bytes > 0 && m_part.size() >= m_file.bytes)
        return complete();
    request(m_file.address);
}

void FileFetch::cancel()
{
    if (!m_over)
        end(FetchEnd::Cancelled, tr("cancelled.%1").arg(keptText()));
}

void FileFetch::request(const QUrl& address)
{
    QNetworkRequest request(address);
    // Redirects are checked here. "identity" keeps the bytes as stored: otherwise Qt would unpack a
    // .gz that the server marks as encoded.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setRawHeader("Accept-Encoding", "identity");
    if (m_part.size() > 0) {
        request.setRawHeader("Range", "bytes=" + QByteArray::number(m_part.size()) + '-');
        if (!m_part.validator().isEmpty())
            request.setRawHeader("If-Range", m_part.validator());
    }
    m_headRead = false;
    m_reply = m_network.get(request);
    m_reply->setReadBufferSize(kReadAhead);
    connect(m_reply, &QNetworkReply::readyRead, this, &FileFetch::takeBytes);
    connect(m_reply, &QNetworkReply::finished, this, &FileFetch::replyFinished);
    m_stall.start();
}

/// Checks the head before any byte of the body is used.
void FileFetch::readHead()
{
    m_headRead = true;
    const ResponseHead head = headOf(*m_reply);
    const AnswerVerdict verdict = judge(head,
                                        {.address = m_reply->url(),
                                         .have = m_part.size(),
                                         .bytes = m_file.bytes,
                                         .validator = m_part.validator()});
    using Step = AnswerVerdict::Step;
    if (verdict.step == Step::Complete)
        return complete();
    if (verdict.step == Step::AskFromStart) {
        if (!std::exchange(m_mayAsk, false))
            return fail(tr("%1 cannot resume the partial download").arg(m_file.address.host()));
        dropReply();
        if (const QString problem = m_part.begin({}); !problem.isEmpty())
            return fail(problem);
        return request(m_file.address);
    }
    if (verdict.step == Step::Refuse)
        return verdict.passing ? attemptEnded(verdict.sentence) : fail(verdict.sentence);
    m_total = verdict.total;
    if (verdict.step == Step::Begin)
        if (const QString problem = m_part.begin(head.validator); !problem.isEmpty())
            fail(problem);
}

void FileFetch::takeBytes()
{
    const int status = statusOf(*m_reply);
    if (status >= 300 && status < 400)
        return; // a redirect, followed once it has finished
    m_stall.start();
    const QNetworkReply* const answer = m_reply;
    if (!m_headRead)
        readHead();
    if (m_reply != answer) // finished, or requested again
        return;
    const QByteArray bytes = m_reply->readAll();
    if (bytes.isEmpty())
        return;
    if (const QString problem = m_part.append(bytes); !problem.isEmpty())
        return fail(problem + QLatin1Char('.') + keptText());
    emit progressed();
}

void FileFetch::replyFinished()
{
    const QNetworkReply& reply = *m_reply;
    const int status = statusOf(reply);
    if (status == 0)
        return attemptEnded(troubleText(reply));
    if (status >= 300 && status < 400 && status != 304)
        return followRedirect();
    takeBytes(); // the rest, or the head of an empty answer
    if (m_reply != &reply)
        return;
    const bool isShort = m_total > 0 && m_part.size() < m_total;
    if (reply.error() != QNetworkReply::NoError || isShort)
        return attemptEnded(isShort && reply.error() == QNetworkReply::NoError
                                ? earlyEndText(reply.url().host())
                                : troubleText(reply));
    complete();
}

void FileFetch::followRedirect()
{
    const Redirect redirect = redirectOf(m_reply->url(), m_reply->rawHeader("Location"));
    if (!redirect.sentence.isEmpty())
        return fail(redirect.sentence);
    if (++m_redirects > m_patience.redirects)
        return fail(tr("%1 redirected more than %2 times, perhaps in a loop")
                        .arg(m_file.address.toDisplayString())
                        .arg(m_patience.redirects));
    dropReply();
    request(redirect.target);
}

void FileFetch::attemptEnded(const QString& sentence)
{
    dropReply();
    const bool further = m_part.size() > m_furthest;
    m_furthest = std::max(m_furthest, m_part.size());
    if (further && m_attempts++ < m_patience.retries) {
        m_redirects = 0;
        return m_retry.start();
    }
    fail(sentence + QLatin1Char('.') + keptText());
}

void FileFetch::dropReply()
{
    m_stall.stop();
    if (!m_reply)
        return;
    QNetworkReply* reply = std::exchange(m_reply, nullptr);
    reply->disconnect(this);
    reply->deleteLater(); // also aborts it
}

void FileFetch::complete()
{
    dropReply();
    if (const QString problem = m_part.finish(); !problem.isEmpty())
        return fail(problem);
    end(FetchEnd::Done, checkedText(m_file));
}

void FileFetch::fail(const QString& sentence)
{
    end(FetchEnd::Failed, sentence);
}

void FileFetch::end(FetchEnd how, const QString& sentence)
{
    m_over = true;
    dropReply();
    m_retry.stop();
    m_part.close();
    emit ended({how, sentence});
}

QString FileFetch::keptText() const
{
    if (m_part.size() == 0)
        return {};
    return tr(" %1 are kept in %2; the next download resumes there")
        .arg(amountText(m_part.size(), m_total), m_part.path());
}

} // namespace coterie::ui
