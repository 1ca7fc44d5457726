#include "ui/design/output_section.h"

#include "core/spec/experiment_fields.h"
#include "ui/design/experiment_document.h"
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
    // The file has one block of a paper's numbers or a list of them.
    const std::shared_ptr<const JsonNode>& root = document().json();
    const JsonNode* reference = root ? valueAt(*root, "/reference") : nullptr;
    std::vector<std::string> blocks{"/reference"};
    if (reference != nullptr && reference->kind == JsonNode::Kind::List) {
        blocks.clear();
        for (std::size_t block = 0; block < reference->items.size(); ++block)
            blocks.push_back("/reference/" + std::to_string(block));
    }
    std::vector<Setting> settings;
    for (const std::string& block : blocks) {
        settings.push_back({.pointer = block + "/source", .descriptor = &fields::kReferenceSource});
        settings.push_back({.pointer = block + "/metric",
                            .descriptor = &fields::kReferenceMetric,
                            .style = {.metric = true}});
        settings.push_back({.pointer = block + "/unit", .descriptor = &fields::kReferenceUnit});
        settings.push_back({.pointer = block + "/target",
                            .descriptor = &fields::kReferenceTarget,
                            .fallback = tr("none: they are the measurement's own values")});
    }
    m_reference->show(std::move(settings));
}

} // namespace coterie::ui
