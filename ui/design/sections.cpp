#include "ui/design/sections.h"

#include "core/experiment/experiment_fields.h"
#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/design/settings.h"

#include <QVBoxLayout>

namespace coterie::ui {

ClientsPage::ClientsPage(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Clients, document, registry, parent)
    , m_scheme(new PartForm(tr("Partition scheme"), document))
{
    m_scheme->foldMinorSettings();
    addCard(tr("Partition of the data set"))->addWidget(m_scheme);
}

void ClientsPage::setCanvas(QWidget* canvas)
{
    addToPage(canvas, 1);
}

void ClientsPage::refresh()
{
    const DataSettings defaults;
    m_scheme->show({.pointer = "/data/partition",
                    .known = registry().partitions,
                    .nameKey = "scheme",
                    .fallbackName = defaults.partition.name,
                    .style = {.slider = true}});
}

LocalSection::LocalSection(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Local, document, registry, parent)
    , m_work(new SettingsForm(document))
    , m_optimizer(new PartForm(tr("Optimiser"), document))
    , m_schedule(new PartForm(tr("Learning-rate schedule"), document))
    , m_objective(new PartForm(tr("Local objective"), document))
{
    addCard(tr("Work per round"), tr("Set epochs or steps. Setting one clears the other."))
        ->addWidget(m_work);
    addCard(tr("Optimiser"))->addWidget(m_optimizer);
    addCard(tr("Learning-rate schedule"))->addWidget(m_schedule);
    addCard(tr("Objective"), tr("What a client minimises: its loss and an optional extra term"))
        ->addWidget(m_objective);
}

void LocalSection::refresh()
{
    m_work->show(localSettings());
    m_optimizer->show(optimizerPlace(registry()));
    m_schedule->show(schedulePlace(registry()));
    m_objective->show(objectivePlace(registry()));
}

ModelSection::ModelSection(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Model, document, registry, parent)
    , m_model(new PartForm(tr("Model"), document))
    , m_numbers(new SettingsForm(document))
{
    addCard(tr("Model"))->addWidget(m_model);
    addCard(tr("Precision and initialisation"))->addWidget(m_numbers);
}

void ModelSection::refresh()
{
    m_model->show(modelPlace(registry()));
    m_numbers->show(modelSettings());
}

namespace {

/// The paper results are one block or a list of blocks.
std::vector<std::string> blocksIn(const JsonNode* root)
{
    const JsonNode* reference = root ? valueAt(*root, "/reference") : nullptr;
    if (reference == nullptr || reference->kind != JsonNode::Kind::List)
        return {"/reference"};
    std::vector<std::string> blocks;
    for (std::size_t block = 0; block < reference->items.size(); ++block)
        blocks.push_back("/reference/" + std::to_string(block));
    return blocks;
}

} // namespace

OutputSection::OutputSection(ExperimentDocument& document,
                             const Registry& registry,
                             QWidget* parent)
    : SectionPage(DesignSection::Output, document, registry, parent)
    , m_words(new SettingsForm(document))
{
    addCard(tr("Name and description"))->addWidget(m_words);
    m_paper = addCard(tr("Paper results"),
                      tr("Compare shows these results beside yours. Edit the numbers of each arm "
                         "under \"reference\" in the JSON."));
}

void OutputSection::refresh()
{
    const RowStyle prose{.prose = true};
    m_words->show({{.pointer = "/name", .descriptor = &fields::kName, .style = {.required = true}},
                   {.pointer = "/description", .descriptor = &fields::kDescription, .style = prose},
                   {.pointer = "/lookFor", .descriptor = &fields::kLookFor, .style = prose},
                   {.pointer = "/profile", .descriptor = &fields::kProfile}});
    showBlocks(blocksIn(document().json().get()));
}

/// Several blocks have headings, because their fields have equal names.
void OutputSection::showBlocks(const std::vector<std::string>& pointers)
{
    while (m_blocks.size() < pointers.size()) {
        const QString title = tr("Paper results, block %1").arg(m_blocks.size() + 1);
        const Block block{.heading = makeHeading(title), .form = new SettingsForm(document())};
        block.heading->setObjectName(QStringLiteral("referenceHeading"));
        block.form->setAccessibleName(title);
        m_paper->addWidget(block.heading);
        m_paper->addWidget(block.form);
        m_blocks.push_back(block);
    }
    for (std::size_t index = 0; index < m_blocks.size(); ++index) {
        const bool isThere = index < pointers.size();
        m_blocks[index].heading->setVisible(isThere && pointers.size() > 1);
        m_blocks[index].form->setVisible(isThere);
        if (!isThere)
            continue;
        const std::string& block = pointers[index];
        m_blocks[index].form->show(
            {{.pointer = block + "/source", .descriptor = &fields::kReferenceSource},
             {.pointer = block + "/metric",
              .descriptor = &fields::kReferenceMetric,
              .style = {.metric = true}},
             {.pointer = block + "/unit", .descriptor = &fields::kReferenceUnit},
             {.pointer = block + "/target",
              .descriptor = &fields::kReferenceTarget,
              .fallback =
                  tr("none: the numbers are values of the metric, not rounds to reach one")}});
    }
}

RoundsSection::RoundsSection(ExperimentDocument& document,
                             const Registry& registry,
                             QWidget* parent)
    : SectionPage(DesignSection::Rounds, document, registry, parent)
    , m_rounds(new SettingsForm(document))
    , m_seeds(new SettingsForm(document))
    , m_machine(new SettingsForm(document))
{
    addCard(tr("Rounds"))->addWidget(m_rounds);
    addCard(tr("Seeds"),
            tr("One seed, or a list such as \"1, 2, 3\": every arm runs once per seed. All arms of "
               "a seed share the partition, the initial model and the batches."))
        ->addWidget(m_seeds);
    addCard(tr("Machine"))->addWidget(m_machine);
}

void RoundsSection::refresh()
{
    m_rounds->show(
        {{.pointer = "/rounds", .descriptor = &fields::kRounds},
         {.pointer = "/evaluateEvery", .descriptor = &fields::kEvaluateEvery},
         {.pointer = "/trainEvaluationBatches", .descriptor = &fields::kTrainEvaluationBatches}});
    m_seeds->show({{.pointer = "/seeds", .descriptor = &fields::kSeeds},
                   {.pointer = "/partitionSeed",
                    .descriptor = &fields::kPartitionSeed,
                    .fallback = tr("the run's seed")}});
    m_machine->show({{.pointer = "/device", .descriptor = &fields::kDevice},
                     {.pointer = "/checkpointSeconds", .descriptor = &fields::kCheckpointSeconds}});
}

} // namespace coterie::ui
