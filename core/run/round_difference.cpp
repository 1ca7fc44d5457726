#include "core/run/round_difference.h"

#include "core/base/try.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace coterie {

namespace {

using Groups = std::vector<std::vector<int>>;

constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1); // behind all others

Groups groupsOf(const RoundReport& report)
{
    Groups groups = report.grouping->groups;
    for (std::vector<int>& group : groups) {
        std::erase_if(group, [clients = std::ssize(report.clients)](int client) {
            return client < 0 || client >= clients;
        });
        std::ranges::sort(group);
        group.erase(std::ranges::unique(group).begin(), group.end());
    }
    return groups;
}

/// Groups by their members, whichever round they are in.
using GroupNumbers = std::map<std::vector<int>, std::size_t>;

/// For each client the groups in which it is not alone, ascending by number.
std::vector<std::vector<std::size_t>>
companyOf(const Groups& groups, std::size_t clients, GroupNumbers& numbers)
{
    std::vector<std::vector<std::size_t>> company(clients);
    for (const std::vector<int>& group : groups) {
        if (group.size() < 2)
            continue;
        const std::size_t number = numbers.try_emplace(group, numbers.size()).first->second;
        for (const int client : group)
            company[static_cast<std::size_t>(client)].push_back(number);
    }
    for (std::vector<std::size_t>& of : company)
        std::ranges::sort(of);
    return company;
}

/// For each client the groups that it is in, at least kNoGroup.
std::vector<std::vector<std::size_t>> placesOf(const Groups& groups, std::size_t clients)
{
    std::vector<std::vector<std::size_t>> places(clients);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            places[static_cast<std::size_t>(client)].push_back(group);
    for (std::vector<std::size_t>& of : places)
        if (of.empty())
            of.push_back(kNoGroup);
    return places;
}

std::vector<GroupMove> movesBetween(const std::array<Groups, 2>& groups, std::size_t clients)
{
    const auto before = placesOf(groups[0], clients);
    const auto after = placesOf(groups[1], clients);
    std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> between;
    for (std::size_t client = 0; client < clients; ++client)
        for (const std::size_t from : before[client])
            for (const std::size_t to : after[client])
                between[{from, to}].push_back(static_cast<int>(client));
    const auto place = [](std::size_t group) {
        return group == kNoGroup ? std::nullopt : std::optional(group);
    };
    std::vector<GroupMove> moves;
    for (auto& [groupsOfBoth, members] : between)
        moves.push_back({.from = place(groupsOfBoth.first),
                         .to = place(groupsOfBoth.second),
                         .clients = std::move(members)});
    return moves;
}

} // namespace

Result<TwoReports> reportsOf(RunStore& store, const std::array<std::int64_t, 2>& runs, int round)
{
    TwoReports reports;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        COTERIE_TRY(std::vector<RoundReport> found, store.reports(runs[i], round, round));
        if (found.size() != 1)
            return fail("run " + std::to_string(runs[i]),
                        "round " + std::to_string(round) + " is not in the store");
        reports[i] = std::move(found.front());
    }
    return reports;
}

namespace {

/// Neither infinite nor no number is a difference where both are alike.
double differenceOf(double before, double after)
{
    const bool isSame = after == before || (std::isnan(after) && std::isnan(before));
    return isSame ? 0 : after - before;
}

/// Sums up differences in the order of rows and columns.
class Differences
{
public:
    void add(std::size_t row, std::size_t column, double difference)
    {
        const double size = std::abs(difference);
        m_sum += size;
        double& largest = m_distance.largest;
        if (size > largest || (std::isnan(size) && !std::isnan(largest))) {
            largest = size;
            m_distance.row = row;
            m_distance.column = column;
        }
    }
    /// What add() summed up for one row, for a row that differs in the same way.
    void repeat(double sum) { m_sum += sum; }
    [[nodiscard]] double sum() const { return m_sum; }
    [[nodiscard]] MatrixDistance over(std::size_t entries) const
    {
        MatrixDistance distance = m_distance;
        distance.mean = entries > 0 ? m_sum / static_cast<double>(entries) : 0;
        return distance;
    }

private:
    MatrixDistance m_distance;
    double m_sum = 0;
};

using Shares = std::vector<std::pair<std::size_t, double>>;

Shares sharesOf(const Collaboration& a, std::size_t client)
{
    Shares shares;
    a.eachShare(client,
                [&shares](std::size_t j, double weight) { shares.emplace_back(j, weight); });
    return shares;
}

/// The differences of two rows where one of them has a weight.
void addRow(std::size_t client, const Shares& one, const Shares& other, Differences& differences)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < one.size() || j < other.size()) {
        const bool first = j == other.size() || (i < one.size() && one[i].first <= other[j].first);
        const bool second = i == one.size() || (j < other.size() && other[j].first <= one[i].first);
        const std::size_t column = first ? one[i].first : other[j].first;
        const double before = first ? one[i++].second : 0;
        const double after = second ? other[j++].second : 0;
        differences.add(client, column, differenceOf(before, after));
    }
}

} // namespace

std::optional<Matrix> subtracted(const std::optional<Matrix>& one,
                                 const std::optional<Matrix>& other)
{
    if (!one || !other || one->values.empty() || one->rows != other->rows
        || one->columns != other->columns)
        return std::nullopt;
    Matrix difference = *other;
    for (std::size_t i = 0; i < difference.values.size(); ++i)
        difference.values[i] = differenceOf(one->values[i], difference.values[i]);
    return difference;
}

MatrixDistance distanceOf(const Matrix& difference)
{
    Differences differences;
    for (std::size_t i = 0; i < difference.values.size(); ++i)
        differences.add(i / difference.columns, i % difference.columns, difference.values[i]);
    return differences.over(difference.values.size());
}

std::optional<MatrixDistance> distanceBetween(const std::optional<Collaboration>& one,
                                              const std::optional<Collaboration>& other)
{
    if (!one || !other || one->isEmpty() || one->rows() != other->rows()
        || one->columns() != other->columns())
        return std::nullopt;
    Differences differences;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> known; // sums of pairs of rows
    for (std::size_t i = 0; i < one->rows(); ++i) {
        const std::pair rows(one->rowOf(i), other->rowOf(i));
        const bool isShared = !one->matrix() && !other->matrix()
                              && rows.first != Collaboration::kOwnModel
                              && rows.second != Collaboration::kOwnModel;
        if (const auto found = known.find(rows); isShared && found != known.end()) {
            differences.repeat(found->second);
            continue;
        }
        const double before = differences.sum();
        addRow(i, sharesOf(*one, i), sharesOf(*other, i), differences);
        if (isShared)
            known.emplace(rows, differences.sum() - before);
    }
    return differences.over(one->rows() * one->columns());
}

std::optional<GroupFlow> flowOf(const RoundReport& one, const RoundReport& other)
{
    if (!one.grouping || !other.grouping || one.clients.size() != other.clients.size())
        return std::nullopt;
    GroupFlow flow{.groups = {groupsOf(one), groupsOf(other)},
                   .moves = {},
                   .moved = {},
                   .clients = one.clients.size()};
    flow.moves = movesBetween(flow.groups, flow.clients);
    GroupNumbers numbers;
    const auto before = companyOf(flow.groups[0], flow.clients, numbers);
    const auto after = companyOf(flow.groups[1], flow.clients, numbers);
    for (std::size_t client = 0; client < flow.clients; ++client)
        if (before[client] != after[client])
            flow.moved.push_back(static_cast<int>(client));
    return flow;
}

} // namespace coterie
