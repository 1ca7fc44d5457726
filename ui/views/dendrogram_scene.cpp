#include "ui/views/dendrogram_scene.h"

#include "core/math/linkage.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace coterie::ui {

void DendrogramScene::setPicture(DendrogramPicture picture)
{
    if (picture.clients != m_picture.clients)
        m_isCutMoved = false;
    m_picture = std::move(picture);
    // A function of the picture alone: a round looks the same from either side.
    m_leaves = leafOrder(m_picture.grouping, std::size_t(m_picture.clients), m_picture.order);
    layOut();
}

void DendrogramScene::setAxis(MergeAxis axis)
{
    m_axis = axis;
    layOut();
}

void DendrogramScene::setSteps(std::optional<int> steps)
{
    m_steps = steps;
    layOut();
}

void DendrogramScene::layOut()
{
    m_layout = layOutDendrogram(m_picture.grouping, m_leaves, axis(), m_steps);
    constexpr double kRoomForName = 0.18;
    if (axis() == MergeAxis::Score && !hasCut()) // of the merge with the largest gain
        m_layout.highest += kRoomForName * (m_layout.highest - m_layout.lowest);
    if (!hasCut()) {
        m_cut.reset();
        m_isCutMoved = false;
    } else if (!m_cut || !m_isCutMoved || *m_cut > m_layout.highest) {
        placeCut();
    }
    findColours();
}

/// Above the last merge that stayed inside a group.
void DendrogramScene::placeCut()
{
    m_isCutMoved = false;
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

void DendrogramScene::moveCut(double value)
{
    m_isCutMoved = true;
    m_cut = std::clamp(value, m_layout.lowest, m_layout.highest);
}

void DendrogramScene::resetCut()
{
    placeCut();
    findColours();
}

bool DendrogramScene::hasCut() const
{
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    return !merges.empty() && merges.front().kind == MergeKind::Distance;
}

int DendrogramScene::groupsAtCut() const
{
    const auto clients = static_cast<std::size_t>(m_picture.clients);
    return static_cast<int>(m_cut ? groupsUnderCut(m_picture.grouping, clients, *m_cut).size()
                                  : m_picture.grouping.groups.size());
}

const std::vector<int>& DendrogramScene::coloursShown() const
{
    return isCutMoved() && !m_coloursOfCut.empty() ? m_coloursOfCut : m_picture.colourOfClient;
}

void DendrogramScene::setColoursOfCut(std::vector<int> colourOfClient)
{
    m_coloursOfCut = std::move(colourOfClient);
    findColours();
}

void DendrogramScene::findColours()
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
}

int DendrogramScene::colourOfBracket(std::size_t bracket) const
{
    return m_colourOfBracket[bracket];
}

bool DendrogramScene::takesPart(int client) const
{
    return m_picture.participants.empty()
           || std::ranges::binary_search(m_picture.participants, client);
}

std::vector<bool> DendrogramScene::mergedClients() const
{
    std::vector<bool> merged(static_cast<std::size_t>(m_picture.clients), !m_steps);
    for (const Merge& merge : m_picture.grouping.merges | std::views::take(m_steps.value_or(0)))
        for (const int node : {merge.left, merge.right})
            if (node >= 0 && node < m_picture.clients)
                merged[static_cast<std::size_t>(node)] = true;
    return merged;
}

bool DendrogramScene::isDrawn(const Part& part) const
{
    switch (part.kind) {
    case MergePart:
        return static_cast<std::size_t>(part.index) < m_layout.brackets.size();
    case RefusedPart:
        return m_layout.refused.has_value();
    case LeafPart:
        return part.index < m_picture.clients;
    case GroupPart:
        return static_cast<std::size_t>(part.index) < m_groups.size();
    default:
        break;
    }
    return true;
}

std::vector<int> DendrogramScene::membersOf(const Part& part) const
{
    const Grouping& grouping = m_picture.grouping;
    const auto under = [&](int node) {
        return membersBelow(grouping, std::size_t(m_picture.clients), node);
    };
    switch (part.kind) {
    case LeafPart:
        return {part.index};
    case MergePart:
        return under(m_picture.clients + bracketOf(part)->merge);
    case RefusedPart: {
        std::vector<int> members = under(grouping.refused->left);
        const std::vector<int> others = under(grouping.refused->right);
        members.insert(members.end(), others.begin(), others.end());
        return members;
    }
    case GroupPart:
        return membersOf(m_groups[static_cast<std::size_t>(part.index)]);
    default:
        break;
    }
    return {};
}

std::vector<int> DendrogramScene::membersOf(const DendrogramGroup& group) const
{
    std::vector<int> members;
    for (std::size_t place = group.first; place <= group.last; ++place)
        members.push_back(m_layout.leaves[place]);
    std::ranges::sort(members);
    return members;
}

const DendrogramBracket* DendrogramScene::bracketOf(const Part& part) const
{
    if (part.kind == MergePart)
        return &m_layout.brackets[static_cast<std::size_t>(part.index)];
    return part.kind == RefusedPart ? &*m_layout.refused : nullptr;
}

/// Nodes are the clients and, after them, the merges in their order.
ViewPart DendrogramScene::partOfNode(int node) const
{
    if (node < m_picture.clients)
        return {LeafPart, node};
    const auto found =
        std::ranges::find(m_layout.brackets, node - m_picture.clients, &DendrogramBracket::merge);
    return found == m_layout.brackets.end()
               ? Part{}
               : Part{MergePart, static_cast<int>(found - m_layout.brackets.begin())};
}

ViewPart DendrogramScene::above(const Part& part) const
{
    int node = part.index;
    if (part.kind == MergePart)
        node = m_picture.clients + bracketOf(part)->merge;
    else if (part.kind != LeafPart)
        return {};
    const Grouping& grouping = m_picture.grouping;
    const auto joins = [node](const Merge& merge) {
        return merge.left == node || merge.right == node;
    };
    const auto found = std::ranges::find_if(grouping.merges, joins);
    if (found != grouping.merges.end())
        return partOfNode(m_picture.clients + static_cast<int>(found - grouping.merges.begin()));
    return m_layout.refused && joins(*grouping.refused) ? Part{RefusedPart, -1} : Part{};
}

ViewPart DendrogramScene::below(const Part& merge) const
{
    const DendrogramBracket* bracket = bracketOf(merge);
    if (!bracket)
        return {};
    const Merge& joined = bracket->merge < 0
                              ? *m_picture.grouping.refused
                              : m_picture.grouping.merges[static_cast<std::size_t>(bracket->merge)];
    return partOfNode(bracket->leftPlace <= bracket->rightPlace ? joined.left : joined.right);
}

ViewPart DendrogramScene::beside(const Part& part, int direction) const
{
    if (part.kind == LeafPart) {
        const auto at = std::ranges::find(m_layout.leaves, part.index) - m_layout.leaves.begin();
        const auto last = std::ssize(m_layout.leaves) - 1;
        const auto next = std::clamp<std::ptrdiff_t>(at + direction, 0, last);
        return {LeafPart, m_layout.leaves[static_cast<std::size_t>(next)]};
    }
    const double from = bracketOf(part)->place();
    Part best = part;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index) {
        const double way = direction * (m_layout.brackets[index].place() - from);
        if (way <= 0 || way >= nearest)
            continue;
        nearest = way;
        best = {MergePart, static_cast<int>(index)};
    }
    return best;
}

bool DendrogramScene::isAlone(const DendrogramGroup& group) const
{
    return group.size() == 1 && !m_picture.samples;
}

/// The groups of a moved cut were never formed.
bool DendrogramScene::knowsJoined() const
{
    return !isCutMoved()
           && m_picture.joinedOfClient.size() >= static_cast<std::size_t>(m_picture.clients);
}

QString DendrogramScene::nameOf(const DendrogramGroup& group) const
{
    return groupName(group.colour, group.size(), m_picture.samples);
}

QString DendrogramScene::sinceText(const DendrogramGroup& group) const
{
    if (!knowsJoined())
        return {};
    std::vector<int> joined;
    for (const int client : membersOf(group))
        joined.push_back(m_picture.joinedOfClient[static_cast<std::size_t>(client)]);
    const auto [first, last] = std::ranges::minmax(joined);
    if (isAlone(group))
        return say("since round %1").arg(first);
    return first == last ? say("joined in round %1").arg(first)
                         : say("joined in rounds %1–%2").arg(first).arg(last);
}

/// A moved cut says that its groups are not those of the run.
QString DendrogramScene::cutText() const
{
    const QString groups = groupsText(groupsAtCut(), m_picture.samples);
    return isCutMoved()
               ? say("%1 here, %2 in the run").arg(groups).arg(m_picture.grouping.groups.size())
               : groups;
}

QString DendrogramScene::groupText(const DendrogramGroup& group) const
{
    QString text = nameOf(group);
    if (const QString since = sinceText(group); !since.isEmpty())
        text += (isAlone(group) ? QStringLiteral(" ") : QStringLiteral(", ")) + since;
    text += QStringLiteral(": ") + membersText(membersOf(group));
    if (group.size() > 1)
        text += QLatin1Char('\n')
                + say("A group keeps its number as long as most of its clients stay together, so "
                      "numbers may have gaps.");
    return text;
}

/// "Client 3, in group 2 since round 4"
QString DendrogramScene::leafText(int client) const
{
    const QString absent = takesPart(client) ? QString() : say("; takes no part in this round");
    const auto place = static_cast<std::size_t>(std::ranges::find(m_layout.leaves, client)
                                                - m_layout.leaves.begin());
    const auto group = std::ranges::find_if(m_groups, [place](const DendrogramGroup& each) {
        return each.first <= place && place <= each.last;
    });
    if (group == m_groups.end() || !knowsJoined())
        return say("Client %1").arg(client) + absent;
    const QString words = isAlone(*group) ? say("Client %1, %2 since round %3")
                                          : say("Client %1, in %2 since round %3");
    return words.arg(client)
               .arg(nameOf(*group))
               .arg(m_picture.joinedOfClient[static_cast<std::size_t>(client)])
           + absent;
}

QString DendrogramScene::textOf(const Part& part) const
{
    switch (part.kind) {
    case LeafPart:
        return leafText(part.index);
    case GroupPart:
        return groupText(m_groups[static_cast<std::size_t>(part.index)]);
    case MergePart: {
        const int merge = bracketOf(part)->merge;
        return say("Merge %1 of %2\n%3")
            .arg(countText(merge + 1),
                 countText(std::ssize(m_picture.grouping.merges)),
                 mergeText(m_picture.grouping, m_picture.clients, merge));
    }
    case RefusedPart:
        return say("Best refused merge\n%1")
            .arg(mergeText(m_picture.grouping, m_picture.clients, -1));
    case CutPart:
        return say("Cut at %1: %2. Drag it to see the groups at another height; double-click to "
                   "reset it")
            .arg(numberText(*m_cut), cutText());
    default:
        break;
    }
    return {};
}

QString DendrogramScene::why(const Part& part) const
{
    if (part.kind == MergePart || part.kind == RefusedPart)
        return textOf(part).replace(QLatin1Char('\n'), QStringLiteral(": "));
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    const int drawn = std::min(m_steps.value_or(0), static_cast<int>(merges.size()));
    if (drawn > 0)
        return say("Merge %1 of %2: %3")
            .arg(countText(drawn),
                 countText(std::ssize(merges)),
                 mergeText(m_picture.grouping, m_picture.clients, drawn - 1));
    QStringList sentences;
    if (!m_steps && !m_picture.grouping.stopReason.empty())
        sentences << withTrueMinus(toQString(m_picture.grouping.stopReason));
    if (!merges.empty())
        sentences << (hasCut() ? say("The nearest two merge first. Merges left of the dashed line "
                                     "form the groups.")
                               : say("Gain: the benefit of more data minus the cost of unlike "
                                     "data."));
    // Not by count: a client that was drawn twice is listed twice.
    if (std::ranges::any_of(m_layout.leaves, [this](int client) { return !takesPart(client); }))
        sentences << say("Clients with a hollow dot take no part in this round.");
    if (!merges.empty())
        sentences << say("Point at a merge to see why it was done.");
    return sentences.join(QLatin1Char(' '));
}

} // namespace coterie::ui
