#pragma once

#include "core/spec/descriptor.h"

#include <QWidget>

class QVBoxLayout;

namespace coterie::ui {

class Disclosure;
class ExperimentDocument;
class FormView;
class PartForm;
class SettingsForm;

/// One arm: what it is called, algorithm × sampler × local work, and where it differs from the
/// common settings.
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
