#pragma once

#include "core/spec/json_reader.h"

#include <initializer_list>

namespace coterie {

/// How a part is written at some place of the file.
struct PartRule
{
    std::span<const NamedPart> known;
    std::string_view nameKey = "name";
    std::initializer_list<std::string_view> otherKeys = {}; ///< that stand beside its parameters
    bool bareName = false; ///< "glyphDigits" instead of an object will do
    bool mayBeSwept = false;
    bool overrides = false; ///< changes `base`: the name may be left out, null returns a parameter
                            ///< to its default
};

/// Reads a part with its parameters in the order of their descriptors. Parameters of `base` stay
/// where the name stays.
[[nodiscard]] Part readPart(const JsonCursor& cursor, const PartRule& rule, const Part& base);
/// The part under `key`; where the key is missing, `base`, which must still be known and lack
/// nothing required.
[[nodiscard]] Part
readPartAt(const JsonCursor& parent, std::string_view key, PartRule rule, const Part& base);

} // namespace coterie
