#pragma once

#include "core/report/run_record.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace coterie {

/// A model that a run keeps, and who uses it.
struct KeptModel
{
    enum class Role
    {
        Global, ///< the global model; clients may use it too
        Group,  ///< of at least two clients
        Client
    };
    Role role = Role::Client;
    std::vector<int> clients = {}; ///< that use it, ascending
    SharedBytes numbers = {};      ///< parameters, then running statistics, as in `tensors`

    bool operator==(const KeptModel&) const = default;
};

/// The models of one round of a run, each once: what its evaluation tested.
struct KeptModels
{
    int round = 0;
    std::string precision = {};          ///< of every number: "float32" or "float64"
    std::array<std::int64_t, 4> input{}; ///< channels, height, width and depth of a sample
    std::string tensors = {};            ///< a line for each: "0.weight 16 1 5 5"
    std::uint64_t bytes = 0;             ///< of all of them
    std::vector<KeptModel> models = {};  ///< none where `bytes` are more than the run may keep

    bool operator==(const KeptModels&) const = default;
};

} // namespace coterie
