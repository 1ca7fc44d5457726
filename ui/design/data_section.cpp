#include "core/base/json_values.h"
#include "core/experiment/experiment_fields.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/design/section_page.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/latest_job.h"
#include "ui/views/data_words.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/words.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace coterie::ui {

namespace {

const std::string kPreprocessSteps = "/data/preprocess";

/// The experiment's data: numbers and some samples, preprocessed as the experiment says. Read off
/// the GUI thread; `runData` may be shared.
class DatasetPreview final : public QWidget
{
public:
    DatasetPreview(const ExperimentDocument& document, std::shared_ptr<RunData> runData)
        : m_document(document)
        , m_data(std::move(runData))
        , m_facts(named(makeExplanation(), "dataFacts"))
        , m_samples(named(new ThumbnailStrip(this), "dataSamples"))
    {
        m_samples->setToolTip(
            say("Preview some samples as preprocessed below; the Data page shows all"));
        auto* layout = columnIn(this, 6, {0, 4, 0, 0});
        layout->addWidget(m_samples);
        layout->addWidget(m_facts);
    }

    /// Shows the data of this plan, an experiment's first.
    void showData(const RunPlan& plan)
    {
        if (m_plan && m_plan->data.dataset == plan.data.dataset
            && m_plan->data.preprocess == plan.data.preprocess)
            return;
        // While a setting changes, the samples stay until the new ones arrive.
        if (!m_plan || m_plan->data.dataset.name != plan.data.dataset.name) {
            m_facts->setText(say("Reading …"));
            m_samples->setImages({});
        }
        m_plan = plan;
        readAgain();
    }

    /// Reads again, because the files have arrived.
    void readAgain()
    {
        if (!m_plan)
            return;
        using Looked = std::pair<QString, std::vector<QImage>>; // facts and samples
        m_reading.run(
            [data = m_data, plan = *m_plan]() -> Result<Looked> {
                const auto dataset = data->samplesToDeal(plan);
                if (!dataset)
                    return Unexpected<Error>{dataset.error()};
                return Looked(factsText(**dataset), thumbnailsOf(**dataset, kThumbnails));
            },
            [this](Result<Looked> looked) {
                m_facts->setText(
                    looked ? looked->first
                           : troubleText(
                               looked.error(),
                               say("Samples appear here when the files are on this machine."),
                               m_document));
                m_samples->setVisible(looked && !looked->second.empty());
                m_samples->setImages(looked ? std::move(looked->second) : std::vector<QImage>());
            });
    }

private:
    const ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    std::optional<RunPlan> m_plan;
    QLabel* m_facts = nullptr;
    ThumbnailStrip* m_samples = nullptr;
    LatestJob m_reading;
};

/// The preprocessing steps of a data set, with actions to add, remove and reorder them.
class StepList final : public QWidget
{
public:
    StepList(ExperimentDocument& document, const Registry& registry)
        : m_document(document)
        , m_registry(registry)
        , m_none(makeExplanation(say("No steps: the samples are used unchanged.")))
    {
        auto* add = new QPushButton(icon(QStringLiteral("add")), say("Add a step"), this);
        add->setObjectName(QStringLiteral("addStep"));
        add->setToolTip(say("Add a preprocessing step at the end"));
        connect(add, &QPushButton::clicked, this, &StepList::add);
        m_list = new QVBoxLayout;
        m_list->setSpacing(12);
        auto* layout = columnIn(this);
        layout->addWidget(m_none);
        layout->addLayout(m_list);
        layout->addWidget(add, 0, Qt::AlignLeft);
    }

    void refresh()
    {
        setCount(itemsAt(*m_document.json(), kPreprocessSteps).size());
        for (std::size_t index = 0; index < m_steps.size(); ++index)
            m_steps[index].form->show(preprocessPlace(m_registry, index));
        m_none->setVisible(m_steps.empty());
    }

private:
    struct Step
    {
        QWidget* row = nullptr;
        PartForm* form = nullptr;
    };

    void setCount(std::size_t count)
    {
        while (m_steps.size() > count) {
            m_steps.back().row->hide();
            m_steps.back().row->deleteLater(); // its own button may have caused this
            m_steps.pop_back();
        }
        while (m_steps.size() < count) {
            m_steps.push_back(makeStep(m_steps.size()));
            m_list->addWidget(m_steps.back().row);
        }
    }

    Step makeStep(std::size_t index)
    {
        auto* row = new QWidget(this);
        auto* form = new PartForm(say("Step %1").arg(index + 1), m_document);
        auto* layout = rowIn(row);
        layout->addWidget(form, 1);
        const auto addButton =
            [&](const QString& name, const QString& iconName, const QString& tip) {
                auto* button = new QToolButton(row);
                button->setObjectName(name.arg(index));
                button->setIcon(icon(iconName));
                button->setAutoRaise(true);
                button->setToolTip(tip);
                button->setAccessibleName(tip);
                layout->addWidget(button, 0, Qt::AlignTop);
                return button;
            };
        auto* up =
            addButton(QStringLiteral("stepUp%1"), QStringLiteral("up"), say("Move this step up"));
        up->setEnabled(index > 0);
        connect(up, &QToolButton::clicked, this, [this, index] { moveUp(index); });
        auto* gone = addButton(
            QStringLiteral("removeStep%1"), QStringLiteral("delete"), say("Remove this step"));
        connect(gone, &QToolButton::clicked, this, [this, index] { remove(index); });
        return {.row = row, .form = form};
    }

    void add()
    {
        const auto root = m_document.json();
        if (!root || m_registry.preprocessSteps.empty())
            return;
        m_document.apply(
            say("Add a step"),
            {appended(*root,
                      kPreprocessSteps,
                      jsonObject({{"step", m_registry.preprocessSteps.front().name}}))});
    }

    void remove(std::size_t index)
    {
        const auto root = m_document.json();
        if (!root)
            return;
        const bool last = itemsAt(*root, kPreprocessSteps).size() == 1;
        m_document.apply(
            say("Remove a step"),
            {{.pointer = last ? kPreprocessSteps : itemPointer(kPreprocessSteps, index),
              .value = {}}});
    }

    void moveUp(std::size_t index)
    {
        if (const auto root = m_document.json())
            m_document.apply(say("Move a step"),
                             swapped(*root, kPreprocessSteps, index - 1, index));
    }

    ExperimentDocument& m_document;
    const Registry& m_registry;
    QVBoxLayout* m_list = nullptr;
    QLabel* m_none = nullptr;
    std::vector<Step> m_steps;
};

class DataSection final : public SectionPage
{
public:
    DataSection(ExperimentDocument& document,
                const Registry& registry,
                std::shared_ptr<RunData> runData)
        : SectionPage(DesignSection::Data, document, registry)
    {
        m_dataset = new PartForm(say("Data set"), document);
        m_preview = new DatasetPreview(document, std::move(runData));
        auto* card = addCard(say("Data set"));
        card->addWidget(m_dataset);
        card->addWidget(m_preview);
        m_shares = new SettingsForm(document);
        addCard(
            say("Held-out samples"),
            say("Taken from every client's samples before training. If the test share is 0, the "
                "data set's own test samples are used."))
            ->addWidget(m_shares);
        m_steps = new StepList(document, registry);
        addCard(say("Preprocessing"), say("Steps that change the samples once, in this order"))
            ->addWidget(m_steps);
    }

    void refresh() override
    {
        m_dataset->show(datasetPlace(registry()));
        m_shares->show({{.pointer = "/data/test/share",
                         .descriptor = &fields::kTestShare,
                         .style = {.slider = true}},
                        {.pointer = "/data/validation/share",
                         .descriptor = &fields::kValidationShare,
                         .style = {.slider = true}}});
        m_steps->refresh();
        if (const auto& clients = document().checked().clients)
            m_preview->showData(clients->run);
    }

    void readDataAgain() override { m_preview->readAgain(); }

private:
    PartForm* m_dataset = nullptr;
    DatasetPreview* m_preview = nullptr;
    SettingsForm* m_shares = nullptr;
    StepList* m_steps = nullptr;
};

} // namespace

SectionPage* makeDataSection(ExperimentDocument& document,
                             const Registry& registry,
                             std::shared_ptr<RunData> runData)
{
    return new DataSection(document, registry, std::move(runData));
}

} // namespace coterie::ui
