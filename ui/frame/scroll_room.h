#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QAbstractScrollArea;
class QScrollBar;

namespace coterie::ui {

/// Lets a list, table or form that scrolls go on past its end, so that what something lies over can
/// be brought out from under it. What is on screen does not move, neither when the room comes nor
/// when it goes: room that is scrolled into stays until it is scrolled out of.
class ScrollRoom final : public QObject
{
    Q_OBJECT

public:
    /// To all of these in the area that this widget lies over, up from their lower ends. The others
    /// lose what they had because of it.
    static void giveBelow(QWidget& area, const QWidget& over);
    static void takeBack(QWidget& area, const QWidget& over);

private:
    explicit ScrollRoom(QAbstractScrollArea& view);
    void setOver(const QWidget* over);
    void takeRange(int least, int most);
    void takeValue(int value);
    void extend();
    /// Of the view's lower end, in pixels.
    [[nodiscard]] int covered() const;
    /// In the scroll bar's steps, which can be rows.
    [[nodiscard]] int steps() const;

    QAbstractScrollArea& m_view;
    QScrollBar& m_bar;
    QPointer<const QWidget> m_over; ///< null: nothing
    int m_own = 0;                  ///< the bar's maximum without the room
    int m_extra = 0;                ///< steps beyond m_own
    bool m_isExtending = false;
};

} // namespace coterie::ui
