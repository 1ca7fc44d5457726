#include "ui/design/data_section.h"

#include "core/spec/experiment_fields.h"
#include "ui/design/dataset_preview.h"
#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/design/settings_form.h"
#include "ui/design/step_list.h"

#include <QVBoxLayout>

#include <utility>

namespace coterie::ui {

DataSection::DataSection(ExperimentDocument& document,
                         const Registry& registry,
                         std::shared_ptr<RunData> runData,
                         QWidget* parent)
    : SectionPage(DesignSection::Data, document, registry, parent)
{
    m_dataset = new PartForm(tr("Data set"), document);
    m_preview = new DatasetPreview(std::move(runData));
    auto* card = addCard(tr("Data set"));
    card->addWidget(m_dataset);
    card->addWidget(m_preview);
    m_shares = new SettingsForm(document);
    addCard(tr("Held out"),
            tr("Taken from every client's samples before any training. Where nothing is taken for "
               "testing, the data set's own test samples are used"))
        ->addWidget(m_shares);
    m_steps = new StepList(document, registry);
    addCard(tr("Preparation"), tr("Steps that change the samples once, in this order"))
        ->addWidget(m_steps);
}

void DataSection::readAgain()
{
    m_preview->readAgain();
}

void DataSection::refresh()
{
    const DataSettings defaults;
    m_dataset->show({.pointer = "/data/dataset",
                     .known = registry().datasets,
                     .fallbackName = defaults.dataset.name,
                     .bareName = true});
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

} // namespace coterie::ui
