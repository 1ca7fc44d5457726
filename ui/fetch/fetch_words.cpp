#include "ui/fetch/fetch_words.h"

#include "ui/say.h"
#include "ui/words.h"

#include <array>

namespace coterie::ui {

QString sizeText(qint64 bytes)
{
    constexpr std::array kUnits{"kB", "MB", "GB", "TB"};
    if (bytes < 1000)
        return counted(bytes, say("1 byte"), say("%1 bytes"));
    double size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (size >= 999.5 && unit + 1 < kUnits.size()) {
        size /= 1000;
        ++unit;
    }
    return QStringLiteral("%1 %2").arg(QString::number(size, 'f', size < 99.95 ? 1 : 0),
                                       QLatin1String(kUnits[unit]));
}

QString amountText(qint64 received, qint64 total)
{
    return total > 0 ? say("%1 of %2").arg(sizeText(received), sizeText(total))
                     : sizeText(received);
}

QString progressText(const FetchProgress& progress)
{
    QString text;
    if (progress.files > 1)
        text = say("file %1 of %2, ").arg(progress.number).arg(progress.files);
    text += amountText(progress.received, progress.total);
    if (progress.bytesPerSecond)
        text += say(", %1/s").arg(sizeText(static_cast<qint64>(*progress.bytesPerSecond)));
    if (progress.secondsLeft)
        text += say(", %1 left").arg(durationText(*progress.secondsLeft));
    return text;
}

} // namespace coterie::ui
