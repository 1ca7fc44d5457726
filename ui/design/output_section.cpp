#include "ui/design/output_section.h"

#include "core/spec/experiment_fields.h"
#include "ui/design/experiment_document.h"
#include "ui/design/settings_form.h"

#include <QVBoxLayout>

namespace coterie::ui {

namespace {

/// The file has one block of a paper's numbers or a list of them.
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
    addCard(tr("What it is"))->addWidget(m_words);
    m_paper = addCard(tr("Beside a paper"),
                      tr("The numbers themselves, by arm, stand under \"reference\" in the JSON; "
                         "Compare shows them beside the results"));
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

/// Each under its own heading where there are several: their fields are called alike.
void OutputSection::showBlocks(const std::vector<std::string>& pointers)
{
    while (m_blocks.size() < pointers.size()) {
        const QString title = tr("Numbers, block %1").arg(m_blocks.size() + 1);
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
              .fallback = tr("none: the paper gives the metric itself, not rounds to reach it")}});
    }
}

} // namespace coterie::ui
