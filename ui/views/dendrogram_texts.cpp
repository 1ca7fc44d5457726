#include "ui/core_sentences.h"
#include "ui/views/dendrogram_scene.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

QString DendrogramScene::axisTitle() const
{
    return hasCut()                     ? say("Distance")
           : axis() == MergeAxis::Order ? say("Merge number")
                                        : say("Gain of the merge");
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
        joined.push_back(m_picture.joinedOfClient[std::size_t(client)]);
    const auto [first, last] = std::ranges::minmax(joined);
    if (isAlone(group))
        return say("since round %1").arg(first);
    return first == last ? say("joined in round %1").arg(first)
                         : say("joined in rounds %1–%2").arg(first).arg(last);
}

QStringList DendrogramScene::cutTexts() const
{
    const QString groups = groupsText(groupsAtCut(), m_picture.samples);
    if (!isCutMoved())
        return {groups};
    const auto recorded = m_picture.grouping.groups.size();
    return {say("%1 here, %2 in the run").arg(groups).arg(recorded),
            say("%1 (was %2)").arg(groups).arg(recorded),
            say("%1 (was %2)").arg(groupsAtCut()).arg(recorded)};
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
    const auto place =
        std::size_t(std::ranges::find(m_layout.leaves, client) - m_layout.leaves.begin());
    const auto group = std::ranges::find_if(m_groups, [place](const DendrogramGroup& each) {
        return each.first <= place && place <= each.last;
    });
    if (group == m_groups.end() || !knowsJoined())
        return say("Client %1").arg(client) + absent;
    const QString words = isAlone(*group) ? say("Client %1, %2 since round %3")
                                          : say("Client %1, in %2 since round %3");
    return words.arg(client).arg(nameOf(*group)).arg(m_picture.joinedOfClient[std::size_t(client)])
           + absent;
}

QString DendrogramScene::doneText(int merge) const
{
    return say("Merge %1 of %2\n%3")
        .arg(countText(merge + 1),
             countText(std::ssize(m_picture.grouping.merges)),
             mergeText(m_picture.grouping, m_picture.clients, merge));
}

QString DendrogramScene::textOf(const Part& part) const
{
    if (part.kind == LeafPart)
        return leafText(part.index);
    if (part.kind == GroupPart)
        return groupText(m_groups[std::size_t(part.index)]);
    if (part.kind == MergePart)
        return doneText(bracketOf(part)->merge);
    if (part.kind == RefusedPart)
        return say("Best refused merge\n%1")
            .arg(mergeText(m_picture.grouping, m_picture.clients, -1));
    if (part.kind != CutPart)
        return {};
    return say("Cut at %1: %2. Drag it to see the groups at another height; double-click to "
               "reset it")
        .arg(numberText(*m_cut), cutTexts().front());
}

QString DendrogramScene::why(const Part& part) const
{
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    const int drawn = std::min(m_steps.value_or(0), int(merges.size()));
    if (part.kind == MergePart || part.kind == RefusedPart || drawn > 0) {
        QString text = bracketOf(part) ? textOf(part) : doneText(drawn - 1);
        return text.replace(QLatin1Char('\n'), QStringLiteral(": "));
    }
    QStringList sentences;
    if (!m_steps && !m_picture.grouping.stopReason.empty())
        sentences << withTrueMinus(sentenceFromCore(m_picture.grouping.stopReason));
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
