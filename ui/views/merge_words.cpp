#include "ui/views/merge_words.h"

#include "core/math/linkage.h"
#include "ui/core_sentences.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kMostFixed = 1000; ///< gains from here on have four digits

} // namespace

QString gainText(double gain)
{
    constexpr int kDecimals = 4; // also of larger gains, which stand beside small ones
    const QString fixed = QString::number(gain, 'f', kDecimals);
    // Very small and large gains have four digits instead.
    const bool isTold = std::abs(gain) < kMostFixed && (gain == 0 || fixed.toDouble() != 0);
    return (gain >= 0 ? QStringLiteral("+") : QString())
           + (isTold ? localNumber(withTrueMinus(fixed)) : numberText(gain));
}

QString groupName(int colour, std::size_t clients, bool isCluster)
{
    if (isCluster)
        return say("cluster %1").arg(colour + 1);
    return clients == 1 ? say("alone") : say("group %1").arg(colour + 1);
}

QString allMembersText(std::span<const int> members, const char* between)
{
    QStringList numbers;
    for (const int member : members)
        numbers << QString::number(member);
    return numbers.join(QLatin1String(between));
}

QString membersText(std::span<const int> members)
{
    constexpr std::size_t kShown = 8;
    QString text = allMembersText(members.first(std::min(members.size(), kShown)), ", ");
    if (members.size() > kShown)
        text += say(", … %1 clients").arg(members.size());
    return QLatin1Char('{') + text + QLatin1Char('}');
}

QStringList gainTexts(double gain)
{
    constexpr int kFewDecimals = 2;
    const QString text = gainText(gain);
    QStringList texts{say("gain %1").arg(text), text};
    if (const double rounded = std::round(gain * 100) / 100;
        rounded != 0 && std::abs(gain) < kMostFixed)
        texts << (gain >= 0 ? QStringLiteral("+") : QString()) + fixedText(gain, kFewDecimals);
    return texts;
}

QStringList refusedTexts(const Grouping& grouping, int clients, std::span<const int> colourOfClient)
{
    if (!grouping.refused)
        return {};
    const auto members = [&](int node) {
        return membersBelow(grouping, std::size_t(clients), node);
    };
    /// −1: a single client, or groups have no colours.
    const auto groupColour = [&](const std::vector<int>& of) {
        const auto first = of.empty() ? colourOfClient.size() : std::size_t(of.front());
        return of.size() > 1 && first < colourOfClient.size() ? colourOfClient[first] : -1;
    };
    const auto name = [&](const std::vector<int>& of) {
        if (of.size() == 1)
            return say("client %1").arg(of.front());
        const int colour = groupColour(of);
        return colour < 0 ? membersText(of) : groupName(colour, of.size(), false);
    };
    const std::vector<int> left = members(grouping.refused->left);
    const std::vector<int> right = members(grouping.refused->right);
    const QString gain = say("gain %1, not merged").arg(gainText(grouping.refused->score));
    QStringList texts{say("%1 + %2: %3").arg(name(left), name(right), gain)};
    // Without "groups" the numbers would be read as clients.
    if (const int one = groupColour(left), other = groupColour(right); one >= 0 && other >= 0)
        texts << say("groups %1 + %2: %3").arg(one + 1).arg(other + 1).arg(gain);
    return texts << gain << say("not merged");
}

QString mergeText(const Grouping& grouping, int clients, int merge)
{
    const bool refused = merge < 0;
    if (refused ? !grouping.refused : std::size_t(merge) >= grouping.merges.size())
        return {};
    const Merge& shown = refused ? *grouping.refused : grouping.merges[std::size_t(merge)];
    const auto below = [&](int node) {
        return membersText(membersBelow(grouping, std::size_t(clients), node));
    };
    const QString joined = below(shown.left) + QStringLiteral(" + ") + below(shown.right);
    if (shown.kind == MergeKind::Distance)
        return say("%1: at distance %2").arg(joined, numberText(shown.score));
    QString text = say("%1: gain %2").arg(joined, gainText(shown.score));
    if (shown.dataGain && shown.similarityLoss)
        text += say(" = more data %1, less alike %2")
                    .arg(gainText(*shown.dataGain), gainText(*shown.similarityLoss));
    return refused ? say("%1; not merged").arg(text) : text;
}

QString groupsText(qsizetype groups, bool areClusters)
{
    return areClusters ? counted(groups, say("1 cluster"), say("%1 clusters"))
                       : counted(groups, say("1 group"), say("%1 groups"));
}

QString groupCountText(const Grouping& grouping, bool areClusters)
{
    std::size_t members = 0;
    for (const std::vector<int>& group : grouping.groups)
        members += group.size();
    return say("%1 in %2")
        .arg(counted(qsizetype(members), say("1 client"), say("%1 clients")),
             groupsText(std::ssize(grouping.groups), areClusters));
}

QString groupingText(const Grouping& grouping)
{
    const QString text = groupCountText(grouping);
    return grouping.stopReason.empty() ? text
                                       : text + QStringLiteral(" · ")
                                             + withTrueMinus(sentenceFromCore(grouping.stopReason));
}

} // namespace coterie::ui
