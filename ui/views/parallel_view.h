#pragma once

#include "ui/views/painted_view.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace coterie::ui {

/// One axis of parallel coordinates. Numbers are on a scale, which is logarithmic if they span
/// decades; words have equal distances in the order given.
struct ParallelAxis
{
    QString title;
    std::vector<std::optional<double>> values; ///< of each line; of words their index in `words`
    QStringList words;                         ///< empty: the values are numbers
    QString absent = {}; ///< the label below for lines without a value; empty: they have a gap
};

struct ParallelTick
{
    double y = 0;
    QString text;
};

struct ParallelLayout
{
    std::vector<double> x;                        ///< of each axis
    std::vector<std::vector<ParallelTick>> ticks; ///< of each axis, from the bottom up
    std::vector<bool> logarithmic;                ///< of each axis
    /// The places of each line on the axes; absent where it has no finite value.
    std::vector<std::vector<std::optional<QPointF>>> lines;
};

[[nodiscard]] ParallelLayout layOutParallel(const std::vector<ParallelAxis>& axes,
                                            const QRectF& area);

/// Runs as lines across one axis for each setting, coloured by the last axis, the result: it shows
/// which settings go with good results. The line under the mouse stands out, and so does a chosen
/// one until it is chosen again. Keys walk through the lines in the order of their results.
class ParallelView final : public PaintedView
{
    Q_OBJECT

public:
    explicit ParallelView(QWidget* parent = nullptr);

    /// `names` are the titles of the lines.
    void setAxes(std::vector<ParallelAxis> axes, QStringList names);
    [[nodiscard]] const std::vector<ParallelAxis>& axes() const { return m_axes; }
    /// The index of a part is the line.
    [[nodiscard]] ViewPart partAt(const QPointF& point) const override;
    [[nodiscard]] QString textOf(const ViewPart& part) const override;
    /// The line that stands out; −1: none.
    [[nodiscard]] int lineInFront() const;
    [[nodiscard]] std::unique_ptr<PaintedView> copied() const override;
    /// Its axes have names of their own, and the last one is the key of the colours.
    [[nodiscard]] FigureParts figureParts() const override { return {.hasLines = true}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    void lineChosen(int line);

protected:
    [[nodiscard]] QString emptyText() const override;
    void paint(QPainter& painter, const PlotTheme& theme) override;
    void layOut() override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    [[nodiscard]] ViewPart stepFrom(const ViewPart& part, KeyStep step) const override;
    [[nodiscard]] bool isDrawn(const ViewPart& part) const override;
    [[nodiscard]] QRectF areaOf(const ViewPart& part) const override;
    void choose(const ViewPart& part, Pick how) override;

private:
    [[nodiscard]] QRectF area() const;
    /// Those with a place on some axis.
    [[nodiscard]] std::vector<int> linesByResult() const;
    [[nodiscard]] std::vector<QColor> lineColours(const PlotTheme& theme) const;
    void paintKey(QPainter& painter, const std::vector<QColor>& colours) const;
    void paintLines(QPainter& painter, const std::vector<QColor>& colours) const;
    void paintAxes(QPainter& painter, const PlotTheme& theme) const;

    std::vector<ParallelAxis> m_axes;
    QStringList m_names;
    ParallelLayout m_layout;
    int m_pointed = -1;
    int m_chosen = -1;
};

} // namespace coterie::ui
