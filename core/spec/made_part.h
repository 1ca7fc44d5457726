#pragma once

#include "core/spec/descriptor.h"

#include <array>
#include <memory>
#include <span>
#include <string>

namespace coterie {

/// A thing with a name and the function that makes it, in one line of one table: what is listed can
/// be made.
template <typename Thing>
struct MadePart
{
    NamedPart part;
    std::unique_ptr<Thing> (*make)(const ParameterSet& parameters);
};

/// The names alone, for the registry.
template <typename Thing, std::size_t kCount>
[[nodiscard]] constexpr std::array<NamedPart, kCount>
partsOf(const std::array<MadePart<Thing>, kCount>& table)
{
    std::array<NamedPart, kCount> parts;
    for (std::size_t i = 0; i < kCount; ++i)
        parts[i] = table[i].part;
    return parts;
}

/// Makes what a validated part names; nothing if the table does not hold it.
template <typename Thing, std::size_t kCount>
[[nodiscard]] std::unique_ptr<Thing> makePart(const std::array<MadePart<Thing>, kCount>& table,
                                              const Part& part)
{
    for (const MadePart<Thing>& entry : table)
        if (entry.part.name == part.name)
            return entry.make(part.parameters);
    return nullptr;
}

} // namespace coterie
