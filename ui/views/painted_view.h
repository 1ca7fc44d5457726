#pragma once

#include "ui/views/figure.h"

#include <QPointF>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

/// A step of the keys through a painted view.
enum class KeyStep
{
    None,
    Left = Qt::Key_Left,
    Right = Qt::Key_Right,
    Up = Qt::Key_Up,
    Down = Qt::Key_Down,
    First = Qt::Key_Home,
    Last = Qt::Key_End
};

struct GridPlace
{
    int row = 0;
    int column = 0;

    bool operator==(const GridPlace&) const = default;
};

/// Where a step leads: without a place to the first cell, at an edge nowhere, with Home and End to
/// the first and the last cell. Absent without cells.
[[nodiscard]] std::optional<GridPlace>
walkGrid(std::optional<GridPlace> from, KeyStep step, int rows, int columns);

/// The same in a list that is walked with Up and Down; `from` is not in it: without a place.
[[nodiscard]] std::optional<int> walkList(int from, KeyStep step, int count);

/// The same among points: to the nearest in that direction. A distance aside counts more, so that
/// a row is walked to its end before another.
[[nodiscard]] std::optional<std::size_t>
walkPoints(std::optional<std::size_t> from, KeyStep step, std::span<const QPointF> points);

/// What a choice of clients does to the selection.
enum class Pick
{
    Only,  ///< selects these and no others
    Add,   ///< adds these
    Toggle ///< adds these, or removes them if all are selected
};

[[nodiscard]] std::set<int>
picked(const std::set<int>& before, std::span<const int> clients, Pick how);

struct PlotTheme;

/// The colour of a group, by its colour number; −1: of no group.
[[nodiscard]] QColor groupColour(const PlotTheme& theme, int number);

/// One line of text at a point. `anchor` is the side of the text that is there: with right and
/// vertical centre, the text ends at the point.
void drawTextAt(QPainter& painter, const QPointF& at, Qt::Alignment anchor, const QString& text);

/// Something in a painted view that the mouse or the keys can reach. The view says what the numbers
/// mean.
struct ViewPart
{
    int kind = -1; ///< −1: nothing
    int index = -1;

    explicit operator bool() const { return kind >= 0; }
    bool operator==(const ViewPart&) const = default;
};

/// The width of a view's main lines on screen, in pixels.
inline constexpr double kMainLine = 1.4;
/// The width of a line on this paper, or on screen without one.
[[nodiscard]] inline double lineWidthOn(const FigureStyle* paper, double onScreen)
{
    return paper ? onScreen * paper->lineWidth / kMainLine : onScreen;
}

/// The legend of groups with these colour numbers, each once.
[[nodiscard]] std::vector<LegendEntry> groupLegend(std::span<const int> numbers, bool areClusters);
/// Of an axis; absent where it has one value only.
[[nodiscard]] std::optional<std::array<double, 2>> limitsOf(double low, double high);
/// The places of such a legend, the usual one first.
[[nodiscard]] std::vector<FigureLegend> besideDrawing();

/// A view that paints itself and can be walked by keys as well as pointed at: arrows, Home and End
/// move a ring from part to part, Enter chooses a part, Space adds or removes it. The view says
/// about the part in the ring what it says to a mouse that points at it.
///
/// Tab, Up and Down start the walk. A click does not: after a click on a client, Left and Space are
/// about rounds and the run, as everywhere in the window.
class PaintedView : public QWidget
{
    Q_OBJECT

public:
    /// Shows the same and is never shown itself: for a figure.
    [[nodiscard]] virtual std::unique_ptr<PaintedView> copied() const = 0;
    /// What can be set for a figure of it.
    [[nodiscard]] virtual FigureParts figureParts() const { return {}; }
    /// Draws such a copy on paper, without the ring of the keys.
    void drawOnPaper(QPainter& painter, const QSize& size, const FigureStyle& style);
    [[nodiscard]] bool isRingShown() const { return m_walks && hasFocus(); }
    [[nodiscard]] virtual ViewPart partAt(const QPointF& point) const = 0;
    /// Empty for no part.
    [[nodiscard]] virtual QString textOf(const ViewPart& part) const = 0;
    [[nodiscard]] QString textAt(const QPointF& point) const { return toldOf(partAt(point)); }
    /// Says this in place of the drawing; empty: draws.
    void sayInstead(const QString& text);
    /// What is said in place of the drawing; empty while there is one.
    [[nodiscard]] QString saidText() const { return m_instead.isEmpty() ? emptyText() : m_instead; }
    /// About the part in the ring; empty before the first step.
    [[nodiscard]] QString placeText() const { return toldOf(place()); }

signals:
    /// The ring is at another part, or was shown or hidden.
    void ringMoved();

protected:
    /// With its object name and, for screen readers, its title.
    PaintedView(QWidget* parent, const char* name, const QString& title);

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    /// Before it is drawn on paper in another style.
    virtual void takeStyle() {}
    /// Absent on screen.
    [[nodiscard]] const std::optional<FigureStyle>& paper() const { return m_paper; }
    /// The width on paper of a line that is so wide on screen.
    [[nodiscard]] double lineWidth(double onScreen) const;
    /// Places everything in the view's size.
    virtual void layOut() { update(); }
    /// What is missing and what to do next, while there is nothing to paint; else empty.
    [[nodiscard]] virtual QString emptyText() const = 0;
    virtual void paint(QPainter& painter, const PlotTheme& theme) = 0;
    /// Where a step leads, from no part the first; nothing: the key is left to the window.
    [[nodiscard]] virtual ViewPart stepFrom(const ViewPart& part, KeyStep step) const = 0;
    /// False for a part of an earlier picture.
    [[nodiscard]] virtual bool isDrawn(const ViewPart& part) const = 0;
    [[nodiscard]] virtual QRectF areaOf(const ViewPart& part) const = 0;
    virtual void choose(const ViewPart& part, Pick how) = 0;
    /// Where the keys continue after a click on this part; nothing: where they were.
    [[nodiscard]] virtual ViewPart placeFor(const ViewPart& part) const { return part; }

    /// The part that the keys have reached.
    [[nodiscard]] ViewPart place() const;
    void setPlace(const ViewPart& part) { m_place = part; }

    /// Lines that follow the text of a part.
    [[nodiscard]] virtual QString moreOf(const ViewPart& /*part*/) const { return {}; }

private:
    [[nodiscard]] QString toldOf(const ViewPart& part) const;
    [[nodiscard]] bool isOwnKey(const QKeyEvent& event) const;
    void paintContent(QPainter& painter);
    void paintRing(QPainter& painter) const;

    ViewPart m_place;
    QString m_instead;
    std::optional<FigureStyle> m_paper;
    bool m_walks = false; ///< the keys are in use here
};

/// A painted view whose parts are clients, or groups of them: choosing a part selects its clients.
class ClientView : public PaintedView
{
    Q_OBJECT

public:
    void setSelected(std::set<int> clients);
    /// Those of FederationFacts; empty: the clients have no names of their own.
    void setClientNames(const std::vector<std::string>& names);
    [[nodiscard]] const std::vector<std::string>& clientNames() const { return m_names; }

signals:
    void clientsChosen(const std::set<int>& clients);

protected:
    using PaintedView::PaintedView;

    void choose(const ViewPart& part, Pick how) override;
    /// The whole names of its clients.
    [[nodiscard]] QString moreOf(const ViewPart& part) const override;
    [[nodiscard]] virtual std::vector<int> clientsOf(const ViewPart& part) const = 0;
    [[nodiscard]] const std::set<int>& selected() const { return m_selected; }

private:
    std::set<int> m_selected;
    std::vector<std::string> m_names;
};

} // namespace coterie::ui
