#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <optional>

namespace coterie::ui {

/// What a server says before a file's bytes.
struct ResponseHead
{
    int status = 0;
    QString reason;                      ///< "Not Found"
    std::optional<qint64> contentLength; ///< of what follows
    QByteArray contentRange;             ///< as it was sent
    QByteArray validator;                ///< its ETag if that is a strong one, else Last-Modified
};

/// What was asked for.
struct Awaited
{
    QUrl address;
    qint64 have = 0;      ///< bytes that lie here already; more than 0: a range was asked for
    qint64 bytes = 0;     ///< of the whole file; 0: not known
    QByteArray validator; ///< of the bytes that lie here; empty: not known
};

struct AnswerVerdict
{
    enum class Step
    {
        Append,       ///< the bytes go on where those that are here end
        Begin,        ///< the bytes are the file from its beginning
        Complete,     ///< nothing is missing
        AskFromStart, ///< what is here does not belong to the file that is there now
        Refuse
    };

    Step step = Step::Refuse;
    qint64 total = 0;     ///< of the whole file; 0: not known
    QString sentence{};   ///< why it is refused
    bool passing = false; ///< refused now, perhaps not in a while
};

/// "bytes 100-199/200": which part of the file follows. A total that is not known ("*") is 0, and
/// of "bytes */200", which says that no such range exists, only the total is known.
struct ContentRange
{
    qint64 first = -1;
    qint64 last = -1;
    qint64 total = 0;

    bool operator==(const ContentRange&) const = default;
};
[[nodiscard]] std::optional<ContentRange> parseContentRange(const QByteArray& text);

[[nodiscard]] AnswerVerdict judge(const ResponseHead& head, const Awaited& awaited);

/// Where a redirect leads; an empty address and a sentence if it is not followed: to anything but
/// http and https, or from https to http, where anyone on the way could change the file.
struct Redirect
{
    QUrl target;
    QString sentence;
};
[[nodiscard]] Redirect redirectOf(const QUrl& from, const QByteArray& location);

} // namespace coterie::ui
