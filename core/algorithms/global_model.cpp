#include "core/algorithms/global_model.h"

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
    return {{.name = "model", .values = row.parameters},
            {.name = "modelBuffers", .values = row.buffers}};
}

void GlobalModel::restore(const State& state)
{
    row = {.parameters = statePart(state, "model").clone(),
           .buffers = statePart(state, "modelBuffers").clone()};
}

} // namespace coterie
