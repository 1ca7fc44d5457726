#include "ui/design/output_section.h"

#include "core/spec/experiment_fields.h"
#include "ui/design/settings_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

OutputSection::OutputSection(ExperimentDocument& document,
                             const Registry& registry,
                             QWidget* parent)
    : SectionPage(DesignSection::Output, document, registry, parent)
    , m_words(new SettingsForm(document))
    , m_reference(new SettingsForm(document))
{
    addCard(tr("What it is"))->addWidget(m_words);
    addCard(tr("Beside a paper"),
            tr("The numbers themselves, by arm, stand under \"reference\" in the JSON; Compare "
               "shows them beside the results"))
        ->addWidget(m_reference);
}

void OutputSection::refresh()
{
    const RowStyle prose{.prose = true};
    m_words->show({{.pointer = "/name", .descriptor = &fields::kName, .style = {.required = true}},
                   {.pointer = "/description", .descriptor = &fields::kDescription, .style = prose},
                   {.pointer = "/lookFor", .descriptor = &fields::kLookFor, .style = prose},
                   {.pointer = "/profile", .descriptor = &fields::kProfile}});
    m_reference->show({{.pointer = "/reference/source", .descriptor = &fields::kReferenceSource},
                       {.pointer = "/reference/metric",
                        .descriptor = &fields::kReferenceMetric,
                        .style = {.metric = true}},
                       {.pointer = "/reference/unit", .descriptor = &fields::kReferenceUnit}});
}

} // namespace coterie::ui
