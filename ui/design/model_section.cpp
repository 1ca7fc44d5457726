#include "ui/design/model_section.h"

#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/design/settings_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

ModelSection::ModelSection(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : SectionPage(DesignSection::Model, document, registry, parent)
    , m_model(new PartForm(tr("Model"), document))
    , m_numbers(new SettingsForm(document))
{
    addCard(tr("Model"))->addWidget(m_model);
    addCard(tr("Its numbers"))->addWidget(m_numbers);
}

void ModelSection::refresh()
{
    m_model->show(modelPlace(registry()));
    m_numbers->show(modelSettings());
}

} // namespace coterie::ui
