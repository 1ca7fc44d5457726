#include "ui/views/name_elision.h"

#include <QSet>
#include <QTextLayout>

#include <algorithm>
#include <array>
#include <functional>

namespace coterie::ui {

namespace {

const QString kLeftOut = QStringLiteral("…");

/// How many letters all names have in common at their begin or end, in whole words.
struct Common
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

Common commonOf(const QStringList& names)
{
    const QString& first = names.front();
    Common common{.begin = first.size(), .end = first.size()};
    for (const QString& name : names) {
        const auto differs =
            std::mismatch(first.begin(), first.begin() + common.begin, name.begin(), name.end());
        common.begin = differs.first - first.begin();
        const auto differsBack =
            std::mismatch(first.rbegin(), first.rbegin() + common.end, name.rbegin(), name.rend());
        common.end = differsBack.first - first.rbegin();
    }
    // "12" and "10" differ as wholes.
    while (common.begin > 0 && first[common.begin - 1].isLetterOrNumber())
        --common.begin;
    while (common.end > 0 && first[first.size() - common.end].isLetterOrNumber())
        --common.end;
    for (const QString& name : names)
        common.end = std::min(common.end, name.size() - common.begin);
    return common;
}

/// The most letters, up to `most`, with which the text fits.
qsizetype mostThatFits(qsizetype most, const std::function<bool(qsizetype letters)>& fits)
{
    while (most > 0 && !fits(most))
        --most;
    return most;
}

/// Elided in what is common only; empty where the rest is too long.
QString
elidedInCommon(const QString& name, const Common& common, double room, const QFontMetricsF& metrics)
{
    const QString begin = name.left(common.begin);
    const QString own = name.mid(common.begin, name.size() - common.begin - common.end);
    const QString end = name.right(common.end);
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; };
    const auto cutEnd = [&](qsizetype letters) {
        return begin + own + end.left(letters) + kLeftOut;
    };
    const auto cutBoth = [&](qsizetype letters) {
        return begin.left(letters) + kLeftOut + own + (end.isEmpty() ? QString() : kLeftOut);
    };
    if (!end.isEmpty() && fits(cutEnd(0)))
        return cutEnd(mostThatFits(end.size(), [&](qsizetype n) { return fits(cutEnd(n)); }));
    if (!begin.isEmpty() && fits(cutBoth(0)))
        return cutBoth(mostThatFits(begin.size(), [&](qsizetype n) { return fits(cutBoth(n)); }));
    return {};
}

} // namespace

QStringList elidedApart(const QStringList& names,
                        const std::vector<double>& rooms,
                        const QFontMetricsF& metrics)
{
    const auto isCut = [&](qsizetype name) {
        const double room = rooms[std::size_t(name)];
        return room >= 0 && metrics.horizontalAdvance(names[name]) > room;
    };
    QStringList texts = names;
    bool isCutAny = false;
    for (qsizetype name = 0; name < names.size(); ++name)
        isCutAny = isCutAny || isCut(name);
    if (!isCutAny)
        return texts;
    const Common common = names.size() > 1 ? commonOf(names) : Common{};
    std::vector<qsizetype> others; // whose own parts are too long
    for (qsizetype name = 0; name < names.size(); ++name) {
        if (!isCut(name))
            continue;
        texts[name] = elidedInCommon(names[name], common, rooms[std::size_t(name)], metrics);
        if (texts[name].isEmpty())
            others.push_back(name);
    }
    qsizetype most = 0; // different names
    QStringList best = texts;
    for (const Qt::TextElideMode mode :
         std::array{Qt::ElideMiddle, Qt::ElideRight, Qt::ElideLeft}) {
        for (const qsizetype name : others)
            texts[name] = metrics.elidedText(names[name], mode, rooms[std::size_t(name)]);
        const qsizetype different = QSet<QString>(texts.begin(), texts.end()).size();
        if (different > most) {
            most = different;
            best = texts;
        }
    }
    return best;
}

QStringList fittedLines(const QString& text, const QFont& font, int width, int most)
{
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() < most;
         line = layout.createLine()) {
        line.setLineWidth(width);
        const bool isLast = lines.size() + 1 == most;
        lines << (isLast ? QFontMetrics(font).elidedText(
                      text.mid(line.textStart()), Qt::ElideRight, width)
                         : text.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

} // namespace coterie::ui
