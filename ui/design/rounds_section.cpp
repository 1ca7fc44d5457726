#include "ui/design/rounds_section.h"

#include "core/spec/experiment_fields.h"
#include "ui/design/settings_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

RoundsSection::RoundsSection(ExperimentDocument& document,
                             const Registry& registry,
                             QWidget* parent)
    : SectionPage(DesignSection::Rounds, document, registry, parent)
    , m_rounds(new SettingsForm(document))
    , m_seeds(new SettingsForm(document))
    , m_machine(new SettingsForm(document))
{
    addCard(tr("Rounds"))->addWidget(m_rounds);
    addCard(
        tr("Seeds"),
        tr("One or a list, as in \"1, 2, 3\": every arm runs once with each. All arms of a seed "
           "share the split, the initial model and the batches"))
        ->addWidget(m_seeds);
    addCard(tr("Machine"))->addWidget(m_machine);
}

void RoundsSection::refresh()
{
    m_rounds->show({{.pointer = "/rounds", .descriptor = &fields::kRounds},
                    {.pointer = "/evaluateEvery", .descriptor = &fields::kEvaluateEvery},
                    {.pointer = "/trainEvaluationBatches",
                     .descriptor = &fields::kTrainEvaluationBatches}});
    m_seeds->show({{.pointer = "/seeds", .descriptor = &fields::kSeeds},
                   {.pointer = "/partitionSeed",
                    .descriptor = &fields::kPartitionSeed,
                    .fallback = tr("the run's own seed")}});
    m_machine->show({{.pointer = "/device", .descriptor = &fields::kDevice},
                     {.pointer = "/checkpointSeconds", .descriptor = &fields::kCheckpointSeconds}});
}

} // namespace coterie::ui
