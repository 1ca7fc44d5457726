#pragma once

#include "core/base/result.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

inline constexpr std::string_view kManifestFile = "manifest.json";
inline constexpr std::string_view kExperimentFile = "experiment.json";

/// What a run of a manifest has of another one.
struct ManifestFork
{
    int round = 0;                          ///< the last one that both have
    std::string name;                       ///< of the other
    std::optional<std::size_t> parent = {}; ///< its place in the manifest; absent: it is not there
};

/// A run that a manifest names.
struct ManifestRun
{
    std::string arm;
    std::uint64_t seed = 0;
    std::string sweep;
    int rounds = 0; ///< done
    Environment environment;
    std::optional<ManifestFork> fork = {};
};

/// What a bundle's manifest says of one experiment.
struct Manifest
{
    std::string experiment;
    std::string experimentHash;
    std::vector<ManifestRun> runs;
    std::map<std::string, std::string> sha256; ///< of each file by its name
};

/// Of a bundle that this version can import; the error's place is `place`.
[[nodiscard]] Result<Manifest> readManifest(const std::string& text, const std::string& place);

} // namespace coterie
