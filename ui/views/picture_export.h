#pragma once

#include <QSize>
#include <QString>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

class QFileDialog;
class QWidget;
class QImage;
class QPaintDevice;
class QSize;

namespace coterie::ui {

/// One line of a plot, its x ascending.
struct PlotLine
{
    enum class Weight
    {
        Main,  ///< counts for the legend and the crosshair, ends in its shape
        Side,  ///< as strong, but of one of many: a group, the worst client
        Thin,  ///< one of very many
        Shadow ///< the raw values behind a smoothed line, which stands for both in every count
    };

    QString name;            ///< "FedAvg, seed 1"; lines of one name are hidden and shown together
    std::size_t colour = 0;  ///< PlotTheme::armColour
    std::size_t shape = 0;   ///< which marker ends it
    std::size_t variant = 0; ///< which of several that share the colour; see lookOf()
    Weight weight = Weight::Main;
    bool dashed = false;
    int key = -1; ///< what a click on it tells; −1: nothing
    std::vector<double> x;
    std::vector<double> y; ///< may hold NaN and infinities

    bool operator==(const PlotLine&) const = default;
};

/// A soft band, mean ± sd for instance; drawn below all lines.
struct PlotBand
{
    QString name; ///< of the lines it is hidden with
    std::size_t colour = 0;
    std::vector<double> x;
    std::vector<double> lower;
    std::vector<double> upper;

    bool operator==(const PlotBand&) const = default;
};

/// What a LinePlot shows.
struct PlotPicture
{
    std::vector<PlotLine> lines;
    std::vector<PlotBand> bands;
    QString xLabel;
    QString yLabel;
    bool xIsWhole = true;           ///< rounds: no tick at 2.5
    std::optional<double> xReaches; ///< the axis goes at least so far

    bool operator==(const PlotPicture&) const = default;
};

/// Asks for a file to write, without blocking; the caller connects to it and opens it. `filters`
/// are the forms, "CSV (*.csv);;LaTeX (*.tex)": the ending of a name follows the one that is
/// chosen.
[[nodiscard]] QFileDialog*
saveDialog(QWidget* parent, const QString& title, const QString& filters, const QString& name);

/// What can be written: "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)", for a file dialog.
[[nodiscard]] QString pictureFilters();

/// A widget as a picture shows it, without the ring around what its keys are at.
void paintWidget(QWidget& widget, QPaintDevice& device);

/// At double scale, as a PNG holds it; null if there is nothing to paint.
[[nodiscard]] QImage pictureImage(const QSize& size,
                                  const std::function<void(QPaintDevice&)>& paint);

/// Writes a picture of `size` as the file's ending says: PNG at double scale, SVG or PDF as
/// vectors. The file is written whole or not at all. Empty, or a sentence that says what went
/// wrong.
[[nodiscard]] QString savePicture(const QString& path,
                                  const QSize& size,
                                  const std::function<void(QPaintDevice&)>& paint);
/// The same of a widget that paints itself.
[[nodiscard]] QString savePicture(const QString& path, QWidget& widget);

/// A drawing that can be taken out of the window.
struct PictureSource
{
    QString name; ///< "clients": the proposed file name
    std::function<QSize()> size;
    std::function<void(QPaintDevice&)> paint;
};

/// Of a widget that paints itself.
[[nodiscard]] PictureSource pictureOf(QWidget& widget, const QString& name);

/// Is told what went wrong, in a sentence; empty: nothing did.
using TellTrouble = std::function<void(const QString&)>;

/// Asks where to, and saves.
void savePictureAs(QWidget& window, const PictureSource& picture, const TellTrouble& tell);
/// At double scale, to be pasted elsewhere.
void copyPicture(const PictureSource& picture);

/// A context menu for a widget that has no other: save its picture, copy it.
void offerPicture(QWidget& widget, const QString& name, const TellTrouble& tell);

} // namespace coterie::ui
