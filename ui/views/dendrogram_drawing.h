#pragma once

#include "ui/views/dendrogram_scene.h"

#include <QColor>
#include <QFont>
#include <QRectF>

#include <array>
#include <set>

class QPainter;

namespace coterie::ui {

struct PlotTheme;

/// A dendrogram scene at a size: where everything goes, and how it is painted. Clients are lines at
/// the left, merges follow to the right, each with its gain; at the right rim are the groups and
/// the round in which each client joined its own.
class DendrogramDrawing final
{
public:
    using Part = ViewPart;
    using Scene = DendrogramScene;

    struct Marks
    {
        std::set<int> selected;
        Part lit; ///< pointed at by the mouse or reached by the keys
        bool isCutLit = false;
        QColor highlight;
    };

    DendrogramDrawing() = default;
    /// The scene must live as long as the drawing, and the style of one on paper and the names of
    /// clients too.
    DendrogramDrawing(const DendrogramScene& scene,
                      const QSizeF& size,
                      const QFont& font,
                      const FigureStyle* paper = nullptr,
                      std::span<const std::string> names = {});

    [[nodiscard]] Part partAt(const QPointF& point) const;
    /// Around a client's row or a merge's line; invalid for other parts.
    [[nodiscard]] QRectF areaOf(const Part& part) const;
    /// On the axis.
    [[nodiscard]] double valueAt(double x) const;
    void paint(QPainter& painter, const PlotTheme& theme, const Marks& marks) const;

private:
    static constexpr double kMargin = 12; ///< pixels around everything

    /// What the right rim has room for.
    struct Rim
    {
        double names = 0;       ///< pixels: of the groups' bars and names; 0: none
        double joined = 0;      ///< of the clients' rounds, left of them; 0: none
        QStringList title = {}; ///< under the clients' rounds
        bool hasNames = true;
        bool tellsSince = false; ///< under the names
    };

    void fitRim();
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double lineWidth(double onScreen) const;
    /// Within the limits of the axis.
    [[nodiscard]] bool isSeen(double value) const;
    [[nodiscard]] double yOf(double place) const;
    [[nodiscard]] QRectF rimBox(const DendrogramGroup& group) const;
    /// The two from its children and the one that joins them.
    [[nodiscard]] std::array<QRectF, 3> linesOf(const DendrogramBracket& bracket) const;
    /// Whether a text in this box would hide lines of a merge that was done, or of the refused one.
    [[nodiscard]] bool hidesMerge(const QRectF& box, bool orRefused) const;

    void paintAxis(QPainter& painter, const PlotTheme& theme) const;
    void paintMerges(QPainter& painter, const PlotTheme& theme, const Part& lit) const;
    void paintBracket(QPainter& painter, const DendrogramBracket& bracket) const;
    void paintGain(QPainter& painter, const DendrogramBracket& bracket) const;
    void paintRefused(QPainter& painter, const PlotTheme& theme, bool isLit) const;
    void paintLeaves(QPainter& painter, const PlotTheme& theme, const Marks& marks) const;
    void paintGroups(QPainter& painter, const PlotTheme& theme) const;
    void paintJoined(QPainter& painter, const PlotTheme& theme) const;
    void paintCut(QPainter& painter, const PlotTheme& theme, bool isLit) const;
    void paintWhatIf(QPainter& painter, const PlotTheme& theme) const;

    const DendrogramScene* m_scene = nullptr;
    const FigureStyle* m_paper = nullptr;
    std::span<const std::string> m_names; ///< of clients; empty: they have none
    double m_namesWidth = 0;              ///< beside the leaves; 0: numbers only
    QSizeF m_size;
    QFont m_font;
    Rim m_rim;
    QRectF m_area; ///< of the merges: the axis spans its width, the clients its height
};

} // namespace coterie::ui
