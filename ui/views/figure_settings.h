#pragma once

#include "ui/views/plot_picture.h"

#include <QString>

#include <array>
#include <optional>

namespace coterie::ui {

enum class FigureColumn
{
    Single, ///< one column of a paper
    Double, ///< across both columns
    Own
};

enum class FigureLegend
{
    None,
    Above,
    Below,
    Right,
    TopLeft, ///< this and the next: inside the axes
    TopRight,
    BottomLeft,
    BottomRight
};

enum class FigureFormat
{
    Pdf,
    Svg,
    Png
};

inline constexpr double kSingleColumn = 84;  ///< mm
inline constexpr double kDoubleColumn = 174; ///< mm

/// How a drawing is put on paper.
struct FigureSettings
{
    // Of every figure:
    FigureColumn column = FigureColumn::Single;
    double ownWidth = 120; ///< mm
    QString family = {};   ///< of the font; empty: the window's
    double fontSize = 8;   ///< pt
    double lineWidth = 1;  ///< pt
    FigureFormat format = FigureFormat::Pdf;
    int dotsPerInch = 300; ///< of a PNG file
    // Of one view:
    std::optional<double> height = {}; ///< mm; absent: by the width
    FigureLegend legend = FigureLegend::Above;
    // Of one figure, never remembered: with other data they would be wrong.
    QString title = {};
    // Of one content of a view, such as the test error by round:
    QString xName = {}; ///< of the horizontal axis; empty: the plot's own
    QString yName = {};
    // Of one figure again:
    std::array<std::optional<double>, 4> limits = {}; ///< left, right, bottom, top

    [[nodiscard]] double width() const;
    /// The height where none is set.
    [[nodiscard]] double usualHeight() const;
    bool operator==(const FigureSettings&) const = default;
};

/// What a number of a figure may be.
struct FigureRange
{
    double least = 0;
    double most = 0;
};
inline constexpr FigureRange kFigureMillimetres{20, 1000};
inline constexpr FigureRange kFigurePoints{4, 36}; ///< of the font
inline constexpr FigureRange kFigureLines{0.1, 10};
inline constexpr FigureRange kFigureDots{50, 1200};
/// A PNG file of more would need gigabytes.
inline constexpr double kMostFigurePixels = 100e6;

/// What is wrong with a typed number, as a sentence; empty: nothing.
[[nodiscard]] QString
numberProblem(const QString& name, const QString& text, FigureRange allowed, const QString& unit);
/// Limits of an axis in steps of a thousandth of its range or less, which is all that can be seen.
[[nodiscard]] std::array<double, 2> roundedLimits(const std::array<double, 2>& limits,
                                                  bool logarithmic);
/// What is wrong with the limits of an axis; an empty text stands for the automatic limit, which is
/// given.
[[nodiscard]] QString limitsProblem(const std::array<QString, 2>& texts,
                                    const std::array<double, 2>& automatic,
                                    bool logarithmic);
/// Of a PNG file.
[[nodiscard]] QString pixelsProblem(double width, double height, int dotsPerInch);

/// "84": as it stands in a field.
[[nodiscard]] QString fieldText(double value);

/// What was set last for this view and this content of it, from the user's settings: all but the
/// title and the limits.
[[nodiscard]] FigureSettings rememberedFigure(const QString& view, const QString& content);
void rememberFigure(const FigureSettings& settings, const QString& view, const QString& content);

} // namespace coterie::ui
