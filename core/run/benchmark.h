#pragma once

#include <cstddef>
#include <functional>
#include <string>
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

} // namespace coterie
