#pragma once

#include "core/report/round_report.h"
#include "ui/views/painted_view.h"

#include <QString>

#include <algorithm>

namespace coterie::ui {

/// What the axis of a dendrogram counts. Gains may rise and fall from merge to merge, so they are
/// drawn by order unless the user chooses otherwise; a tree of distances is drawn by its heights.
enum class MergeAxis
{
    Order,
    Score
};

/// Joins two children, drawn at their values, at the value of their merge.
struct DendrogramBracket
{
    int merge = -1; ///< index in Grouping::merges; −1: the refused merge
    double leftPlace = 0;
    double rightPlace = 0;
    double leftValue = 0;
    double rightValue = 0;
    double value = 0;

    [[nodiscard]] double place() const { return (leftPlace + rightPlace) / 2; }
    [[nodiscard]] double top() const { return std::min(leftPlace, rightPlace); }
    [[nodiscard]] double bottom() const { return std::max(leftPlace, rightPlace); }
};

/// The geometry of a dendrogram. Places count leaves from 0; values are on the axis.
struct DendrogramLayout
{
    std::vector<int> leaves; ///< the client at each place
    std::vector<DendrogramBracket> brackets;
    std::optional<DendrogramBracket> refused;
    double lowest = 0; ///< of all values drawn, including the leaves' 0
    double highest = 0;
    std::size_t nonFinite = 0; ///< merges whose score is not finite; they are drawn at the end
};

/// Clients of one group at neighbouring places.
struct DendrogramGroup
{
    std::size_t first = 0; ///< places, both inclusive
    std::size_t last = 0;
    int colour = 0; ///< the group's colour number

    [[nodiscard]] std::size_t size() const { return last - first + 1; }
    bool operator==(const DendrogramGroup&) const = default;
};

/// The groups along the leaves, by the clients' colour numbers; −1: in no group.
[[nodiscard]] std::vector<DendrogramGroup> groupsAlong(std::span<const int> leaves,
                                                       std::span<const int> colourOfClient);

/// `leaves` are all clients in the order of leafOrder(). With `steps`, only the first so many
/// merges are drawn; without, all and the refused one.
[[nodiscard]] DendrogramLayout layOutDendrogram(const Grouping& grouping,
                                                std::span<const int> leaves,
                                                MergeAxis axis,
                                                std::optional<int> steps = {});

/// The groups of a tree of distances that is cut at this height, each ascending, in the order of
/// their first clients. A merge holds if it and all merges below it are at or under the cut.
[[nodiscard]] std::vector<std::vector<int>>
groupsUnderCut(const Grouping& grouping, std::size_t clients, double height);

/// The next cut with fewer (`direction` 1) or more groups (−1): between two heights of merges, or
/// beyond all of them. The cut itself if there is none.
[[nodiscard]] double cutBeside(const Grouping& grouping, double cut, int direction);

/// What a dendrogram shows of one round.
struct DendrogramPicture
{
    Grouping grouping;
    int clients = 0;
    std::vector<int> colourOfClient; ///< a group's colour number; −1: in no group
    /// The round in which each client joined its group, or was left alone; empty: not known.
    std::vector<int> joinedOfClient = {};
    int round = -1;                     ///< clients that joined in it stand out
    std::vector<int> participants = {}; ///< ascending, with repetitions; empty: all
    /// Where earlier rounds had the clients; they are drawn as near to it as the merges allow.
    /// Empty: by number.
    std::vector<int> order = {};
    bool neverGroups = false; ///< no round of this run has merged clients
    bool isWhatIf = false;    ///< it never happened; the drawing says so
    bool samples = false;     ///< clusters to draw participants from, not groups

    bool operator==(const DendrogramPicture&) const = default;
};

/// A picture laid out, with the cut of a tree of distances, and the texts about its parts.
class DendrogramScene final
{
public:
    using Part = ViewPart;
    /// What a part is. Its index is the client, or the number of the bracket or group as drawn.
    enum Kind
    {
        LeafPart,
        MergePart,
        RefusedPart,
        CutPart,
        GroupPart
    };

    void setPicture(DendrogramPicture picture);
    void setAxis(MergeAxis axis);
    /// Of the axis of scores; absent: those that show everything. A new picture shows everything.
    void setLimits(std::optional<double> lowest, std::optional<double> highest);
    /// Only the first so many merges; absent: all.
    void setSteps(std::optional<int> steps);
    /// A cut moved by the user is kept from round to round.
    void moveCut(double value);
    /// Puts the cut where the round itself cut.
    void resetCut();
    /// Colours of the clients in the groups of a moved cut; empty: the recorded ones.
    void setColoursOfCut(std::vector<int> colourOfClient);

    [[nodiscard]] const DendrogramPicture& picture() const { return m_picture; }
    [[nodiscard]] const DendrogramLayout& layout() const { return m_layout; }
    [[nodiscard]] const std::vector<DendrogramGroup>& groups() const { return m_groups; }
    [[nodiscard]] const std::optional<int>& steps() const { return m_steps; }
    [[nodiscard]] const std::vector<int>& coloursOfCut() const { return m_coloursOfCut; }
    /// The colour number each client is drawn in.
    [[nodiscard]] const std::vector<int>& coloursShown() const;
    /// −1: the bracket joins clients of several groups, or of none.
    [[nodiscard]] int colourOfBracket(std::size_t bracket) const
    {
        return m_colourOfBracket[bracket];
    }
    /// What the axis counts: a tree of distances is always drawn by its heights.
    [[nodiscard]] MergeAxis axis() const { return hasCut() ? MergeAxis::Score : m_axis; }
    [[nodiscard]] bool hasCut() const;
    [[nodiscard]] QString axisTitle() const;
    [[nodiscard]] const std::optional<double>& cut() const { return m_cut; }
    [[nodiscard]] bool isCutMoved() const { return m_cut && m_isCutMoved; }
    [[nodiscard]] int groupsAtCut() const;
    [[nodiscard]] bool takesPart(int client) const;
    /// Whether a drawn merge joins each client to another; all, where all merges are drawn.
    [[nodiscard]] std::vector<bool> mergedClients() const;

    [[nodiscard]] bool isDrawn(const Part& part) const;
    [[nodiscard]] std::vector<int> membersOf(const Part& part) const;
    [[nodiscard]] std::vector<int> membersOf(const DendrogramGroup& group) const;
    [[nodiscard]] const DendrogramBracket* bracketOf(const Part& part) const;
    /// The merge, done or refused, that joins this part with another; none if it is not drawn.
    [[nodiscard]] Part above(const Part& part) const;
    /// Of the two parts that a merge joins, the one that is drawn higher.
    [[nodiscard]] Part below(const Part& merge) const;
    /// The next client, or the merge whose bracket is the next above (−1) or below (1).
    [[nodiscard]] Part beside(const Part& part, int direction) const;

    [[nodiscard]] bool isAlone(const DendrogramGroup& group) const;
    /// Whether it is known when the clients joined the groups that are drawn.
    [[nodiscard]] bool knowsJoined() const;
    [[nodiscard]] QString nameOf(const DendrogramGroup& group) const;
    /// "joined in round 4", or "joined in rounds 2–5" of a group that grew.
    [[nodiscard]] QString sinceText(const DendrogramGroup& group) const;
    /// The groups at the cut, the longest text first. A moved cut says that its groups are not
    /// those of the run.
    [[nodiscard]] QStringList cutTexts() const;
    [[nodiscard]] QString textOf(const Part& part) const;
    /// Why this merge was done; without one the last that is drawn, or why the round stopped.
    [[nodiscard]] QString why(const Part& part) const;

private:
    void layOut();
    void placeCut();
    void findColours();
    [[nodiscard]] Part partOfNode(int node) const;
    [[nodiscard]] QString leafText(int client) const;
    [[nodiscard]] QString groupText(const DendrogramGroup& group) const;
    [[nodiscard]] QString doneText(int merge) const;

    DendrogramPicture m_picture;
    std::vector<int> m_leaves;
    DendrogramLayout m_layout;
    std::vector<int> m_colourOfBracket;
    std::vector<DendrogramGroup> m_groups; ///< in the colours shown
    MergeAxis m_axis = MergeAxis::Order;
    std::optional<int> m_steps;
    std::optional<double> m_cut;
    bool m_isCutMoved = false;
    std::vector<int> m_coloursOfCut;
};

} // namespace coterie::ui
