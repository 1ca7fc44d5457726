#include "ui/design/settings.h"

#include "core/base/result.h"
#include "core/metrics/metric_infos.h"
#include "ui/design/experiment_document.h"
#include "ui/design/form_view.h"
#include "ui/design/places.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The pointer of another key of the same object.
std::string beside(const std::string& pointer, const std::string& key)
{
    return pointer.substr(0, pointer.rfind('/') + 1) + key;
}

/// The file may hold any text there, but Compare shows only known metrics.
QString problemOfMetric(const FormRow& row)
{
    if (!row.style.metric || !row.value || findMetric(row.value->text))
        return {};
    std::vector<std::string_view> names;
    for (const MetricInfo& info : metricInfos())
        names.push_back(info.name);
    const Error unknown{.found = writeCompact(*row.value),
                        .allowed = "the name of a measurement, so that Compare can show it beside "
                                   "the paper's numbers",
                        .nearest = nearestWord(row.value->text, names)};
    return toQString(unknown.sentence());
}

/// Whether the alternative setting applies instead.
bool givesWay(const JsonNode& root, const Setting& setting)
{
    if (setting.instead.empty() || valueAt(root, setting.pointer))
        return false;
    if (valueAt(root, beside(setting.pointer, setting.instead)))
        return true;
    return !setting.common.empty() && !valueAt(root, setting.common)
           && valueAt(root, beside(setting.common, setting.instead));
}

} // namespace

std::vector<FormRow>
settingRows(const JsonNode& root, const std::vector<Setting>& settings, const Problems& problems)
{
    std::vector<FormRow> rows;
    for (const Setting& setting : settings) {
        FormRow row{.pointer = setting.pointer,
                    .descriptor = setting.descriptor,
                    .style = setting.style,
                    .problem = problemAt(problems, setting.pointer)};
        if (const JsonNode* value = valueAt(root, setting.pointer);
            value && value->kind != JsonNode::Kind::Null)
            row.value = *value;
        const JsonNode* common = setting.common.empty() ? nullptr : valueAt(root, setting.common);
        if (common) {
            row.fallback = textOf(*common);
            row.origin = say("Common setting");
            row.isCommon = true;
        } else if (!setting.descriptor->required) {
            row.fallback = textOf(setting.descriptor->defaultValue());
            row.origin = say("Default");
        }
        if (setting.fallback)
            row.fallback = *setting.fallback;
        if (givesWay(root, setting))
            row.fallback.clear();
        if (row.problem.isEmpty())
            row.problem = problemOfMetric(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<JsonChange>
setSetting(const JsonNode& root, const Setting& setting, const std::optional<JsonNode>& value)
{
    if (!value)
        return {removedWithEmptyParents(
            root, setting.pointer, setting.pointer.starts_with("/arms") ? 2 : 1)};
    std::vector<JsonChange> changes{{.pointer = setting.pointer, .value = value}};
    if (!setting.instead.empty())
        changes.push_back({.pointer = beside(setting.pointer, setting.instead), .value = {}});
    return changes;
}

SettingsForm::SettingsForm(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form(new FormView(this))
{
    columnIn(this)->addWidget(m_form);
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
