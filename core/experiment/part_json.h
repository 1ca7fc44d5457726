#pragma once

#include "core/experiment/json_reader.h"
#include "core/experiment/parameters.h"

#include <span>
#include <string_view>
#include <vector>

// A part with its parameters, of an experiment or of a stored plan, as JSON and back.

namespace coterie {

/// The settings with every declared parameter present and of its declared type, in the order of
/// their descriptors; what is missing takes its default, sweeps stay.
[[nodiscard]] ParameterSet completed(const ParameterSet& parameters,
                                     std::span<const ParameterDescriptor> declared,
                                     bool codeProfile = false);

/// The part with its settings completed; an unknown one stays as it is.
[[nodiscard]] Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile);

/// How a place of the file names a part.
struct PartRule
{
    std::span<const NamedPart> known;
    std::string_view nameKey = "name";
    std::vector<std::string_view> otherKeys = {}; ///< beside its parameters
    bool bareName = false;                        ///< "glyphDigits" is allowed instead of an object
    bool mayBeSwept = false;
    bool overrides = false; ///< changes `base`: the name may be left out, null returns a parameter
                            ///< to its default
    /// Where nothing may be swept: the sentence that says so; empty: the usual one.
    std::string_view whyNotSwept = {};
};

/// Reads a part with its parameters in the order of their descriptors. If the name is that of
/// `base`, the parameters of `base` stay.
[[nodiscard]] Part readPart(const JsonCursor& cursor, const PartRule& rule, const Part& base);
/// A value of the parameter, or several where it may be swept.
void readParameter(const JsonCursor& cursor,
                   const ParameterDescriptor& descriptor,
                   const PartRule& rule,
                   ParameterSet& into);
/// The part under `key`; `base` if the key is missing, which must be known and have all required
/// parameters.
[[nodiscard]] Part
readPartAt(const JsonCursor& parent, std::string_view key, PartRule rule, const Part& base);

[[nodiscard]] JsonNode valueNode(const ParameterValue& value);
/// A list under "sweep" where it is swept.
[[nodiscard]] JsonNode parameterNode(const Parameter& parameter);
[[nodiscard]] JsonNode partNode(const Part& part, std::string_view nameKey = "name");

} // namespace coterie
