#include "ui/fetch/response_check.h"

#include "ui/words.h"

#include <QRegularExpression>

namespace coterie::ui {

namespace {

AnswerVerdict refuse(const QString& sentence, bool passing = false)
{
    return {.step = AnswerVerdict::Step::Refuse, .sentence = sentence, .passing = passing};
}

/// The published size differs from the offered one.
AnswerVerdict refuseSize(const Awaited& awaited, qint64 offered)
{
    return refuse(say("%1 offers %2 bytes instead of %3: the file at %4 is a different one")
                      .arg(awaited.address.host())
                      .arg(offered)
                      .arg(awaited.bytes)
                      .arg(awaited.address.toDisplayString()));
}

AnswerVerdict judgeWhole(const ResponseHead& head, const Awaited& awaited)
{
    const qint64 total = head.contentLength.value_or(0);
    if (awaited.bytes > 0 && head.contentLength && total != awaited.bytes)
        return refuseSize(awaited, total);
    return {.step = AnswerVerdict::Step::Begin, .total = awaited.bytes > 0 ? awaited.bytes : total};
}

AnswerVerdict judgeRange(const ResponseHead& head, const Awaited& awaited)
{
    const AnswerVerdict again{.step = AnswerVerdict::Step::AskFromStart};
    if (awaited.have == 0)
        return refuse(say("%1 sent only a part of the file").arg(awaited.address.host()));
    const auto range = parseContentRange(head.contentRange);
    if (!range || range->first != awaited.have || range->last < range->first)
        return again;
    if (!head.validator.isEmpty() && !awaited.validator.isEmpty()
        && head.validator != awaited.validator)
        return again;
    if (range->total > 0 && range->last + 1 != range->total)
        return again;
    if (awaited.bytes > 0 && range->total > 0 && range->total != awaited.bytes)
        return refuseSize(awaited, range->total);
    return {.step = AnswerVerdict::Step::Append,
            .total = awaited.bytes > 0 ? awaited.bytes : range->total};
}

/// 416: the file has no byte after the received ones.
AnswerVerdict judgeNoRange(const ResponseHead& head, const Awaited& awaited)
{
    const auto range = parseContentRange(head.contentRange);
    const qint64 total = range ? range->total : 0;
    if (total > 0 && total == awaited.have && (awaited.bytes == 0 || awaited.bytes == total))
        return {.step = AnswerVerdict::Step::Complete, .total = total};
    return {.step = AnswerVerdict::Step::AskFromStart};
}

QString statusSentence(const ResponseHead& head, const Awaited& awaited)
{
    const QString answer =
        say("%1 answered %2")
            .arg(awaited.address.host(),
                 head.reason.isEmpty() ? QString::number(head.status)
                                       : say("%1 (%2)").arg(head.status).arg(head.reason));
    if (head.status == 404 || head.status == 410)
        return say("%1: the file is no longer at %2")
            .arg(answer, awaited.address.toDisplayString());
    if (head.status >= 500)
        return say("%1 for %2. The server has a problem; try again later")
            .arg(answer, awaited.address.toDisplayString());
    return say("%1 for %2").arg(answer, awaited.address.toDisplayString());
}

} // namespace

std::optional<ContentRange> parseContentRange(const QByteArray& text)
{
    static const QRegularExpression kForm(
        QStringLiteral("^\\s*bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = kForm.match(QString::fromLatin1(text));
    if (!match.hasMatch())
        return std::nullopt;
    ContentRange range;
    if (!match.captured(1).isEmpty()) {
        range.first = match.captured(1).toLongLong();
        range.last = match.captured(2).toLongLong();
    }
    range.total = match.captured(3).toLongLong(); // "*" becomes 0
    return range;
}

AnswerVerdict judge(const ResponseHead& head, const Awaited& awaited)
{
    switch (head.status) {
    case 200:
        return judgeWhole(head, awaited);
    case 206:
        return judgeRange(head, awaited);
    case 416:
        if (awaited.have > 0)
            return judgeNoRange(head, awaited);
        break;
    default:
        break;
    }
    const bool passing =
        head.status == 429 || head.status == 502 || head.status == 503 || head.status == 504;
    return refuse(statusSentence(head, awaited), passing);
}

Redirect redirectOf(const QUrl& from, const QByteArray& location)
{
    const QUrl target = from.resolved(QUrl::fromEncoded(location));
    const QString scheme = target.scheme().toLower();
    if (location.isEmpty() || !target.isValid() || target.host().isEmpty()
        || (scheme != QLatin1String("http") && scheme != QLatin1String("https")))
        return {{},
                say("%1 redirects to \"%2\", which is not a web address")
                    .arg(from.host(), QString::fromUtf8(location))};
    if (from.scheme().toLower() == QLatin1String("https") && scheme == QLatin1String("http"))
        return {{},
                say("%1 redirects from https to the insecure %2. The redirect was not followed")
                    .arg(from.host(), target.toDisplayString())};
    return {target, {}};
}

} // namespace coterie::ui
