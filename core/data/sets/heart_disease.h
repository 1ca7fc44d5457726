#pragma once

#include "core/data/formats/bytes.h"

#include <array>

namespace coterie {

/// One hospital's patients: 13 features each, and whether they have heart disease.
struct HeartCentre
{
    static constexpr std::size_t kFeatures = 13;

    std::vector<float> values; ///< patients × kFeatures
    std::vector<std::int32_t> labels;
};

/// What the features are, in their order.
[[nodiscard]] std::span<const std::string_view> heartFeatureNames();

/// Reads processed.*.data of the UCI Heart Disease set as FLamby does (ALGORITHMS §9.7): columns 10
/// to 12 (slope, ca, thal) are dropped, patients with a missing value ("?") in another column are
/// left out, columns 2 (chest pain, 1 to 4) and 6 (resting ECG, 0 to 2) become one indicator for
/// each level but the first, placed after the others, and every diagnosis above 0 is a 1.
[[nodiscard]] Result<HeartCentre> readHeartCentre(ByteSource& source);

} // namespace coterie
