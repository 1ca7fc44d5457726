#pragma once

#include "ui/frame/plot_theme.h"
#include "ui/views/figure.h"
#include "ui/views/plot_picture.h"

#include <QWidget>

#include <memory>

class QCPGraph;
class QCPItemStraightLine;
class QCPPainter;
class QCustomPlot;

namespace coterie::ui {

class PlotCrosshair;
class PlotGraph;
class ValueName;
struct BandLook;
struct FigureSettings;

/// Lines and bands over a common axis, with crosses at the top edge where a value is not finite.
/// The user's zoom survives new data; while following, the axes fit. Pointing shows the values, and
/// the nearest of the lines that a band or a mean stands for.
class LinePlot final : public QWidget
{
    Q_OBJECT

public:
    explicit LinePlot(QWidget* parent = nullptr);
    ~LinePlot() override;

    void setPicture(PlotPicture picture);
    [[nodiscard]] const PlotPicture& picture() const { return m_picture; }
    void setLogarithmic(bool logarithmic) { setScale(m_logarithmic, logarithmic); }
    void setLogarithmicX(bool logarithmic) { setScale(m_logarithmicX, logarithmic); }
    void setFollowing(bool following) { m_following = following; }
    /// A vertical line at this place, the round on screen; absent: none. Moving it redraws nothing
    /// else.
    void setCursor(std::optional<double> x);
    /// Shows the next pictures whole, whatever was zoomed before, until the user zooms again: a
    /// stored run arrives in pieces.
    void fitNext() { m_showsAll = true; }
    /// Lines with these keys are neither drawn nor counted for the range.
    void setHidden(const QSet<QString>& keys);
    /// Draws the same picture at another size or zoom.
    void redraw();
    /// Sets both axes to show everything.
    void fit();

    /// The visible part, for tests and for saving a layout: left, right, bottom, top.
    [[nodiscard]] PlotPart visiblePart() const;
    void showPart(double left, double right, double bottom, double top);
    [[nodiscard]] std::size_t nonFiniteCount() const { return m_nonFinite; }
    /// Values a logarithmic axis cannot show.
    [[nodiscard]] std::size_t notPositiveCount() const { return m_notPositive; }
    /// As a figure with the lines, the hidden names and the zoom of that moment.
    [[nodiscard]] PictureSource asPicture(const QString& name) const;
    /// Draws that figure with its lines this wide, instead of what it shows; the plot is of no use
    /// for the screen afterwards. Returns the place of the axes.
    QRectF drawOnPaper(QCPPainter& painter,
                       const QSize& size,
                       const FigurePlot& plot,
                       const FigureSettings& settings,
                       double lineWidth);

signals:
    /// The user moved or zoomed the picture, so it no longer follows.
    void followingEnded();
    /// The user chose another zoom or size.
    void redrawWanted();
    /// A click on a line that has a key; `adds`: with Ctrl.
    void lineClicked(int key, bool adds);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isShown(const QString& key) const { return !m_hidden.contains(key); }
    PlotGraph* nextGraph();
    void drawBand(const PlotBand& band, const BandLook& look);
    void drawLine(const PlotLine& line);
    void drawMarkers(const PlotLine& line, const QColor& colour);
    [[nodiscard]] std::size_t columns() const;
    [[nodiscard]] PlotPart whole() const;
    void setRanges(const PlotPart& part);
    [[nodiscard]] double widthOf(const PlotLine& line) const;
    void placeCursor();
    void retheme();
    void setScale(bool& isLogarithmic, bool logarithmic);
    void setTickers();
    void userMoved();
    /// The line nearest to this place, of those that count; null: none within reach, in pixels.
    [[nodiscard]] const PlotLine*
    lineNear(const QPoint& place, double reach, bool (*counts)(const PlotLine&)) const;
    void pointAt(const QPoint& place);
    void clickAt(const QPoint& place, bool adds);

    PlotPicture m_picture;
    QCustomPlot* m_plot = nullptr;
    PlotCrosshair* m_crosshair = nullptr;
    std::vector<PlotGraph*> m_graphs; // owned by m_plot, reused from draw to draw
    std::size_t m_graphsUsed = 0;
    QCPGraph* m_markers = nullptr;
    QCPItemStraightLine* m_cursorLine = nullptr;
    std::unique_ptr<ValueName> m_valueName;
    PlotTheme m_theme;
    QSet<QString> m_hidden;
    std::optional<double> m_cursor;
    std::vector<double> m_markerPlaces;
    std::size_t m_nonFinite = 0;
    std::size_t m_notPositive = 0;
    bool m_logarithmic = false;
    bool m_logarithmicX = false;
    bool m_following = true;
    bool m_showsAll = true;
    std::optional<double> m_paperLine; ///< the width of main lines; absent: on screen
    int m_thinStrength = 255;          ///< alpha of thin lines
    bool m_fewThin = false;            ///< none is so pale that it is lost without others
    bool m_manyThin = false;           ///< without smooth edges, which cost most of their time
    QPoint m_pressed;
};

} // namespace coterie::ui
