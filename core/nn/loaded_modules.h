#pragma once

#include "core/nn/script_module.h"

#include <memory>
#include <string>

namespace coterie {

/// Which module: a file's bytes, and which of its parts is the output layer.
struct ModuleKey
{
    std::string sha256;
    std::string output = {};

    bool operator<(const ModuleKey& other) const
    {
        return sha256 != other.sha256 ? sha256 < other.sha256 : output < other.output;
    }
};

/// The modules that the user has allowed this process to load. They stay as long as it runs, so
/// that whoever describes a run's network need not ask again. Thread-safe.
void keepModule(const ModuleKey& key, std::shared_ptr<const ScriptModule> module);
/// Null: it has not been loaded.
[[nodiscard]] std::shared_ptr<const ScriptModule> keptModule(const ModuleKey& key);

} // namespace coterie
