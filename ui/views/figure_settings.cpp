#include "ui/views/figure_settings.h"

#include "ui/numbers.h"
#include "ui/words.h"

#include <QLocale>
#include <QSettings>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace coterie::ui {

namespace {

/// Enumerations are kept as words, so that their order may change.
template <typename Choice>
struct Word
{
    Choice choice;
    const char* word;
};

constexpr std::array kColumnWords{Word{FigureColumn::Single, "single"},
                                  Word{FigureColumn::Double, "double"},
                                  Word{FigureColumn::Own, "own"}};
constexpr std::array kFormats{
    Word{FigureFormat::Pdf, "pdf"}, Word{FigureFormat::Svg, "svg"}, Word{FigureFormat::Png, "png"}};
constexpr std::array kLegends{Word{FigureLegend::None, "none"},
                              Word{FigureLegend::Above, "above"},
                              Word{FigureLegend::Below, "below"},
                              Word{FigureLegend::Right, "right"},
                              Word{FigureLegend::TopLeft, "topLeft"},
                              Word{FigureLegend::TopRight, "topRight"},
                              Word{FigureLegend::BottomLeft, "bottomLeft"},
                              Word{FigureLegend::BottomRight, "bottomRight"}};

template <typename Choice>
QString wordOf(std::type_identity_t<std::span<const Word<Choice>>> words, Choice choice)
{
    for (const Word<Choice>& known : words)
        if (known.choice == choice)
            return QLatin1String(known.word);
    return {};
}

/// The choice stays as it is if the word is unknown.
template <typename Choice>
void readWord(std::type_identity_t<std::span<const Word<Choice>>> words,
              const QVariant& word,
              Choice& choice)
{
    for (const Word<Choice>& known : words)
        if (word.toString() == QLatin1String(known.word))
            choice = known.choice;
}

void readNumber(const QVariant& value, FigureRange allowed, double& number)
{
    bool isNumber = false;
    const double read = value.toDouble(&isNumber);
    if (isNumber && read >= allowed.least && read <= allowed.most)
        number = read;
}

QString keyOf(const QString& text)
{
    QString key = text;
    return key.replace(QLatin1Char('/'), QLatin1Char('|'))
        .replace(QLatin1Char('\\'), QLatin1Char('|'));
}

QString viewGroup(const QString& view)
{
    return QStringLiteral("figure/view-") + keyOf(view);
}

void setOrRemove(QSettings& settings, const QString& key, const QVariant& value)
{
    if (value.isNull() || value.toString().isEmpty())
        settings.remove(key);
    else
        settings.setValue(key, value);
}

QVariant variantOf(std::optional<double> number)
{
    return number ? QVariant(*number) : QVariant();
}

/// The power of ten of the fourth digit.
int fourthDigit(double size)
{
    return int(std::floor(std::log10(size))) - 3;
}

/// To a multiple of this power of ten.
double roundedTo(double value, int power)
{
    const double step = std::pow(10.0, power);
    const double rounded = power > 0 ? std::round(value / step) * step
                                     : QString::number(value, 'f', -power).toDouble();
    return rounded + 0.0; // not −0
}

} // namespace

double FigureSettings::width() const
{
    return column == FigureColumn::Single   ? kSingleColumn
           : column == FigureColumn::Double ? kDoubleColumn
                                            : ownWidth;
}

double FigureSettings::usualHeight() const
{
    constexpr double kShare = 0.75;
    constexpr double kWideShare = 0.46; // two columns wide, a figure is a strip of the page
    return std::round(width() * (column == FigureColumn::Double ? kWideShare : kShare));
}

QString fieldText(double value)
{
    return digitsText(value, QLocale::FloatingPointShortest);
}

QString
numberProblem(const QString& name, const QString& text, FigureRange allowed, const QString& unit)
{
    const std::optional<double> number = typedNumber(text);
    if (number && *number >= allowed.least && *number <= allowed.most)
        return {};
    const QString range = say("%1 must be from %2 to %3 %4")
                              .arg(name, fieldText(allowed.least), fieldText(allowed.most), unit);
    return text.trimmed().isEmpty() ? range + QLatin1Char('.')
                                    : say("%1 (is %2).").arg(range, text.trimmed());
}

std::array<double, 2> roundedLimits(const std::array<double, 2>& limits, bool logarithmic)
{
    const double width = limits[1] - limits[0];
    if (!std::isfinite(width) || width <= 0)
        return limits;
    std::array<double, 2> rounded = limits;
    for (double& limit : rounded) {
        int power = fourthDigit(width);
        if (logarithmic && limit > 0) // else the lower one would become 0
            power = std::min(power, fourthDigit(limit));
        limit = roundedTo(limit, power);
    }
    return rounded;
}

QString limitsProblem(const std::array<QString, 2>& texts,
                      const std::array<double, 2>& automatic,
                      bool logarithmic)
{
    std::array<double, 2> limits = automatic;
    std::array<double, 2> shown = roundedLimits(automatic, logarithmic);
    for (std::size_t end = 0; end < texts.size(); ++end) {
        const QString text = texts[end].trimmed();
        if (text.isEmpty())
            continue;
        const std::optional<double> number = typedNumber(text);
        if (!number)
            return say("A limit must be a number or empty (is %1).").arg(text);
        if (logarithmic && *number <= 0)
            return say("A limit of a logarithmic axis must be above 0 (is %1).").arg(text);
        limits[end] = shown[end] = *number;
    }
    if (limits[0] < limits[1])
        return {};
    if (shown[0] < shown[1]) // only rounded
        shown = limits;
    return say("The first limit must be below the second (are %1 and %2).")
        .arg(fieldText(shown[0]), fieldText(shown[1]));
}

QString pixelsProblem(double width, double height, int dotsPerInch)
{
    constexpr double kInch = 25.4;
    const double pixels = width / kInch * dotsPerInch * height / kInch * dotsPerInch;
    if (pixels <= kMostFigurePixels)
        return {};
    return say("A PNG file can have at most %1 pixels (would have %2). Choose a lower resolution "
               "or a smaller size.")
        .arg(countText(qint64(kMostFigurePixels)), countText(std::llround(pixels)));
}

FigureSettings rememberedFigure(const QString& view, const QString& content)
{
    const QSettings stored;
    FigureSettings settings;
    const auto of = [&](const QString& group, const char* key) {
        return stored.value(group + QLatin1Char('/') + QLatin1String(key));
    };
    const QString all = QStringLiteral("figure");
    readWord(kColumnWords, of(all, "column"), settings.column);
    readWord(kFormats, of(all, "format"), settings.format);
    readNumber(of(all, "ownWidth"), kFigureMillimetres, settings.ownWidth);
    readNumber(of(all, "fontSize"), kFigurePoints, settings.fontSize);
    readNumber(of(all, "lineWidth"), kFigureLines, settings.lineWidth);
    double dots = settings.dotsPerInch;
    readNumber(of(all, "dotsPerInch"), kFigureDots, dots);
    settings.dotsPerInch = int(dots);
    settings.family = of(all, "family").toString();

    const QString group = viewGroup(view);
    double height = 0;
    readNumber(of(group, "height"), kFigureMillimetres, height);
    if (height > 0)
        settings.height = height;
    readWord(kLegends, of(group, "legend"), settings.legend);

    const QString part = group + QLatin1Char('/') + keyOf(content);
    settings.xName = of(part, "xName").toString();
    settings.yName = of(part, "yName").toString();
    return settings;
}

void rememberFigure(const FigureSettings& settings, const QString& view, const QString& content)
{
    QSettings stored;
    const auto keep = [&](const QString& group, const char* key, const QVariant& value) {
        setOrRemove(stored, group + QLatin1Char('/') + QLatin1String(key), value);
    };
    const QString all = QStringLiteral("figure");
    keep(all, "column", wordOf(kColumnWords, settings.column));
    keep(all, "format", wordOf(kFormats, settings.format));
    keep(all, "ownWidth", settings.ownWidth);
    keep(all, "fontSize", settings.fontSize);
    keep(all, "lineWidth", settings.lineWidth);
    keep(all, "dotsPerInch", settings.dotsPerInch);
    keep(all, "family", settings.family);

    const QString group = viewGroup(view);
    keep(group, "height", variantOf(settings.height));
    keep(group, "legend", wordOf(kLegends, settings.legend));

    const QString part = group + QLatin1Char('/') + keyOf(content);
    keep(part, "xName", settings.xName);
    keep(part, "yName", settings.yName);
}

} // namespace coterie::ui
