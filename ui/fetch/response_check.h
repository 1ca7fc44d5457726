#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <optional>

namespace coterie::ui {

struct ResponseHead
{
    int status = 0;
    QString reason;                      ///< "Not Found"
    std::optional<qint64> contentLength; ///< of the body
    QByteArray contentRange;             ///< as sent
    QByteArray validator;                ///< a strong ETag, else Last-Modified
};

struct Awaited
{
    QUrl address;
    qint64 have = 0;      ///< bytes received before; above 0, a range was requested
    qint64 bytes = 0;     ///< of the whole file; 0: unknown
    QByteArray validator; ///< of the bytes received before; empty: unknown
};

struct AnswerVerdict
{
    enum class Step
    {
        Append,       ///< the body continues the received bytes
        Begin,        ///< the body is the whole file
        Complete,     ///< all bytes were received before
        AskFromStart, ///< the received bytes belong to another version
        Refuse
    };

    Step step = Step::Refuse;
    qint64 total = 0;     ///< of the whole file; 0: unknown
    QString sentence{};   ///< why it was refused
    bool passing = false; ///< refused for now; a retry can succeed
};

/// "bytes 100-199/200": which part of the file follows. An unknown total ("*") is 0; "bytes */200",
/// the answer to an impossible range, has only a total.
struct ContentRange
{
    qint64 first = -1;
    qint64 last = -1;
    qint64 total = 0;

    bool operator==(const ContentRange&) const = default;
};
[[nodiscard]] std::optional<ContentRange> parseContentRange(const QByteArray& text);

[[nodiscard]] AnswerVerdict judge(const ResponseHead& head, const Awaited& awaited);

/// The target of a redirect; an empty address and a sentence if it is not followed: to anything but
/// http and https, or from https to http, which is open to manipulation.
struct Redirect
{
    QUrl target;
    QString sentence;
};
[[nodiscard]] Redirect redirectOf(const QUrl& from, const QByteArray& location);

} // namespace coterie::ui
