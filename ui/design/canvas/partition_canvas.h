#pragma once

#include "ui/design/canvas/canvas_painter.h"
#include "ui/design/json_change.h"

#include <QAbstractScrollArea>
#include <QColor>
#include <QTimer>

#include <set>

class QPainter;

namespace coterie::ui {

class ActionRegistry;

/// Clients as bars that can be edited with mouse and keyboard: length is samples, colours are
/// classes or domains, lanes are edge servers, and the line on top is when clients join. Each edit
/// becomes one undo step, sent as changes of the experiment's JSON; limits are shown while
/// dragging.
class PartitionCanvas final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit PartitionCanvas(const ActionRegistry& actions);

    /// During a drag the new sketch waits for its end.
    void setSketch(PartitionSketch sketch);
    /// A transient text is not announced to screen readers, because it would be out of date when
    /// read.
    enum class Nothing
    {
        ForAMoment,
        ForNow
    };
    /// Shows a sentence instead of clients.
    void setNothing(const QString& sentence, Nothing how = Nothing::ForNow);
    void setSelected(std::set<int> clients);
    /// The experiment has changed and its sketch is still to come. Editing is blocked, because an
    /// edit writes all that is drawn.
    void setStale(bool stale);

    [[nodiscard]] const PartitionSketch& sketch() const { return m_sketch; }
    /// Including the change of a drag.
    [[nodiscard]] const PartitionSketch& shownSketch() const
    {
        return m_edit ? m_edit->after : m_sketch;
    }
    [[nodiscard]] const CanvasLayout& layoutShown() const { return m_layout; }
    [[nodiscard]] const std::set<int>& selected() const { return m_selected; }
    [[nodiscard]] std::vector<int> picked() const { return {m_selected.begin(), m_selected.end()}; }
    /// The client with keyboard focus, and its lane.
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] std::size_t currentLane() const { return m_layout.rowOf(m_current).lane; }
    [[nodiscard]] bool isPressed() const { return m_gesture.kind != CanvasGesture::Kind::None; }
    /// What the drag would do if it ended now; nothing without a drag or a change.
    [[nodiscard]] const std::optional<SketchEdit>& dragEdit() const { return m_edit; }
    /// Why the drag goes no further, or empty.
    [[nodiscard]] QString limit() const { return m_edit ? m_edit->limit : QString(); }
    [[nodiscard]] Missing missing() const;
    [[nodiscard]] double scroll() const;
    /// The tooltip at this point.
    [[nodiscard]] QString explanation(const QPointF& point) const;
    [[nodiscard]] QSize sizeHint() const override { return {720, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

    /// A picture of all clients at this width, including those scrolled out of view.
    [[nodiscard]] int pictureHeight(int width) const;
    void paintPicture(QPainter& painter, int width, const PlotTheme& theme) const;

    /// Makes the edit and reports its limit and note. `continues`: part of the previous step. False
    /// if it changes nothing.
    bool perform(const SketchEdit& edit, bool continues = false);
    void selectAll();
    void revealCurrent();

signals:
    /// The experiment is to change like this. `continues`: part of the previous step, such as a
    /// repeated arrow key.
    void edited(const QString& label,
                const std::vector<coterie::ui::JsonChange>& changes,
                bool continues);
    void selectionChanged(const std::set<int>& clients);
    /// The mouse moved during a drag; `dragEdit` has what it would do now.
    void dragged();
    /// A drag ended without a change.
    void dragDropped();
    /// A message about the last gesture, or empty to clear it. `edited` follows if something
    /// changed.
    void said(const QString& sentence, bool changed);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void scrollContentsBy(int, int) override { viewport()->update(); }
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOut();
    void takeNames();
    [[nodiscard]] CanvasLayout pictureLayout(int width) const;
    /// Of clients with their names, left of bars this high; 0: numbers only.
    [[nodiscard]] double nameWidth(const CanvasFrame& frame) const;
    [[nodiscard]] double newEdgeHeight() const;
    [[nodiscard]] CanvasHit hit(const QPointF& point) const;
    [[nodiscard]] CanvasScene sceneOf(const CanvasLayout& layout,
                                      const PartitionSketch& sketch,
                                      const CanvasGesture& gesture) const;

    void press(const CanvasHit& hit, Qt::KeyboardModifiers modifiers);
    void drag(const QPointF& point, bool force = false);
    void endGesture();
    void cancel();
    /// Moves through the rows as drawn. Shift extends the selection, Ctrl leaves it unchanged.
    void walk(int rows, Qt::KeyboardModifiers modifiers);
    void nudge(int direction, bool far);
    void chooseHandle(int direction);
    void forgetHandle();
    void stretchRows(int direction, double y);
    void pick(std::set<int> clients);
    void toggle(int client);
    void setCurrent(int client);
    void tellCurrent();

    const ActionRegistry& m_actions;
    PartitionSketch m_sketch;
    QString m_nothing;
    bool m_nothingPasses = false;
    bool m_stale = false;
    QTimer m_staleForLong; // delays the veil: most sketches are replaced at once
    CanvasLayout m_layout;
    std::vector<std::string> m_names; // of the clients; empty: they have none
    int m_widestName = 0;             // the client
    std::vector<QColor> m_colours;
    std::set<int> m_selected;
    int m_current = 0;
    int m_anchor = 0;       // start of a range selection
    double m_rowHeight = 0; // set with the wheel; 0: fitted
    std::int64_t m_fullScale = 1;
    CanvasGesture m_gesture;
    std::optional<SketchEdit> m_edit; // what the drag would do now
    std::optional<PartitionSketch> m_waiting;
    CanvasHit m_hover;
    QPointF m_pointer;
    bool m_pickOnRelease = false;
    std::optional<std::size_t> m_handle; // the border that Left and Right move; none: the bar's end
    /// Client and handle of the last edit, if a key made it.
    std::optional<std::pair<int, std::optional<std::size_t>>> m_nudged;
};

} // namespace coterie::ui
