#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace coterie::ui {

/// The text of a new experiment: small, complete and valid, so that it runs as it is.
[[nodiscard]] QString newExperiment();

/// A run that determines the clients' data.
struct ClientsPlan
{
    RunPlan run;             ///< the experiment's run, with its data, clients, rounds and partition
    bool seedVaries = false; ///< runs with another seed have another partition
    bool saysNewcomers = false; ///< the file has a number of newcomers, not the run's arrivals
};

/// The result of a check: the experiment and its runs, or all problems.
struct CheckedExperiment
{
    std::shared_ptr<const JsonNode> json;         ///< absent if the text is not valid JSON
    std::shared_ptr<const Experiment> experiment; ///< absent if the text has problems
    std::shared_ptr<const std::vector<RunPlan>> plans;
    /// With the digests of its files of weights, as its runs are stored; absent until they are
    /// read, and where it has no such file.
    std::shared_ptr<const Experiment> identified;
    /// Of the text, or of a valid experiment what its runs refuse before their first round.
    Problems problems;
    /// The clients' data; also for experiments whose problems lie elsewhere.
    std::shared_ptr<const ClientsPlan> clients;
};

/// Whether some begin with weights of a file, which may come, go or change.
[[nodiscard]] bool beginWithWeights(const std::vector<RunPlan>& plans);

/// Absent if the text is not valid JSON.
[[nodiscard]] std::shared_ptr<const JsonNode> treeOf(const std::string& json);

/// Parses the JSON and, if valid, the experiment and its runs. `file` is where the text is stored:
/// what stands beside it is found by a relative path.
[[nodiscard]] CheckedExperiment
checkExperiment(const std::string& json, const Registry& registry, const QString& file = {});

} // namespace coterie::ui
