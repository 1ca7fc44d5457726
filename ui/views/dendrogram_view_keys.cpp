// What the keys do: along the clients, up and down the tree, the cut.
#include "ui/views/dendrogram_view.h"

#include <QKeyEvent>

#include <algorithm>
#include <limits>

namespace coterie::ui {

void DendrogramView::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (!m_cut || event->modifiers() != Qt::ShiftModifier
        || !(moves || event->key() == Qt::Key_Home))
        return PaintedView::keyPressEvent(event);
    if (!moves)
        return putCutBack();
    m_cutIsUsers = true;
    m_cut = cutBeside(m_picture.grouping, *m_cut, event->key() == Qt::Key_Right ? 1 : -1);
    emit cutMoved();
    update();
}

const DendrogramView::Hit& DendrogramView::lit() const
{
    return m_pointed.what == Hit::What::Nothing && isRingShown() ? m_place : m_pointed;
}

const DendrogramBracket* DendrogramView::bracketOf(const Hit& hit) const
{
    if (hit.what == Hit::What::Merge)
        return &m_layout.brackets[static_cast<std::size_t>(hit.index)];
    return hit.what == Hit::What::Refused ? &*m_layout.refused : nullptr;
}

/// Nodes are the clients and, after them, the merges in their order.
DendrogramView::Hit DendrogramView::hitOfNode(int node) const
{
    if (node < m_picture.clients)
        return {Hit::What::Leaf, node};
    const auto found =
        std::ranges::find(m_layout.brackets, node - m_picture.clients, &DendrogramBracket::merge);
    return found == m_layout.brackets.end()
               ? Hit{}
               : Hit{Hit::What::Merge, static_cast<int>(found - m_layout.brackets.begin())};
}

/// The merge, done or refused, that joins this with others; nothing if none is drawn.
DendrogramView::Hit DendrogramView::above(const Hit& hit) const
{
    int node = hit.index;
    if (hit.what == Hit::What::Merge)
        node = m_picture.clients + bracketOf(hit)->merge;
    else if (hit.what != Hit::What::Leaf)
        return {};
    const Grouping& grouping = m_picture.grouping;
    const auto joins = [node](const Merge& merge) {
        return merge.left == node || merge.right == node;
    };
    const auto found = std::ranges::find_if(grouping.merges, joins);
    if (found != grouping.merges.end())
        return hitOfNode(m_picture.clients + static_cast<int>(found - grouping.merges.begin()));
    return m_layout.refused && joins(*grouping.refused) ? Hit{Hit::What::Refused, -1} : Hit{};
}

/// The next client, or the merge whose bracket is drawn next above or below.
DendrogramView::Hit DendrogramView::beside(const Hit& hit, KeyStep step) const
{
    const int sense = step == KeyStep::Down ? 1 : -1;
    if (hit.what == Hit::What::Leaf) {
        const auto at = std::ranges::find(m_layout.leaves, hit.index) - m_layout.leaves.begin();
        const auto last = static_cast<std::ptrdiff_t>(m_layout.leaves.size()) - 1;
        const auto next = std::clamp<std::ptrdiff_t>(at + sense, 0, last);
        return {Hit::What::Leaf, m_layout.leaves[static_cast<std::size_t>(next)]};
    }
    const double from = bracketOf(hit)->place();
    Hit best = hit;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index) {
        const double way = sense * (m_layout.brackets[index].place() - from);
        if (way <= 0 || way >= nearest)
            continue;
        nearest = way;
        best = {Hit::What::Merge, static_cast<int>(index)};
    }
    return best;
}

void DendrogramView::walk(KeyStep step)
{
    const bool hasPlace = m_place.what != Hit::What::Nothing && m_place.what != Hit::What::Cut;
    if (!hasPlace || step == KeyStep::First || step == KeyStep::Last) {
        const std::vector<int>& leaves = m_layout.leaves;
        m_place = {Hit::What::Leaf, step == KeyStep::Last ? leaves.back() : leaves.front()};
        emit whyChanged();
        return;
    }
    Hit next;
    if (step == KeyStep::Right) {
        next = above(m_place);
    } else if (step != KeyStep::Left) {
        next = beside(m_place, step);
    } else if (const DendrogramBracket* bracket = bracketOf(m_place)) {
        const Merge& merge =
            bracket->merge < 0
                ? *m_picture.grouping.refused
                : m_picture.grouping.merges[static_cast<std::size_t>(bracket->merge)];
        next = hitOfNode(bracket->leftPlace <= bracket->rightPlace ? merge.left : merge.right);
    }
    if (next.what != Hit::What::Nothing)
        m_place = next;
    emit whyChanged();
}

QRectF DendrogramView::placeArea() const
{
    if (m_place.what == Hit::What::Leaf) {
        const auto at = std::ranges::find(m_layout.leaves, m_place.index) - m_layout.leaves.begin();
        return {2, yOf(double(at)) - rowHeight() / 2, plotArea().left() - 2, rowHeight()};
    }
    const DendrogramBracket* bracket = bracketOf(m_place);
    if (!bracket)
        return {};
    constexpr double kBeside = 4; // of the line that joins the two
    const double top = yOf(std::min(bracket->leftPlace, bracket->rightPlace));
    const double bottom = yOf(std::max(bracket->leftPlace, bracket->rightPlace));
    return {xOf(bracket->value) - kBeside, top - kBeside, 2 * kBeside, bottom - top + 2 * kBeside};
}

void DendrogramView::choosePlace(Pick how)
{
    emit clientsChosen(picked(m_selected, membersOf(m_place), how));
}

} // namespace coterie::ui
