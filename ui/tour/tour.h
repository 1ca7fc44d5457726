#pragma once

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace coterie::ui {

/// One step of a tour. What is not set is left out.
struct TourStep
{
    QString title;
    QString text;
    std::function<QWidget*()> target = {}; ///< what it is about; asked anew when things move
    std::function<void()> show = {};       ///< brings the target on screen
    std::function<bool()> canShow = {};    ///< false: the target cannot be on screen yet
    std::function<QString()> state = {};   ///< what it waits for, as it is now
    QString button = {};                   ///< what it offers to do
    /// In place of `button`, as it is now; empty while there is nothing to do.
    std::function<QString()> buttonNow = {};
    std::function<void()> act = {};
    QString next = {}; ///< in place of "Next" or "Done"
};

/// Where a callout of this size goes: beside the target, or in a corner of it if there is no room;
/// always within the room. A target that is empty: the lower right corner.
[[nodiscard]] QRect calloutPlace(const QSize& callout, const QRect& target, const QRect& room);

/// Leads through a window: a callout over it explains one widget after another and outlines it,
/// while everything else stays usable. It follows its target when docks, pages and sizes change,
/// and says so when the target is not on screen. Esc closes it. Destroys itself when it is closed.
class Tour final : public QFrame
{
    Q_OBJECT

public:
    /// `home` gets the focus at the end if what had it before has gone.
    Tour(std::vector<TourStep> steps, QWidget& window, std::function<QWidget*()> home);

    enum class Focus
    {
        Take,
        Leave
    };
    /// Shows the first step. At the end the focus goes back to what has it now.
    void begin(Focus focus);
    void go(std::size_t step);
    /// The state of what a step waits for has changed.
    void refresh();
    void leave();
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// The outlined part of the window; empty while the target is not on screen.
    [[nodiscard]] const QRect& outlined() const { return m_outlined; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(QWidget* target);
    void placeSoon();
    void place();
    void showState(bool isMissing);
    void showButton();
    void act();

    std::vector<TourStep> m_steps;
    QWidget& m_window;
    std::function<QWidget*()> m_home;
    std::size_t m_step = 0;
    bool m_placing = false; ///< it will be placed when the events at hand are done
    QRect m_outlined;
    QPointer<QWidget> m_outline;
    QPointer<QWidget> m_focusBefore;
    std::vector<QPointer<QWidget>> m_followed; ///< the target and what is around it

    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_count = nullptr;
    QPushButton* m_act = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
};

} // namespace coterie::ui
