#include "ui/design/local_section.h"

#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/design/settings_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

LocalSection::LocalSection(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Local, document, registry, parent)
    , m_work(new SettingsForm(document))
    , m_optimizer(new PartForm(tr("Optimiser"), document))
    , m_schedule(new PartForm(tr("Learning-rate schedule"), document))
    , m_objective(new PartForm(tr("Local objective"), document))
{
    addCard(tr("Work of a round"), tr("Epochs or steps: saying one takes the place of the other"))
        ->addWidget(m_work);
    addCard(tr("Optimiser"))->addWidget(m_optimizer);
    addCard(tr("Learning rate over the rounds"))->addWidget(m_schedule);
    addCard(tr("Objective"), tr("What a client minimises: its loss, and what is added to it"))
        ->addWidget(m_objective);
}

void LocalSection::refresh()
{
    m_work->show(localSettings());
    m_optimizer->show(optimizerPlace(registry()));
    m_schedule->show(schedulePlace(registry()));
    m_objective->show(objectivePlace(registry()));
}

} // namespace coterie::ui
