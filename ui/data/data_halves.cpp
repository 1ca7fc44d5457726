#include "ui/data/data_halves.h"

#include <algorithm>

namespace coterie::ui {

DataHalves::DataHalves(QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
{
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
}

void DataHalves::resizeEvent(QResizeEvent* event)
{
    constexpr int kMost = 472; // of the cards
    constexpr int kShare = 35; // percent
    if (!m_isMoved) {
        const int cards = std::min(kMost, width() * kShare / 100);
        setSizes({cards, width() - cards});
    }
    QSplitter::resizeEvent(event);
}

} // namespace coterie::ui
