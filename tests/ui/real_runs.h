#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace real_runs {

/// Small runs of the four methods on built-in data, as their papers set them but shrunk until each
/// takes a second or two: what the docks are looked at with.
struct Runs
{
    std::int64_t hcct = 0;      ///< ten clients in five domains; groups form from round 2 on
    std::int64_t allForOne = 0; ///< ten clients in two clusters that nobody names
    std::int64_t sFedHP = 0;    ///< twelve clients under four edge servers, sparse models
    std::int64_t hicsFl = 0;    ///< five of twenty clients a round, drawn by guessed entropy
};

/// Trains an experiment into this store and returns its runs; a failure ends the program with its
/// sentence, unless the experiment is one that `mayFail`.
[[nodiscard]] std::vector<std::int64_t>
trained(const std::filesystem::path& store, std::string_view experiment, bool mayFail = false);

/// Trains them into this store; a failure ends the program with its sentence.
[[nodiscard]] Runs train(const std::filesystem::path& store);

/// Two methods, one of them with three values of α, over six seeds, beside a paper's numbers: what
/// the Compare page is looked at with. Returns the runs.
[[nodiscard]] std::vector<std::int64_t> trainSweep(const std::filesystem::path& store);

} // namespace real_runs
