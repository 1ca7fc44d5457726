#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The member of a model that names a file of weights to begin with.
inline constexpr std::string_view kInitialKey = "initial";

/// Of an experiment that is read.
inline constexpr std::size_t kMostRuns = 100'000;

/// Reads and fully validates an experiment: syntax, unknown keys (with the nearest known word),
/// types, ranges, names against the registry, and settings that depend on each other. All problems
/// are reported at once.
[[nodiscard]] Result<Experiment, Problems> parseExperiment(std::string_view json,
                                                           const Registry& registry);
/// The text of an experiment file, at most 16 MB. Everything that reads such files uses this, so
/// that the messages are the same. The error's place is the file.
[[nodiscard]] Result<std::string> readExperimentText(const std::filesystem::path& file);
/// Both; a problem of the whole document has the file as its place.
[[nodiscard]] Result<Experiment, Problems> readExperiment(const std::filesystem::path& file,
                                                          const Registry& registry);

/// For people: keys in the order of the manual, defaults left out.
[[nodiscard]] std::string writeExperiment(const Experiment& experiment);
/// Canonical form: every default written, keys sorted, no white space. Equal experiments have equal
/// bytes.
[[nodiscard]] std::string canonicalForm(const Experiment& experiment, const Registry& registry);
/// What an experiment computes: SHA-256, in hex, of its canonical form without name, description,
/// lookFor, reference, figures and settings of the machine.
[[nodiscard]] std::string canonicalHash(const Experiment& experiment, const Registry& registry);
/// The same without seeds: experiments to which seeds were added are one design. It is of the brief
/// form, which other versions may have written; one that spells a default out is another design.
[[nodiscard]] std::string designHash(const Experiment& experiment);
[[nodiscard]] std::string designHash(JsonNode experiment); ///< as writeExperiment() wrote it

/// Replaces one place of an experiment's JSON ("--set /pointer=value"; the value is JSON, or a bare
/// word).
[[nodiscard]] Result<std::string>
setInJson(std::string_view json, std::string_view pointer, std::string_view value);

/// Arms × seeds × sweep points, in that order; every Part completed from its descriptors.
[[nodiscard]] std::vector<RunPlan> expand(const Experiment& experiment, const Registry& registry);

/// A plan as one line of JSON, to be stored with its run; and back.
[[nodiscard]] std::string writePlan(const RunPlan& plan);
/// What a run computes: equal for plans that differ only in names, in their place in an experiment
/// and in settings of the machine. SHA-256, in hex.
[[nodiscard]] std::string runIdentity(const RunPlan& plan);
[[nodiscard]] Result<RunPlan, Problems> parsePlan(std::string_view json, const Registry& registry);

} // namespace coterie
