#include "ui/views/dendrogram_scene.h"

#include "core/math/linkage.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <ranges>
#include <set>

namespace coterie::ui {

DendrogramLayout layOutDendrogram(const Grouping& grouping,
                                  std::span<const int> leaves,
                                  MergeAxis axis,
                                  std::optional<int> steps)
{
    struct Point
    {
        double place = 0;
        double value = 0;
    };
    const std::size_t merges = grouping.merges.size();
    const std::optional<Merge>& refused = grouping.refused;
    DendrogramLayout layout;
    layout.leaves.assign(leaves.begin(), leaves.end());
    std::vector<Point> points(leaves.size());
    for (std::size_t place = 0; place < leaves.size(); ++place)
        points[std::size_t(leaves[place])].place = double(place);

    const auto reach = [&](const Merge& merge) {
        if (axis == MergeAxis::Score && std::isfinite(merge.score)) {
            layout.lowest = std::min(layout.lowest, merge.score);
            layout.highest = std::max(layout.highest, merge.score);
        }
    };
    std::ranges::for_each(grouping.merges, reach);
    if (refused)
        reach(*refused);
    if (axis == MergeAxis::Order)
        layout.highest = double(merges);

    const auto bracketOf = [&](const Merge& merge, std::size_t index) {
        const Point left = points[std::size_t(merge.left)];
        const Point right = points[std::size_t(merge.right)];
        double value = axis == MergeAxis::Order ? double(index + 1) : merge.score;
        if (!std::isfinite(value)) {
            ++layout.nonFinite;
            value = layout.highest;
        }
        return DendrogramBracket{.merge = index < merges ? int(index) : -1,
                                 .leftPlace = left.place,
                                 .rightPlace = right.place,
                                 .leftValue = left.value,
                                 .rightValue = right.value,
                                 .value = value};
    };
    const std::vector<bool> sound = soundMerges(grouping, leaves.size());
    const std::size_t shown = steps ? std::min(merges, std::size_t(std::max(0, *steps))) : merges;
    for (std::size_t index = 0; index < shown; ++index) {
        Point joined;
        if (sound[index]) {
            layout.brackets.push_back(bracketOf(grouping.merges[index], index));
            joined = {layout.brackets.back().place(), layout.brackets.back().value};
        }
        points.push_back(joined);
    }
    const auto isDrawn = [&](int node) { return node >= 0 && std::size_t(node) < points.size(); };
    if (!steps && refused && isDrawn(refused->left) && isDrawn(refused->right)
        && refused->left != refused->right) {
        layout.refused = bracketOf(*refused, merges);
        layout.highest = std::max(layout.highest, layout.refused->value);
    }
    return layout;
}

std::vector<DendrogramGroup> groupsAlong(std::span<const int> leaves,
                                         std::span<const int> colourOfClient)
{
    std::vector<DendrogramGroup> groups;
    for (std::size_t place = 0; place < leaves.size(); ++place) {
        const auto client = std::size_t(leaves[place]);
        const int colour = client < colourOfClient.size() ? colourOfClient[client] : -1;
        if (colour < 0)
            continue;
        const bool continues =
            !groups.empty() && groups.back().colour == colour && groups.back().last + 1 == place;
        if (continues)
            groups.back().last = place;
        else
            groups.push_back({.first = place, .last = place, .colour = colour});
    }
    return groups;
}

std::vector<std::vector<int>>
groupsUnderCut(const Grouping& grouping, std::size_t clients, double height)
{
    const std::vector<bool> sound = soundMerges(grouping, clients);
    std::vector<std::vector<int>> nodes(clients); // empty once merged into another
    for (std::size_t client = 0; client < clients; ++client)
        nodes[client] = {int(client)};
    for (std::size_t index = 0; index < grouping.merges.size(); ++index) {
        const Merge& merge = grouping.merges[index];
        std::vector<int> joined;
        if (sound[index] && merge.score <= height) {
            std::vector<int>& left = nodes[std::size_t(merge.left)];
            std::vector<int>& right = nodes[std::size_t(merge.right)];
            if (!left.empty() && !right.empty()) { // else one of them is beyond the cut
                std::ranges::merge(left, right, std::back_inserter(joined));
                left.clear();
                right.clear();
            }
        }
        nodes.push_back(std::move(joined));
    }
    std::erase_if(nodes, [](const std::vector<int>& node) { return node.empty(); });
    std::ranges::sort(nodes);
    return nodes;
}

double cutBeside(const Grouping& grouping, double cut, int direction)
{
    std::set<double> heights{0};
    for (const Merge& merge : grouping.merges)
        if (std::isfinite(merge.score))
            heights.insert(merge.score);
    std::vector<double> stops;
    for (auto height = heights.begin(); std::next(height) != heights.end(); ++height)
        stops.push_back((*height + *std::next(height)) / 2);
    stops.push_back(*heights.rbegin()); // where all are one group
    // Two cuts between the same heights give the same groups.
    const auto heightsBelow = [&](double at) {
        return std::distance(heights.begin(), heights.upper_bound(at));
    };
    const auto isBeside = [&](double stop) {
        return (heightsBelow(stop) - heightsBelow(cut)) * direction > 0;
    };
    if (direction < 0)
        std::ranges::reverse(stops); // the nearest first
    const auto next = std::ranges::find_if(stops, isBeside);
    return next == stops.end() ? cut : *next;
}

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

void DendrogramScene::setLimits(std::optional<double> lowest, std::optional<double> highest)
{
    layOut();
    if (axis() != MergeAxis::Score)
        return;
    m_layout.lowest = lowest.value_or(m_layout.lowest);
    m_layout.highest = highest.value_or(m_layout.highest);
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
    const std::size_t groups = std::max<std::size_t>(1, m_picture.grouping.groups.size());
    std::vector<double> heights{0};
    for (const Merge& merge : m_picture.grouping.merges)
        heights.push_back(merge.score);
    const std::size_t kept = heights.size() - std::min(heights.size(), groups);
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
    const Grouping& grouping = m_picture.grouping;
    return int(m_cut ? groupsUnderCut(grouping, std::size_t(m_picture.clients), *m_cut).size()
                     : grouping.groups.size());
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
    colourOfNode.resize(std::size_t(m_picture.clients), -1);
    const auto colourOf = [&](int node) {
        const auto index = std::size_t(node);
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

bool DendrogramScene::takesPart(int client) const
{
    return m_picture.participants.empty()
           || std::ranges::binary_search(m_picture.participants, client);
}

std::vector<bool> DendrogramScene::mergedClients() const
{
    std::vector<bool> merged(std::size_t(m_picture.clients), !m_steps);
    for (const Merge& merge : m_picture.grouping.merges | std::views::take(m_steps.value_or(0)))
        for (const int node : {merge.left, merge.right})
            if (node >= 0 && node < m_picture.clients)
                merged[std::size_t(node)] = true;
    return merged;
}

bool DendrogramScene::isDrawn(const Part& part) const
{
    const auto index = std::size_t(part.index);
    return part.kind == MergePart     ? index < m_layout.brackets.size()
           : part.kind == RefusedPart ? m_layout.refused.has_value()
           : part.kind == LeafPart    ? part.index < m_picture.clients
           : part.kind == GroupPart   ? index < m_groups.size()
                                      : true;
}

std::vector<int> DendrogramScene::membersOf(const Part& part) const
{
    const Grouping& grouping = m_picture.grouping;
    const auto under = [&](int node) {
        return membersBelow(grouping, std::size_t(m_picture.clients), node);
    };
    if (part.kind == LeafPart)
        return {part.index};
    if (part.kind == MergePart)
        return under(m_picture.clients + bracketOf(part)->merge);
    if (part.kind == GroupPart)
        return membersOf(m_groups[std::size_t(part.index)]);
    if (part.kind != RefusedPart)
        return {};
    std::vector<int> members = under(grouping.refused->left);
    std::ranges::copy(under(grouping.refused->right), std::back_inserter(members));
    return members;
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
        return &m_layout.brackets[std::size_t(part.index)];
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
               : Part{MergePart, int(found - m_layout.brackets.begin())};
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
        return partOfNode(m_picture.clients + int(found - grouping.merges.begin()));
    return m_layout.refused && joins(*grouping.refused) ? Part{RefusedPart, -1} : Part{};
}

ViewPart DendrogramScene::below(const Part& merge) const
{
    const DendrogramBracket* bracket = bracketOf(merge);
    if (!bracket)
        return {};
    const Grouping& grouping = m_picture.grouping;
    const Merge& joined =
        bracket->merge < 0 ? *grouping.refused : grouping.merges[std::size_t(bracket->merge)];
    return partOfNode(bracket->leftPlace <= bracket->rightPlace ? joined.left : joined.right);
}

ViewPart DendrogramScene::beside(const Part& part, int direction) const
{
    if (part.kind == LeafPart) {
        const auto at = std::ranges::find(m_layout.leaves, part.index) - m_layout.leaves.begin();
        const auto next =
            std::clamp<std::ptrdiff_t>(at + direction, 0, std::ssize(m_layout.leaves) - 1);
        return {LeafPart, m_layout.leaves[std::size_t(next)]};
    }
    const double from = bracketOf(part)->place();
    Part best = part;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index) {
        const double way = direction * (m_layout.brackets[index].place() - from);
        if (way <= 0 || way >= nearest)
            continue;
        nearest = way;
        best = {MergePart, int(index)};
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
    return !isCutMoved() && m_picture.joinedOfClient.size() >= std::size_t(m_picture.clients);
}

} // namespace coterie::ui
