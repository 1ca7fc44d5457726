#pragma once

#include "core/data/dataset.h"
#include "core/report/matrix.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coterie {

struct FeatureShiftOptions
{
    std::size_t frequencies = 256;      ///< random Fourier features come in pairs of cos and sin
    std::size_t samplesPerClient = 128; ///< at most this many training samples are looked at
    std::uint64_t seed = 1;
};

/// How differently the inputs of two clients are distributed, whatever their labels: the maximum
/// mean discrepancy under a Gaussian kernel, client × client.
/// MMD² without bias, Gretton et al. (2012), eq. (3), 0 where it comes out negative; the kernel
/// through random Fourier features, Rahimi and Recht (2007); its width is the median distance of
/// samples. Absent beyond kMostClientsCompared clients, and for samples that are not stored.
[[nodiscard]] std::optional<Matrix>
featureShift(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options = {});

} // namespace coterie
