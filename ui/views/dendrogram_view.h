#pragma once

#include "ui/views/dendrogram_drawing.h"
#include "ui/views/painted_view.h"

namespace coterie::ui {

/// The merges of one round. Pointing at a merge says why it was done; a click selects its clients,
/// or those of a group's name. The cut of a tree of distances can be dragged to see the groups at
/// another height; a double-click resets it. Keys walk along the clients and up and down the tree,
/// and move the cut.
class DendrogramView final : public ClientView
{
    Q_OBJECT

public:
    explicit DendrogramView(QWidget* parent = nullptr);

    void setPicture(DendrogramPicture picture);
    void setAxis(MergeAxis axis);
    /// Only the first so many merges; absent: all.
    void setSteps(std::optional<int> steps);
    /// Colours of the clients in the groups of a moved cut; empty: the recorded ones.
    void setColoursOfCut(std::vector<int> colourOfClient);

    [[nodiscard]] const DendrogramScene& scene() const { return m_scene; }
    [[nodiscard]] const DendrogramPicture& picture() const { return m_scene.picture(); }
    [[nodiscard]] const DendrogramLayout& layoutShown() const { return m_scene.layout(); }
    /// Why the merge that is pointed at was done, or else the last one that is drawn; for a round
    /// that is drawn whole, why there was no further merge.
    [[nodiscard]] QString why() const { return m_scene.why(lit()); }
    [[nodiscard]] ViewPart partAt(const QPointF& point) const override
    {
        return m_drawing.partAt(point);
    }
    [[nodiscard]] QString textOf(const ViewPart& part) const override
    {
        return m_scene.textOf(part);
    }
    [[nodiscard]] std::unique_ptr<PaintedView> copied() const override;
    [[nodiscard]] FigureParts figureParts() const override;
    [[nodiscard]] QSize sizeHint() const override { return {460, 340}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    /// The user moved the cut, or reset it.
    void cutMoved();
    void whyChanged();

protected:
    [[nodiscard]] QString emptyText() const override;
    void paint(QPainter& painter, const PlotTheme& theme) override;
    void layOut() override;
    void takeStyle() override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override { m_draggingCut = false; }
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] ViewPart stepFrom(const ViewPart& part, KeyStep step) const override;
    [[nodiscard]] bool isDrawn(const ViewPart& part) const override
    {
        return m_scene.isDrawn(part);
    }
    [[nodiscard]] QRectF areaOf(const ViewPart& part) const override
    {
        return m_drawing.areaOf(part);
    }
    [[nodiscard]] std::vector<int> clientsOf(const ViewPart& part) const override
    {
        return m_scene.membersOf(part);
    }
    [[nodiscard]] ViewPart placeFor(const ViewPart& part) const override;

private:
    using Scene = DendrogramScene;

    [[nodiscard]] DendrogramDrawing drawing() const;
    /// Another scene: places are computed once, not whenever one is needed.
    void showScene();
    void moveCut(double value);
    void resetCut();
    /// What stands out: the part under the mouse, or the one that the keys have reached.
    [[nodiscard]] ViewPart lit() const { return !m_pointed && isRingShown() ? place() : m_pointed; }

    DendrogramScene m_scene;
    DendrogramDrawing m_drawing;
    ViewPart m_pointed;
    bool m_draggingCut = false;
};

} // namespace coterie::ui
