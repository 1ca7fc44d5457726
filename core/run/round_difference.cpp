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

std::optional<Matrix> subtracted(const std::optional<Matrix>& one,
                                 const std::optional<Matrix>& other)
{
    if (!one || !other || one->values.empty() || one->rows != other->rows
        || one->columns != other->columns)
        return std::nullopt;
    Matrix difference = *other;
    for (std::size_t i = 0; i < difference.values.size(); ++i) {
        const double before = one->values[i];
        double& after = difference.values[i];
        // Neither infinite nor no number is a difference where both are alike.
        const bool isSame = after == before || (std::isnan(after) && std::isnan(before));
        after = isSame ? 0 : after - before;
    }
    return difference;
}

MatrixDistance distanceOf(const Matrix& difference)
{
    MatrixDistance distance;
    std::size_t place = 0;
    double sum = 0;
    for (std::size_t i = 0; i < difference.values.size(); ++i) {
        const double size = std::abs(difference.values[i]);
        sum += size;
        if (size > distance.largest || (std::isnan(size) && !std::isnan(distance.largest))) {
            distance.largest = size;
            place = i;
        }
    }
    if (!difference.values.empty()) {
        distance.mean = sum / static_cast<double>(difference.values.size());
        distance.row = place / difference.columns;
        distance.column = place % difference.columns;
    }
    return distance;
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
