#include "ui/views/dendrogram_view.h"

#include "core/math/linkage.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kMergeReach = 6; // how near the mouse must be, in pixels

} // namespace

DendrogramView::DendrogramView(QWidget* parent)
    : PaintedView(parent)
{
    setObjectName(QStringLiteral("dendrogram"));
    setAccessibleName(tr("Dendrogram: which clients were joined, in which order and why"));
    setWhatsThis(tr("Up and Down go from client to client, Right to the merge that joined it with "
                    "others and says why, Left back; Enter picks the clients, Space adds them or "
                    "takes them out. A click on a group's name picks its clients. In a tree of "
                    "distances Shift with Left or Right moves the cut, "
                    "Shift with Home puts it back."));
}

void DendrogramView::setPicture(DendrogramPicture picture)
{
    if (picture == m_picture)
        return;
    if (picture.clients != m_picture.clients)
        m_cutIsUsers = false;
    m_picture = std::move(picture);
    // By the picture alone, whatever was drawn before: a round looks the same from either side.
    m_leaves = leafOrder(m_picture.grouping, std::size_t(m_picture.clients), m_picture.order);
    m_pointed = {};
    if (m_place.what != Hit::What::Leaf)
        m_place = {}; // another round's merges are others
    layOut();
}

void DendrogramView::setAxis(MergeAxis axis)
{
    m_axis = axis;
    layOut();
}

void DendrogramView::setSteps(std::optional<int> steps)
{
    m_steps = steps;
    layOut();
}

void DendrogramView::setSelected(std::set<int> clients)
{
    m_selected = std::move(clients);
    update();
}

void DendrogramView::layOut()
{
    const MergeAxis axis = hasCut() ? MergeAxis::Score : m_axis;
    m_layout = layOutDendrogram(m_picture.grouping, m_leaves, axis, m_steps);
    constexpr double kRoomForName = 0.18;
    if (axis == MergeAxis::Score && !hasCut()) // of the merge that gained most
        m_layout.highest += kRoomForName * (m_layout.highest - m_layout.lowest);
    const auto isDrawn = [this](const Hit& hit) {
        switch (hit.what) {
        case Hit::What::Merge:
            return static_cast<std::size_t>(hit.index) < m_layout.brackets.size();
        case Hit::What::Refused:
            return m_layout.refused.has_value();
        case Hit::What::Leaf:
            return hit.index < m_picture.clients;
        case Hit::What::Group:
            return false; // they may be others
        case Hit::What::Cut:
        case Hit::What::Nothing:
            break;
        }
        return true;
    };
    for (Hit* hit : {&m_pointed, &m_place})
        if (!isDrawn(*hit))
            *hit = {};
    if (!hasCut()) {
        m_cut.reset();
        m_cutIsUsers = m_draggingCut = false;
    } else if (!m_cut || !m_cutIsUsers || *m_cut > m_layout.highest) {
        placeCut();
    }
    findColours();
    update();
    emit whyChanged();
}

/// Where the round itself cut: above the last merge that stayed inside a group.
void DendrogramView::placeCut()
{
    m_cutIsUsers = false;
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    const std::size_t groups = m_picture.grouping.groups.size();
    const std::size_t kept = merges.size() - std::min(merges.size(), groups == 0 ? 0 : groups - 1);
    std::vector<double> heights{0};
    for (const Merge& merge : merges)
        heights.push_back(merge.score);
    std::ranges::sort(heights);
    const double below = heights[kept];
    const double above = kept + 1 < heights.size() ? heights[kept + 1] : below * 1.05;
    m_cut = (below + above) / 2;
}

bool DendrogramView::hasCut() const
{
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    return !merges.empty() && merges.front().kind == MergeKind::Distance;
}

int DendrogramView::groupsAtCut() const
{
    if (!m_cut)
        return static_cast<int>(m_picture.grouping.groups.size());
    return static_cast<int>(
        groupsUnderCut(m_picture.grouping, std::size_t(m_picture.clients), *m_cut).size());
}

const std::vector<int>& DendrogramView::coloursShown() const
{
    return isCutMoved() && !m_coloursOfCut.empty() ? m_coloursOfCut : m_picture.colourOfClient;
}

void DendrogramView::setColoursOfCut(std::vector<int> colourOfClient)
{
    if (colourOfClient == m_coloursOfCut)
        return;
    m_coloursOfCut = std::move(colourOfClient);
    findColours();
    update();
}

QRectF DendrogramView::fittingArea() const
{
    const QFontMetrics metrics(font());
    const double labels =
        metrics.horizontalAdvance(QString::number(std::max(1, m_picture.clients - 1))) + kDot + 14;
    return {kMargin + labels,
            plotTop(),
            std::max(1.0, width() - labels - 3 * kMargin - m_rim.joined - m_rim.names),
            plotHeight()};
}

double DendrogramView::plotTop() const
{
    return kMargin + (m_picture.isWhatIf ? fontMetrics().height() : 0); // a word stands there
}

double DendrogramView::plotHeight() const
{
    const double axis = 2.0 * fontMetrics().height() + 14;
    return std::max(1.0, height() - plotTop() - axis);
}

double DendrogramView::rowHeight() const
{
    return plotHeight() / std::max(1, m_picture.clients);
}

double DendrogramView::yOf(double place) const
{
    return plotTop() + (place + 0.5) * rowHeight();
}

double DendrogramView::xOf(double value) const
{
    const QRectF area = plotArea();
    const double span = m_layout.highest - m_layout.lowest;
    return span > 0 ? area.left() + (value - m_layout.lowest) / span * area.width() : area.left();
}

double DendrogramView::valueAt(double x) const
{
    const QRectF area = plotArea();
    return m_layout.lowest
           + (x - area.left()) / area.width() * (m_layout.highest - m_layout.lowest);
}

DendrogramView::Hit DendrogramView::hitAt(const QPointF& point) const
{
    if (m_picture.clients == 0)
        return {};
    if (m_cut && std::abs(point.x() - xOf(*m_cut)) < kMergeReach)
        return {Hit::What::Cut, -1};
    Hit best;
    double nearest = kMergeReach;
    const auto measure = [&](const DendrogramBracket& bracket, Hit hit) {
        const double x = xOf(bracket.value);
        const double top = yOf(std::min(bracket.leftPlace, bracket.rightPlace));
        const double bottom = yOf(std::max(bracket.leftPlace, bracket.rightPlace));
        const double beyond = std::max({0.0, top - point.y(), point.y() - bottom});
        double distance = std::hypot(point.x() - x, beyond);
        for (const auto& [place, value] : {std::pair(bracket.leftPlace, bracket.leftValue),
                                           std::pair(bracket.rightPlace, bracket.rightValue)}) {
            const double from = std::min(xOf(value), x);
            const double to = std::max(xOf(value), x);
            const double aside = std::max({0.0, from - point.x(), point.x() - to});
            distance = std::min(distance, std::hypot(aside, point.y() - yOf(place)));
        }
        if (distance < nearest) {
            nearest = distance;
            best = hit;
        }
    };
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index)
        measure(m_layout.brackets[index], {Hit::What::Merge, static_cast<int>(index)});
    if (m_layout.refused)
        measure(*m_layout.refused, {Hit::What::Refused, -1});
    if (best.what != Hit::What::Nothing)
        return best;
    const QRectF area = plotArea();
    if (point.x() < area.left() + kMergeReach && area.top() <= point.y()
        && point.y() < area.bottom()) {
        const auto place = static_cast<std::size_t>((point.y() - area.top()) / rowHeight());
        if (place < m_layout.leaves.size())
            return {Hit::What::Leaf, m_layout.leaves[place]};
    }
    for (std::size_t group = 0; m_rim.names > 0 && group < m_groups.size(); ++group)
        if (rimBox(m_groups[group]).contains(point))
            return {Hit::What::Group, static_cast<int>(group)};
    return {};
}

std::vector<int> DendrogramView::membersOf(const Hit& hit) const
{
    const Grouping& grouping = m_picture.grouping;
    const auto below = [&](int node) {
        return membersBelow(grouping, std::size_t(m_picture.clients), node);
    };
    switch (hit.what) {
    case Hit::What::Leaf:
        return {hit.index};
    case Hit::What::Merge:
        return below(m_picture.clients
                     + m_layout.brackets[static_cast<std::size_t>(hit.index)].merge);
    case Hit::What::Refused: {
        std::vector<int> members = below(grouping.refused->left);
        const std::vector<int> others = below(grouping.refused->right);
        members.insert(members.end(), others.begin(), others.end());
        return members;
    }
    case Hit::What::Group:
        return membersOf(m_groups[static_cast<std::size_t>(hit.index)]);
    case Hit::What::Cut:
    case Hit::What::Nothing:
        break;
    }
    return {};
}

QString DendrogramView::explanation(const Hit& hit) const
{
    switch (hit.what) {
    case Hit::What::Leaf:
        return leafText(hit.index);
    case Hit::What::Group:
        return groupText(m_groups[static_cast<std::size_t>(hit.index)]);
    case Hit::What::Merge: {
        const int merge = m_layout.brackets[static_cast<std::size_t>(hit.index)].merge;
        return tr("Merge %1 of %2\n%3")
            .arg(countText(merge + 1),
                 countText(std::ssize(m_picture.grouping.merges)),
                 mergeText(m_picture.grouping, m_picture.clients, merge));
    }
    case Hit::What::Refused:
        return tr("The best merge that was not done\n%1")
            .arg(mergeText(m_picture.grouping, m_picture.clients, -1));
    case Hit::What::Cut:
        return tr("Cut at %1: %2. Drag it to see the groups of another height; a double click "
                  "puts it back to where the round cut")
            .arg(numberText(*m_cut), cutText());
    case Hit::What::Nothing:
        break;
    }
    return {};
}

/// A cut that was moved says that its groups are not the run's.
QString DendrogramView::cutText() const
{
    const QString groups = groupsText(groupsAtCut(), m_picture.samples);
    return isCutMoved()
               ? tr("%1 here, %2 in the run").arg(groups).arg(m_picture.grouping.groups.size())
               : groups;
}

void DendrogramView::findColours()
{
    std::vector<int> colourOfNode = coloursShown();
    colourOfNode.resize(static_cast<std::size_t>(m_picture.clients), -1);
    const auto colourOf = [&](int node) {
        const auto index = static_cast<std::size_t>(node);
        return node >= 0 && index < colourOfNode.size() ? colourOfNode[index] : -1;
    };
    for (const Merge& merge : m_picture.grouping.merges) {
        const int left = colourOf(merge.left);
        colourOfNode.push_back(left == colourOf(merge.right) ? left : -1);
    }
    m_colourOfBracket.clear();
    for (const DendrogramBracket& bracket : m_layout.brackets)
        m_colourOfBracket.push_back(colourOf(m_picture.clients + bracket.merge));
    m_groups = groupsAlong(m_layout.leaves, coloursShown());
    if (m_pointed.what == Hit::What::Group) // of those that were drawn before
        m_pointed = {};
    measureRim();
}

QString DendrogramView::why() const
{
    if (lit().what == Hit::What::Merge || lit().what == Hit::What::Refused)
        return explanation(lit()).replace(QLatin1Char('\n'), QStringLiteral(": "));
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    const int drawn = std::min(m_steps.value_or(0), static_cast<int>(merges.size()));
    if (drawn > 0)
        return tr("Merge %1 of %2: %3")
            .arg(countText(drawn),
                 countText(std::ssize(merges)),
                 mergeText(m_picture.grouping, m_picture.clients, drawn - 1));
    QStringList sentences;
    if (!m_steps && !m_picture.grouping.stopReason.empty())
        sentences << withTrueMinus(toQString(m_picture.grouping.stopReason));
    if (!merges.empty())
        sentences << (hasCut()
                          ? tr("The two that are nearest merge first; what is merged before the "
                               "dashed line stays together.")
                          : tr("Gain: what more data bring, less what unlike data cost."));
    // Who was drawn twice is listed twice, so that their number does not tell.
    if (std::ranges::any_of(m_layout.leaves, [this](int client) { return !takesPart(client); }))
        sentences << tr("Clients with a hollow dot take no part in this round.");
    if (!merges.empty())
        sentences << tr("Point at a merge to see why it was done.");
    return sentences.join(QLatin1Char(' '));
}

void DendrogramView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_draggingCut) {
        m_cutIsUsers = true;
        m_cut = std::clamp(valueAt(event->position().x()), m_layout.lowest, m_layout.highest);
        emit cutMoved();
        update();
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit == m_pointed)
        return;
    m_pointed = hit;
    setCursor(hit.what == Hit::What::Cut       ? Qt::SplitHCursor
              : hit.what == Hit::What::Nothing ? Qt::ArrowCursor
                                               : Qt::PointingHandCursor);
    update();
    emit whyChanged();
}

void DendrogramView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const Hit hit = hitAt(event->position());
    if (hit.what == Hit::What::Cut) {
        m_draggingCut = true;
        return;
    }
    // The keys walk along clients and merges.
    if (hit.what != Hit::What::Nothing && hit.what != Hit::What::Group)
        m_place = hit;
    emit clientsChosen(picked(m_selected, membersOf(hit), pickOf(*event)));
}

void DendrogramView::mouseReleaseEvent(QMouseEvent*)
{
    m_draggingCut = false;
}

void DendrogramView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || hitAt(event->position()).what != Hit::What::Cut)
        return QWidget::mouseDoubleClickEvent(event);
    m_draggingCut = false;
    putCutBack();
}

void DendrogramView::putCutBack()
{
    placeCut();
    findColours();
    update();
    emit cutMoved();
}

void DendrogramView::leaveEvent(QEvent*)
{
    m_pointed = {};
    update();
    emit whyChanged();
}

void DendrogramView::focusInEvent(QFocusEvent* event)
{
    PaintedView::focusInEvent(event);
    emit whyChanged(); // what the keys have led to lights up with the ring
}

void DendrogramView::focusOutEvent(QFocusEvent* event)
{
    PaintedView::focusOutEvent(event);
    emit whyChanged();
}

QString DendrogramView::textAt(const QPointF& point) const
{
    return explanation(hitAt(point));
}

} // namespace coterie::ui
