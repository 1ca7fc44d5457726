#include "core/algorithms/client_partition.h"

#include "core/collab/similarity.h"
#include "core/collab/utility_partition.h"
#include "core/train/matrix_rows.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {
namespace {

/// Calls `function` with the rows of a CPU matrix in their own type.
template <typename Function>
auto withRows(const at::Tensor& matrix, Function&& function)
{
    if (matrix.scalar_type() == at::kDouble)
        return function(rowsOf<double>(matrix));
    return function(rowsOf<float>(matrix));
}

at::Tensor chosenRows(const at::Tensor& vectors, std::span<const std::size_t> clients)
{
    if (static_cast<std::int64_t>(clients.size()) == vectors.size(0))
        return vectors.contiguous();
    const std::vector<std::int64_t> ids(clients.begin(), clients.end());
    return vectors.index_select(0, at::tensor(ids, at::kLong)).contiguous();
}

std::vector<double> chosenSizes(std::span<const double> sizes, std::span<const std::size_t> clients)
{
    std::vector<double> chosen;
    for (const std::size_t client : clients)
        chosen.push_back(sizes[client]);
    return chosen;
}

/// A matrix over some clients as one over all, zero elsewhere.
Matrix overAll(const Matrix& some, std::span<const std::size_t> clients, std::size_t count)
{
    Matrix all(count, count);
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            all.at(clients[i], clients[j]) = some.at(i, j);
    return all;
}

Matrix signAgreements(const at::Tensor& vectors)
{
    return withRows(vectors, [](const auto& rows) {
        Matrix agreements(rows.count, rows.count);
        for (std::size_t i = 0; i < rows.count; ++i)
            for (std::size_t j = 0; j < rows.count; ++j)
                agreements.at(i, j) = signAgreement(std::span(rows.row(i), rows.columns),
                                                    std::span(rows.row(j), rows.columns));
        return agreements;
    });
}

} // namespace

std::vector<std::size_t> ClientUpdates::comparable() const
{
    std::vector<std::size_t> clients;
    for (std::size_t client = 0; client < known.size(); ++client)
        if (known[client] && sizes[client] > 0)
            clients.push_back(client);
    return clients;
}

Matrix ClientUpdates::gram() const
{
    return withRows(chosenRows(vectors, comparable()),
                    [](const auto& rows) { return coterie::gram(rows); });
}

Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients)
{
    Matrix some(clients.size(), clients.size());
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            some.at(i, j) = all.at(clients[i], clients[j]);
    return some;
}

UtilitySettings settingsOf(const UtilitySettings& settings, std::span<const std::size_t> clients)
{
    UtilitySettings chosen = settings;
    if (settings.alpha.size() > 1) {
        chosen.alpha.clear();
        for (const std::size_t client : clients)
            chosen.alpha.push_back(settings.alpha[client]);
    }
    return chosen;
}

Groups partitionClients(const ClientUpdates& updates,
                        const UtilitySettings& settings,
                        std::span<const std::size_t> present,
                        RoundReport& report)
{
    const std::size_t count = updates.known.size();
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<std::size_t> alone;
    std::ranges::set_difference(present, clients, std::back_inserter(alone));
    const std::vector<double> sizes = chosenSizes(updates.sizes, clients);
    UtilitySettings chosen = settingsOf(settings, clients);
    if (chosen.fixedGroups > 0) // those who are alone anyway are groups too
        chosen.fixedGroups =
            chosen.fixedGroups > alone.size() ? chosen.fixedGroups - alone.size() : 1;
    const Matrix gram = updates.gram();
    const at::Tensor vectors = chosenRows(updates.vectors, clients);
    Grouping grouping =
        updates.signs ? withRows(
            vectors, [&](const auto& rows) { return partitionBySigns(rows, sizes, chosen); })
                      : partitionByUtility(gram, sizes, chosen);
    report.similarity =
        overAll(updates.signs ? signAgreements(vectors) : cosineMatrix(gram), clients, count);
    report.gram = overAll(gram, clients, count);
    report.grouping = renumbered(std::move(grouping), clients, alone, count);
    return report.grouping->groups;
}

void reportUtilities(const ClientUpdates& updates,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report)
{
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<int> number(updates.known.size(), -1);
    for (std::size_t k = 0; k < clients.size(); ++k)
        number[clients[k]] = static_cast<int>(k);
    Groups numbered;
    for (const std::vector<int>& group : groups) {
        std::vector<int> members;
        for (const int client : group)
            if (const int known = number[static_cast<std::size_t>(client)]; known >= 0)
                members.push_back(known);
        if (!members.empty())
            numbered.push_back(std::move(members));
    }
    const std::vector<double> sizes = chosenSizes(updates.sizes, clients);
    const UtilitySettings chosen = settingsOf(settings, clients);
    const std::vector<double> utility =
        updates.signs ? withRows(
            chosenRows(updates.vectors, clients),
            [&](const auto& rows) { return utilitiesBySigns(rows, sizes, numbered, chosen); })
                      : utilities(report.gram ? blockOf(*report.gram, clients) : updates.gram(),
                                  sizes,
                                  numbered,
                                  chosen);
    NamedValues ofClients{.name = "utility", .values = {}};
    ofClients.values.resize(updates.known.size());
    for (std::size_t k = 0; k < clients.size(); ++k)
        ofClients.values[clients[k]] = utility[k];
    NamedValues ofGroups{.name = "utility", .values = {}};
    for (const std::vector<int>& group : groups) {
        double sum = 0;
        for (const int client : group)
            sum += ofClients.values[static_cast<std::size_t>(client)].value_or(0);
        ofGroups.values.emplace_back(sum);
    }
    report.clientValues.push_back(std::move(ofClients));
    report.groupValues.push_back(std::move(ofGroups));
}

} // namespace coterie
