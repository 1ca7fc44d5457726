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

/// What the experiment's data look like: how many there are of what kind, and some samples,
/// prepared as the experiment says. They are read off the GUI thread; `runData` may be shared.
class DatasetPreview final : public QWidget
{
    Q_OBJECT

public:
    explicit DatasetPreview(std::shared_ptr<RunData> runData, QWidget* parent = nullptr);

    /// The data of this plan, an experiment's first.
    void showData(const RunPlan& plan);
    /// The same, for their files have come.
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

class DatasetPreview;
class PartForm;
class SettingsForm;
class StepList;

/// Which data set, what it looks like, what is held out of it, and how its samples are prepared.
class DataSection final : public SectionPage
{
    Q_OBJECT

public:
    DataSection(ExperimentDocument& document,
                const Registry& registry,
                std::shared_ptr<RunData> runData,
                QWidget* parent = nullptr);

    void refresh() override;
    /// The data set's files have come.
    void readAgain();

private:
    PartForm* m_dataset = nullptr;
    DatasetPreview* m_preview = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace coterie::ui
