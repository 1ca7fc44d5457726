#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QAction;
class QHBoxLayout;
class QLabel;
class QTimer;
class QUndoStack;

namespace coterie::ui {

/// A message across a page with buttons for the possible reactions, in place of a
/// dialog. Hidden while there is none.
class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        QString tip;
        std::function<void()> act;
        const QAction* action = nullptr; ///< the button is enabled while this is; null: always
    };

    enum class Kind
    {
        Warning, ///< with a warning sign
        Plain
    };

    /// When a message goes by itself.
    enum class Stay
    {
        UntilClosed,
        UntilNextAction ///< with the next click or key elsewhere in the window
    };

    /// `textName` is the object name of the label.
    explicit NoticeBar(QWidget* parent = nullptr,
                       Kind kind = Kind::Warning,
                       const QString& textName = QStringLiteral("notice"));

    /// Replaces the message; an empty one hides the bar. Each choice, and the cross at the end,
    /// also close the bar.
    void say(const QString& sentence,
             const std::vector<Choice>& choices = {},
             Stay stay = Stay::UntilClosed);
    /// The same, unless the user closed this very message.
    void offer(const QString& sentence, const std::vector<Choice>& choices);
    /// What was offered has no reason any more: should it have one again, it is offered again.
    void withdraw();
    /// The same if that is known; else it only goes.
    void withdrawIf(bool hasNoReason);
    /// A second sentence after the message, while it is there.
    void add(const QString& sentence);
    /// As say(), about the step that is now on top of the stack, with a button that undoes it. Goes
    /// when another step is on top, so that the button never undoes anything else.
    void sayUndoable(const QString& sentence, QUndoStack& stack);
    /// Lies over the lower end of this widget instead of in a layout, so that nothing moves under
    /// the pointer. The bar must be a child of an ancestor of it. Lists, tables and forms below it
    /// can be scrolled on until their end is above the bar.
    void floatOver(QWidget& area);

    /// The same for a widget whose layout gives way, so that nothing of it is covered: for one that
    /// is mostly a list, whose rows stay where they are. If a click takes the message away, the
    /// list gets its room back after the time of a double click, because at its end its rows move.
    void floatBelow(QWidget& area);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showSign();
    void place();
    void setArea(QWidget& area, bool givesWay);
    void giveBack();
    void giveBackOnceReleased();
    [[nodiscard]] bool isNextAction(const QObject* watched, const QEvent& event) const;

    QLabel* m_sign = nullptr;
    QLabel* m_text = nullptr;
    QHBoxLayout* m_choices = nullptr;
    QWidget* m_area = nullptr;   ///< over which it floats
    bool m_areaGivesWay = false; ///< its layout leaves the lower end free
    QTimer* m_click = nullptr;   ///< until the click is over that took the message away
    Stay m_stay = Stay::UntilClosed;
    QString m_closed; ///< the message that the user closed
    QMetaObject::Connection m_undone;
};

} // namespace coterie::ui
