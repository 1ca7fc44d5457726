#include "ui/design/settings_form.h"

#include "ui/design/experiment_document.h"
#include "ui/design/form_view.h"
#include "ui/words.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

SettingsForm::SettingsForm(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form(new FormView(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_form);
    connect(m_form, &FormView::edited, this, &SettingsForm::takeEdit);
}

void SettingsForm::show(std::vector<Setting> settings)
{
    m_settings = std::move(settings);
    if (const auto root = m_document.json())
        m_form->show(settingRows(*root, m_settings, m_document.checked().problems));
}

void SettingsForm::takeEdit(const FormRow& row,
                            const std::optional<JsonNode>& value,
                            bool continues)
{
    const auto root = m_document.json();
    const auto setting = std::ranges::find(m_settings, row.pointer, &Setting::pointer);
    if (!root || setting == m_settings.end())
        return;
    if (!continues)
        m_mergeId = m_document.newMergeId();
    m_document.apply(tr("Change %1").arg(withinSentence(labelOf(*row.descriptor))),
                     setSetting(*root, *setting, value),
                     m_mergeId);
}

} // namespace coterie::ui
