#include "ui/client_texts.h"

#include "core/report/client_names.h"
#include "ui/words.h"

#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <set>

namespace coterie::ui {

QString clientText(std::span<const std::string> names, int client)
{
    return say("client %1").arg(toQString(numberedClient(names, client)));
}

QString wholeNames(std::span<const std::string> names, std::span<const int> clients)
{
    constexpr qsizetype kMostNames = 8;
    constexpr qsizetype kLineLetters = 80;
    QStringList lines;
    if (names.empty())
        return {};
    std::set<int> told; // a matrix has some twice
    for (const int client : clients) {
        const QString name = toQString(clientNameOf(names, client));
        if (name.isEmpty() || !told.insert(client).second)
            continue;
        if (std::ssize(told) > kMostNames) {
            lines << QStringLiteral("…");
            break;
        }
        const QString line = QStringLiteral("%1: %2").arg(client).arg(name);
        for (qsizetype from = 0; from < line.size(); from += kLineLetters)
            lines << line.mid(from, kLineLetters);
    }
    return lines.join(QLatin1Char('\n'));
}

double namedWidth(std::span<const std::string> names,
                  std::span<const int> clients,
                  const QFontMetrics& metrics,
                  double most)
{
    constexpr int kFewestLetters = 8;
    if (names.empty() || most < kFewestLetters * metrics.averageCharWidth())
        return 0;
    const QFontMetricsF exactly(metrics); // rounded down, it would cut the widest
    double widest = 0;
    for (const int client : clients)
        widest =
            std::max(widest, exactly.horizontalAdvance(toQString(numberedClient(names, client))));
    return std::min(widest, most);
}

QString namedInWidth(std::span<const std::string> names,
                     int client,
                     const QFontMetrics& metrics,
                     double width)
{
    return width > 0 ? metrics.elidedText(
               toQString(numberedClient(names, client)), Qt::ElideMiddle, int(std::ceil(width)))
                     : QString::number(client);
}

QString asWrappedTip(const QString& text)
{
    return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString asPlainTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

} // namespace coterie::ui
