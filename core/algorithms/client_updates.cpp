#include "core/algorithms/client_updates.h"

#include "core/collab/similarity.h"

#include <ATen/ATen.h>

namespace coterie {

std::vector<std::size_t> ClientUpdates::comparable() const
{
    std::vector<std::size_t> clients;
    for (std::size_t client = 0; client < known.size(); ++client)
        if (known[client] && sizes[client] > 0)
            clients.push_back(client);
    return clients;
}

at::Tensor ClientUpdates::comparableVectors() const
{
    const std::vector<std::size_t> clients = comparable();
    if (static_cast<std::int64_t>(clients.size()) == vectors.size(0))
        return vectors.contiguous();
    const std::vector<std::int64_t> ids(clients.begin(), clients.end());
    return vectors.index_select(0, at::tensor(ids, at::kLong)).contiguous();
}

std::vector<double> ClientUpdates::comparableSizes() const
{
    std::vector<double> chosen;
    for (const std::size_t client : comparable())
        chosen.push_back(sizes[client]);
    return chosen;
}

Matrix ClientUpdates::gram() const
{
    return withRows(comparableVectors(), [](const auto& rows) { return coterie::gram(rows); });
}

Matrix ClientUpdates::signAgreements() const
{
    return withRows(comparableVectors(), [](const auto& rows) {
        Matrix agreements(rows.count, rows.count);
        for (std::size_t i = 0; i < rows.count; ++i)
            for (std::size_t j = 0; j < rows.count; ++j)
                agreements.at(i, j) = signAgreement(std::span(rows.row(i), rows.columns),
                                                    std::span(rows.row(j), rows.columns));
        return agreements;
    });
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

Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients)
{
    Matrix some(clients.size(), clients.size());
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            some.at(i, j) = all.at(clients[i], clients[j]);
    return some;
}

Matrix overAll(const Matrix& some, std::span<const std::size_t> clients, std::size_t count)
{
    Matrix all(count, count);
    for (std::size_t i = 0; i < clients.size(); ++i)
        for (std::size_t j = 0; j < clients.size(); ++j)
            all.at(clients[i], clients[j]) = some.at(i, j);
    return all;
}

} // namespace coterie
