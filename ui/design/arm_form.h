#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/json_change.h"

#include <QWidget>

#include <string>
#include <vector>

class QVBoxLayout;

namespace coterie::ui {

/// The arms of a file, or none.
[[nodiscard]] std::vector<JsonNode> armsIn(const JsonNode& root);
[[nodiscard]] std::string armName(const JsonNode& arm);
/// "/arms/2".
[[nodiscard]] std::string armPointer(std::size_t index);

/// Appends a FedAvg arm with an unused name.
[[nodiscard]] std::vector<JsonChange> addArm(const JsonNode& root);
/// Appends a copy under an unused name; at the end, so that other arms keep their colours.
[[nodiscard]] std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index);
/// Also removes the paper's number for it.
[[nodiscard]] std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index);
/// Swaps the arm with the one at `other`.
[[nodiscard]] std::vector<JsonChange>
swapArms(const JsonNode& root, std::size_t index, std::size_t other);
/// Also moves the paper's number, which is stored by the arm's name.
[[nodiscard]] std::vector<JsonChange>
renameArm(const JsonNode& root, std::size_t index, const std::string& name);

class Disclosure;
class ExperimentDocument;
class FormView;
class PartForm;
class SettingsForm;

/// Edits one arm: name, algorithm × sampler × local work, and what differs from the common
/// settings.
class ArmForm final : public QWidget
{
    Q_OBJECT

public:
    ArmForm(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void show(std::size_t arm);

private:
    [[nodiscard]] QWidget* makeOverrides();
    void showOverrides(const std::string& arm, bool otherArm);

    ExperimentDocument& m_document;
    const Registry& m_registry;
    std::size_t m_arm = static_cast<std::size_t>(-1);
    FormView* m_name = nullptr;
    SettingsForm* m_rounds = nullptr;
    PartForm* m_algorithm = nullptr;
    PartForm* m_sampler = nullptr;
    Disclosure* m_local = nullptr;
    Disclosure* m_model = nullptr;
    SettingsForm* m_localWork = nullptr;
    PartForm* m_optimizer = nullptr;
    PartForm* m_schedule = nullptr;
    PartForm* m_objective = nullptr;
    PartForm* m_modelPart = nullptr;
    SettingsForm* m_modelNumbers = nullptr;
    int m_mergeId = -1;
};

} // namespace coterie::ui
