#pragma once

#include "core/data/formats/bytes.h"

namespace coterie {

/// One hospital's patients: 13 features each, and whether they have heart disease. The features are
/// age, sex, resting blood pressure, cholesterol, fasting blood sugar over 120 mg/dl, highest heart
/// rate, angina in exercise, ST depression; chest pain as atypical angina, as not anginal, none;
/// resting ECG with abnormal ST-T, with an enlarged ventricle.
struct HeartCentre
{
    static constexpr std::size_t kFeatures = 13;

    std::vector<float> values; ///< patients × kFeatures
    std::vector<std::int32_t> labels;
};

/// Reads processed.*.data of the UCI Heart Disease set as FLamby does (ALGORITHMS §9.7): columns 10
/// to 12 (slope, ca, thal) are dropped, patients with a missing value ("?") in another column are
/// left out, columns 2 (chest pain, 1 to 4) and 6 (resting ECG, 0 to 2) become one indicator for
/// each level but the first, placed after the others, and every diagnosis above 0 is a 1.
[[nodiscard]] Result<HeartCentre> readHeartCentre(ByteSource& source);

} // namespace coterie
