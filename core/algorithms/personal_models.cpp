#include "core/algorithms/personal_models.h"

#include <numeric>

namespace coterie {

void PersonalModels::start(Federation& federation)
{
    rows = federation.initialModels(federation.clients());
}

void PersonalModels::keep(std::span<const std::size_t> clients, const ModelRows& ends)
{
    if (clients.size() == rows.count()) { // ascending and distinct, so it is everybody
        rows = ends;
        return;
    }
    ModelRows next = rows.clone(); // the starts of this round are still to be looked at
    for (std::size_t j = 0; j < clients.size(); ++j)
        next.copyRow(clients[j], ends, j);
    rows = next;
}

ModelsInUse PersonalModels::inUse() const
{
    std::vector<std::size_t> own(rows.count());
    std::iota(own.begin(), own.end(), std::size_t{0});
    return {.personal = &rows, .personalRow = own};
}

State PersonalModels::state(const std::string& prefix) const
{
    return rowsState(prefix + "models", prefix + "modelBuffers", rows);
}

void PersonalModels::restore(const State& state, const std::string& prefix)
{
    rows = rowsOfState(state, prefix + "models", prefix + "modelBuffers");
}

Matrix identityMatrix(std::size_t clients)
{
    Matrix identity(clients, clients);
    for (std::size_t i = 0; i < clients; ++i)
        identity.at(i, i) = 1;
    return identity;
}

} // namespace coterie
