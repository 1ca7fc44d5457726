#include "ui/frame/flow_layout.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

bool takesTheRest(QLayoutItem& item)
{
    const QWidget* widget = item.widget();
    return widget && widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
}

int widthOf(QLayoutItem& item)
{
    if (!takesTheRest(item))
        return item.sizeHint().width();
    return std::max(item.widget()->minimumSizeHint().width(), item.widget()->minimumWidth());
}

int heightOf(const std::vector<QLayoutItem*>& line)
{
    int height = 0;
    for (QLayoutItem* item : line)
        height = std::max(height, item->sizeHint().height());
    return height;
}

} // namespace

FlowLayout::FlowLayout(int gap, int lineGap)
    : m_gap(gap)
    , m_lineGap(lineGap)
{}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
    invalidate();
}

int FlowLayout::count() const
{
    return int(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* item = m_items[std::size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    invalidate();
    return item;
}

Qt::Orientations FlowLayout::expandingDirections() const
{
    return {};
}

bool FlowLayout::hasHeightForWidth() const
{
    return true;
}

std::vector<std::vector<QLayoutItem*>> FlowLayout::linesIn(int width) const
{
    std::vector<std::vector<QLayoutItem*>> lines;
    int used = 0;
    for (const std::unique_ptr<QLayoutItem>& item : m_items) {
        if (item->isEmpty())
            continue;
        const int wanted = widthOf(*item);
        if (lines.empty() || used + m_gap + wanted > width) {
            lines.emplace_back();
            used = wanted;
        } else {
            used += m_gap + wanted;
        }
        lines.back().push_back(item.get());
    }
    return lines;
}

int FlowLayout::heightForWidth(int width) const
{
    const auto lines = linesIn(width);
    int height = m_lineGap * std::max(0, int(lines.size()) - 1);
    for (const std::vector<QLayoutItem*>& line : lines)
        height += heightOf(line);
    return height;
}

QSize FlowLayout::minimumSize() const
{
    QSize least;
    for (const std::unique_ptr<QLayoutItem>& item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo({widthOf(*item), item->sizeHint().height()});
    return least;
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const auto& line : linesIn(QWIDGETSIZE_MAX))
        for (QLayoutItem* item : line)
            width += widthOf(*item) + (width > 0 ? m_gap : 0);
    return {width, heightForWidth(QWIDGETSIZE_MAX)};
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    int top = rect.top();
    for (const std::vector<QLayoutItem*>& line : linesIn(rect.width())) {
        int rest = rect.width() + m_gap;
        for (QLayoutItem* item : line)
            rest -= widthOf(*item) + m_gap;
        const int height = heightOf(line);
        int left = rect.left();
        for (QLayoutItem* item : line) {
            const bool isLast = item == line.back();
            int width = widthOf(*item);
            if (takesTheRest(*item))
                width += std::exchange(rest, 0);
            const int own = std::min(height, item->sizeHint().height());
            item->setGeometry({left, top + (height - own) / 2, width, own});
            left += width + (isLast ? 0 : m_gap);
        }
        top += height + m_lineGap;
    }
}

} // namespace coterie::ui
