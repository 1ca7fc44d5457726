#pragma once

#include "ui/design/json_change.h"

#include <string>
#include <vector>

namespace coterie::ui {

/// The arms of a file; empty where it has none.
[[nodiscard]] std::vector<JsonNode> armsIn(const JsonNode& root);
[[nodiscard]] std::string armName(const JsonNode& arm);
/// "/arms/2".
[[nodiscard]] std::string armPointer(std::size_t index);

/// FedAvg under a name that no other arm has, behind the others.
[[nodiscard]] std::vector<JsonChange> addArm(const JsonNode& root);
/// The arm again under another name, behind the others, so that the others keep their colours.
[[nodiscard]] std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index);
/// With the paper's number for it.
[[nodiscard]] std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index);
/// Changes places with the arm at `other`.
[[nodiscard]] std::vector<JsonChange>
swapArms(const JsonNode& root, std::size_t index, std::size_t other);
/// The paper's number goes by the arm's name, so it follows.
[[nodiscard]] std::vector<JsonChange>
renameArm(const JsonNode& root, std::size_t index, const std::string& name);

} // namespace coterie::ui
