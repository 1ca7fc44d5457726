#pragma once

#include "core/experiment/parameters.h"

#include <algorithm>
#include <span>
#include <vector>

namespace coterie {

// Tables whose entries each have a `part`: data sets, partition schemes, preprocessing steps.

template <typename Entries>
[[nodiscard]] std::vector<NamedPart> partsIn(const Entries& entries)
{
    std::vector<NamedPart> parts;
    for (const auto& entry : entries)
        parts.push_back(entry.part);
    return parts;
}

/// Null if there is none of that name.
template <typename Entry>
[[nodiscard]] const Entry* entryNamed(std::span<const Entry> entries, std::string_view name)
{
    const auto found =
        std::ranges::find(entries, name, [](const Entry& entry) { return entry.part.name; });
    return found == entries.end() ? nullptr : &*found;
}

template <typename Entries>
[[nodiscard]] Unexpected<Error>
unknownEntry(std::string place, std::string_view name, const Entries& entries)
{
    std::vector<std::string_view> names;
    for (const auto& entry : entries)
        names.push_back(entry.part.name);
    return unknownName(std::move(place), name, names);
}

} // namespace coterie
