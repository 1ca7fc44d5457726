#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// How fast local training is here, against what the processor's matrix products allow.
struct ModelSpeed
{
    std::string model;
    std::size_t batch = 0;
    std::size_t parameters = 0;
    double flopsPerStep = 0;   ///< 3 × forward, 2 per multiply-add
    double stepSeconds = 0;    ///< one worker, median
    double gemmSeconds = 0;    ///< the step's matrix products alone, whole batch, nothing else
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

    /// What one worker makes of gemmGigaflops.
    [[nodiscard]] double share(const ModelSpeed& model) const
    {
        return model.gigaflops() / gemmGigaflops;
    }
    /// Of all workers together: each takes a step in the time that was measured.
    [[nodiscard]] double allGigaflops(const ModelSpeed& model) const
    {
        return static_cast<double>(workers) * model.flopsPerStep / model.allStepSeconds * 1e-9;
    }
    /// What all workers make of as many such rates.
    [[nodiscard]] double allShare(const ModelSpeed& model) const
    {
        return allGigaflops(model) / (gemmGigaflops * static_cast<double>(workers));
    }
};

/// Measures; calls `measured` after each model. Every figure comes from the engine's own executor
/// on glyph digits.
[[nodiscard]] SpeedReport measureSpeed(std::size_t workers,
                                       const std::function<void(const ModelSpeed&)>& measured);

/// The most memory this process has held so far; 0 where the system does not tell.
[[nodiscard]] double peakMemoryMiB();

/// What the updates of made-up clients look like, and how much data the clients want.
enum class PartitionRegime
{
    Separated,    ///< groups of about fifty around directions of their own; the groups are found
    Unstructured, ///< random directions, α/D = 1: many small groups
    AllIntoOne    ///< random directions, α/D = 100: everybody ends in one group, or in very few
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

/// How long HCCT's partition of so many clients takes.
[[nodiscard]] PartitionSpeed measurePartition(std::size_t clients, PartitionRegime regime);

} // namespace coterie
