#pragma once

#include "ui/design/json_change.h"

#include <string>
#include <vector>

namespace coterie::ui {

/// The arms of a file, or none.
[[nodiscard]] std::span<const JsonNode> armsIn(const JsonNode& root);
[[nodiscard]] std::string armName(const JsonNode& arm);
/// "/arms/2".
[[nodiscard]] std::string armPointer(std::size_t index);
/// The blocks of paper results: "/reference", or the items of a list there.
[[nodiscard]] std::vector<std::string> referenceBlocks(const JsonNode& root);

/// Appends a FedAvg arm with an unused name.
[[nodiscard]] std::vector<JsonChange> addArm(const JsonNode& root);
/// Appends a copy under an unused name; at the end, so that other arms keep their colours.
[[nodiscard]] std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index);
/// Also removes the paper's number for it.
[[nodiscard]] std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index);
/// Also moves the paper's number, which is stored by the arm's name.
[[nodiscard]] std::vector<JsonChange>
renameArm(const JsonNode& root, std::size_t index, const std::string& name);
/// Where an arm is called after its algorithm, "FedAvg 2", it is called after the next one.
[[nodiscard]] std::vector<JsonChange> renameAfterAlgorithm(const JsonNode& root,
                                                           std::size_t index,
                                                           const std::string& title,
                                                           const std::string& next);

} // namespace coterie::ui
