#pragma once

#include "core/report/run_record.h"

#include <array>
#include <string>
#include <string_view>

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

} // namespace coterie
