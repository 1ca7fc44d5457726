#pragma once

#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace coterie {

struct EnvironmentPart
{
    std::string_view name; ///< EnvironmentChanged::what
    std::string Environment::*value;
};

/// What of an environment can change the bits of a result. Host and SQLite cannot.
inline constexpr std::array kEnvironmentParts{
    EnvironmentPart{"program", &Environment::program},
    EnvironmentPart{"LibTorch", &Environment::torch},
    EnvironmentPart{"BLAS", &Environment::blas},
    EnvironmentPart{"BLAS core", &Environment::blasCore},
    EnvironmentPart{"instructions", &Environment::instructions},
    EnvironmentPart{"device", &Environment::device}};

/// Does nothing if no part has this name.
inline void
setEnvironmentPart(Environment& environment, std::string_view what, const std::string& value)
{
    for (const auto& [name, part] : kEnvironmentParts)
        if (name == what)
            environment.*part = value;
}

inline void addEnvironmentChanges(const RoundReport& report,
                                  std::vector<EnvironmentChanged>& changes)
{
    for (const Event& event : report.events)
        if (const auto* changed = std::get_if<EnvironmentChanged>(&event.what))
            changes.push_back(*changed);
}

/// As it was before the changes, which are in the order in which they came.
[[nodiscard]] inline Environment environmentBefore(Environment environment,
                                                   const std::vector<EnvironmentChanged>& changes)
{
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        setEnvironmentPart(environment, change->what, change->before);
    return environment;
}

} // namespace coterie
