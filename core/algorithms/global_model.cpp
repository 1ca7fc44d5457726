#include "core/algorithms/global_model.h"

#include "core/train/state_parts.h"

namespace coterie {

void GlobalModel::start(Federation& federation)
{
    row = federation.initialModels();
    clients = federation.clients();
}

ModelsInUse GlobalModel::inUse() const
{
    return {.personal = &row, .personalRow = std::vector<std::size_t>(clients, 0), .global = &row};
}

State GlobalModel::state() const
{
    return rowsState("model", "modelBuffers", row);
}

void GlobalModel::restore(const State& state)
{
    row = rowsOfState(state, "model", "modelBuffers");
}

} // namespace coterie
