#pragma once

#include <QPointF>
#include <QWidget>

#include <optional>
#include <set>
#include <span>

class QKeyEvent;
class QMouseEvent;

namespace coterie::ui {

/// Which way a key leads through what a painted view shows.
enum class KeyStep
{
    None,
    Left,
    Right,
    Up,
    Down,
    First,
    Last
};

/// Arrows, Home and End; with a modifier they mean something else.
[[nodiscard]] KeyStep keyStep(const QKeyEvent& event);

/// A cell among rows and columns; a list has one of either.
struct GridPlace
{
    int row = 0;
    int column = 0;

    bool operator==(const GridPlace&) const = default;
};

/// Where a step leads: from nowhere to the first cell, at a rim nowhere else, to the first and the
/// last cell by Home and End. Absent where there are no cells.
[[nodiscard]] std::optional<GridPlace>
walkGrid(std::optional<GridPlace> from, KeyStep step, int rows, int columns);

/// The same among things that stand anywhere: to the nearest that lies that way. What lies aside
/// counts as farther, so that a row is walked to its end before another one is taken.
[[nodiscard]] std::optional<std::size_t>
walkPoints(std::optional<std::size_t> from, KeyStep step, std::span<const QPointF> points);

/// What choosing clients does to those that are chosen already.
enum class Pick
{
    Only,  ///< these and no others
    Add,   ///< these as well
    Toggle ///< these as well, or not any more if all of them are
};

[[nodiscard]] std::set<int>
picked(const std::set<int>& before, std::span<const int> clients, Pick how);
/// With Ctrl a click adds.
[[nodiscard]] Pick pickOf(const QMouseEvent& event);

/// A view that paints what it shows and can be walked through by keys as well as pointed at:
/// arrows, Home and End go from one thing to the next, Enter chooses it, Space adds it or takes it
/// out again. A ring shows where the keys have led, and its words are told as pointing there would.
///
/// Tab, Up or Down put the keys to this use. A click alone does not: whoever clicks on a client and
/// then presses Left or Space means the rounds and the run, as everywhere in the window.
class PaintedView : public QWidget
{
    Q_OBJECT

public:
    /// Whether a ring is drawn. A picture on paper has no focus.
    void setRingAllowed(bool allowed) { m_ringAllowed = allowed; }
    [[nodiscard]] bool isRingShown() const { return m_ringAllowed && m_walks && hasFocus(); }
    /// What stands where the keys have led; empty if they have led nowhere yet.
    [[nodiscard]] virtual QString placeText() const = 0;

protected:
    explicit PaintedView(QWidget* parent);

    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    /// Whether such a step can lead anywhere here; if not, the key is the window's.
    [[nodiscard]] virtual bool canWalk(KeyStep step) const = 0;
    virtual void walk(KeyStep step) = 0;
    /// Around what stands where the keys have led; invalid if they have led nowhere yet.
    [[nodiscard]] virtual QRectF placeArea() const = 0;
    virtual void choosePlace(Pick how) = 0;
    /// What is said of a point that the mouse rests on.
    [[nodiscard]] virtual QString textAt(const QPointF& point) const = 0;
    /// After everything else.
    void paintRing(QPainter& painter) const;

private:
    [[nodiscard]] bool isOwnKey(const QKeyEvent& event) const;
    void tellPlace();

    bool m_walks = false; ///< the keys are in use here
    bool m_ringAllowed = true;
};

} // namespace coterie::ui
