#pragma once

#include "core/spec/descriptor.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace coterie::ui {

class ExperimentDocument;
class PartForm;

/// The preprocessing steps of a data set: each a part with its parameters, to be added, removed and
/// put in order.
class StepList final : public QWidget
{
    Q_OBJECT

public:
    StepList(ExperimentDocument& document, const Registry& registry, QWidget* parent = nullptr);

    void refresh();

private:
    struct Step
    {
        QWidget* row = nullptr;
        PartForm* form = nullptr;
    };

    void setCount(std::size_t count);
    [[nodiscard]] Step makeStep(std::size_t index);
    void add();
    void remove(std::size_t index);
    void moveUp(std::size_t index);

    ExperimentDocument& m_document;
    const Registry& m_registry;
    QVBoxLayout* m_list = nullptr;
    QLabel* m_none = nullptr;
    std::vector<Step> m_steps;
};

} // namespace coterie::ui
