#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The speed of local training on this machine, compared with its matrix products.
struct ModelSpeed
{
    std::string model;
    std::size_t batch = 0;
    std::size_t parameters = 0;
    double flopsPerStep = 0;   ///< 3 × forward, 2 per multiply-add
    double stepSeconds = 0;    ///< one worker, median
    double gemmSeconds = 0;    ///< a step by patches: its matrix products alone, whole batch
    double allStepSeconds = 0; ///< with every worker busy: wall time per step and worker, median
    double scaling = 0;        ///< steps per second of all workers over one's, median of pairs
    double peakMemoryMiB = 0;  ///< of the process, so far

    /// Of one worker.
    [[nodiscard]] double gigaflops() const { return flopsPerStep / stepSeconds * 1e-9; }
};

struct SpeedReport
{
    std::string blas;
    std::string blasCore;
    std::string instructions;
    double gemmGigaflops = 0; ///< this process's own sgemm at n = 1024, one thread, median of 5
    std::size_t workers = 0;
    std::vector<ModelSpeed> models;

    /// One worker's rate relative to gemmGigaflops.
    [[nodiscard]] double share(const ModelSpeed& model) const
    {
        return model.gigaflops() / gemmGigaflops;
    }
    /// Of all workers together.
    [[nodiscard]] double allGigaflops(const ModelSpeed& model) const
    {
        return static_cast<double>(workers) * model.flopsPerStep / model.allStepSeconds * 1e-9;
    }
    /// The rate of all workers relative to workers × gemmGigaflops.
    [[nodiscard]] double allShare(const ModelSpeed& model) const
    {
        return allGigaflops(model) / (gemmGigaflops * static_cast<double>(workers));
    }
};

/// Calls `measured` after each model. Measures the engine's own executor on glyph digits.
[[nodiscard]] SpeedReport measureSpeed(std::size_t workers,
                                       const std::function<void(const ModelSpeed&)>& measured);

/// The peak memory of this process so far; 0 if unknown.
[[nodiscard]] double peakMemoryMiB();

/// How the updates of synthetic clients relate, and their α.
enum class PartitionRegime
{
    Separated,    ///< groups of about fifty around different directions; the groups are found
    Unstructured, ///< random directions, α/D = 1: many small groups
    AllIntoOne    ///< random directions, α/D = 100: one group or very few
};

[[nodiscard]] std::string_view nameOf(PartitionRegime regime);

struct PartitionSpeed
{
    std::size_t clients = 0;
    PartitionRegime regime = PartitionRegime::Separated;
    double seconds = 0; ///< of the partition alone, from the Gram matrix, on one core
    std::size_t groups = 0;
    double peakMemoryMiB = 0; ///< of the process so far
};

/// The time of HCCT's partition of this many clients.
[[nodiscard]] PartitionSpeed measurePartition(std::size_t clients, PartitionRegime regime);

} // namespace coterie
