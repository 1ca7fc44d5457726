#pragma once

#include "core/experiment/parameters.h"

#include <array>
#include <memory>
#include <span>
#include <string>

namespace coterie {

/// The settings with every declared parameter present and of its declared type, in the order of
/// their descriptors; what is missing takes its default, sweeps stay.
[[nodiscard]] ParameterSet completed(const ParameterSet& parameters,
                                     std::span<const ParameterDescriptor> declared,
                                     bool codeProfile = false);

/// The part with its settings completed; one that is not known stays as it is.
[[nodiscard]] Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile);

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
