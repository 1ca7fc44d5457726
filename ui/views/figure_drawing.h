#pragma once

#include "ui/views/figure.h"
#include "ui/views/figure_settings.h"

#include <QImage>
#include <QSizeF>

class QPaintDevice;

namespace coterie::ui {

/// What of a figure has no room at its size.
struct FigureFit
{
    std::size_t namesLeft = 0; ///< of the legend
    bool isNameCut = false;
    bool isAxisNameCut = false;
    bool isCramped = false; ///< the axes have next to no room

    /// As a sentence; empty if everything fits.
    [[nodiscard]] QString note() const;
};

/// What the user chose last for figures of this kind, without a title, which belongs to one figure;
/// a zoom on screen sets the limits.
[[nodiscard]] FigureSettings settingsOf(const Figure& figure);
/// Keeps them for the next time, without title and limits.
void keepSettings(const Figure& figure, const FigureSettings& settings);

/// In mm.
[[nodiscard]] QSizeF figureSize(const Figure& figure, const FigureSettings& settings);

/// Why it cannot be a PNG file; empty if it can.
[[nodiscard]] QString tooManyPixels(const Figure& figure, const FigureSettings& settings);

/// Draws the figure as it is in a file: preview, copy and all formats use this. `dotsPerInch` are
/// those of the device, whose corner is that of the figure.
FigureFit drawFigure(QPaintDevice& device,
                     double dotsPerInch,
                     const Figure& figure,
                     const FigureSettings& settings);

/// Null if it would have no pixels, or too many for the memory.
[[nodiscard]] QImage figureImage(const Figure& figure,
                                 const FigureSettings& settings,
                                 double dotsPerInch,
                                 FigureFit* fit = nullptr);

/// The file, in the format of the settings.
[[nodiscard]] QByteArray figureFile(const Figure& figure, const FigureSettings& settings);

} // namespace coterie::ui
