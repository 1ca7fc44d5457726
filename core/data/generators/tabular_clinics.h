#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <vector>

namespace coterie {

struct TabularClinicsParameters
{
    /// Patients of each clinic: as many as the four hospitals of the Heart Disease data have.
    std::vector<double> sizes{303, 261, 46, 130};
    double shift = 1;         ///< standard deviation of the clinics' mean features
    double disagreement = .5; ///< of their coefficients, around common ones of size 1
    std::uint64_t seed = 1;
};

/// Patients of several clinics: 13 features and whether they are ill, by a logistic model whose
/// coefficients the clinics mostly agree on while their patients differ. A stand-in for the Heart
/// Disease data; domains are clinics.
[[nodiscard]] Dataset makeTabularClinics(const TabularClinicsParameters& parameters);

} // namespace coterie
