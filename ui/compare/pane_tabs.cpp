#include "ui/compare/pane_tabs.h"

#include <QComboBox>
#include <QEvent>
#include <QShortcut>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// As wide as its entries within its maximum, which a corner does not look at.
class CornerBox final : public QComboBox
{
public:
    using QComboBox::QComboBox;

    [[nodiscard]] QSize sizeHint() const override
    {
        return QComboBox::sizeHint().boundedTo(maximumSize());
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return QComboBox::minimumSizeHint().boundedTo(maximumSize());
    }
};

} // namespace

PaneTabs::PaneTabs(QWidget* parent)
    : QTabWidget(parent)
    , m_box(new CornerBox(this))
{
    setCornerWidget(m_box);
    for (const auto& [keys, step] : {std::pair(Qt::CTRL | Qt::Key_Tab, 1),
                                     std::pair(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, -1)}) {
        auto* shortcut = new QShortcut(QKeySequence(keys), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, step = step] { go(step); });
    }
}

void PaneTabs::setTabVisible(int index, bool visible)
{
    QTabWidget::setTabVisible(index, visible);
    limitBox();
}

bool PaneTabs::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // of the bar, such as after a new name of a tab
        limitBox();
    return QTabWidget::event(event);
}

void PaneTabs::resizeEvent(QResizeEvent* event)
{
    limitBox();
    QTabWidget::resizeEvent(event);
}

void PaneTabs::tabInserted(int index)
{
    QTabWidget::tabInserted(index);
    limitBox();
}

void PaneTabs::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_box)
        limitBox();
}

void PaneTabs::limitBox()
{
    constexpr int kLetters = 14; // the first words of an entry, however little room there is
    constexpr int kAir = 8;      // pixels, between tabs and box
    const int least = kLetters * fontMetrics().averageCharWidth();
    const int most = std::max(least, width() - tabBar()->sizeHint().width() - kAir);
    if (most == m_box->maximumWidth())
        return; // or each layout would ask for another
    m_box->setMaximumWidth(most);
    m_box->updateGeometry();
}

void PaneTabs::go(int step)
{
    for (int place = 1; place < count(); ++place) {
        const int index = (currentIndex() + place * step + place * count()) % count();
        if (isTabVisible(index) && isTabEnabled(index))
            return setCurrentIndex(index);
    }
}

} // namespace coterie::ui
