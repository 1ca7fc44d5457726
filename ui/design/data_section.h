#pragma once

#include "core/experiment/parameters.h"
#include "core/run/prepare_run.h"
#include "ui/design/section_page.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QComboBox;
class QVBoxLayout;

namespace coterie::ui {

class ThumbnailStrip;

/// The experiment's data: numbers and some samples, preprocessed as the experiment says. Read off
/// the GUI thread; `runData` may be shared.
class DatasetPreview final : public QWidget
{
    Q_OBJECT

public:
    explicit DatasetPreview(std::shared_ptr<RunData> runData, QWidget* parent = nullptr);

    /// Shows the data of this plan, an experiment's first.
    void showData(const RunPlan& plan);
    /// Reads again, because the files have arrived.
    void readAgain();

private:
    std::shared_ptr<RunData> m_data;
    std::optional<RunPlan> m_plan;
    QLabel* m_facts = nullptr;
    ThumbnailStrip* m_samples = nullptr;
    LatestJob m_reading;
};

class ExperimentDocument;
class PartForm;

/// The preprocessing steps of a data set, with actions to add, remove and reorder them.
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

class DatasetPreview;
class PartForm;
class SettingsForm;
class StepList;

/// The data set, a preview, the held-out shares and the preprocessing.
class DataSection final : public SectionPage
{
    Q_OBJECT

public:
    DataSection(ExperimentDocument& document,
                const Registry& registry,
                std::shared_ptr<RunData> runData,
                QWidget* parent = nullptr);

    void refresh() override;
    /// The files of the data set have arrived.
    void readAgain();

private:
    PartForm* m_dataset = nullptr;
    DatasetPreview* m_preview = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace coterie::ui
