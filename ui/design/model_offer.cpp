#include "ui/design/model_offer.h"

#include "core/base/json_values.h"
#include "core/experiment/module_settings.h"
#include "core/run/network_fits.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"
#include "ui/frame/notice_bar.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The run that shows that the model does not fit: the first one whose model the arms share. A
/// user's own layers may be half written, and nothing has loaded a module.
const RunPlan* misfit(const CheckedExperiment& checked)
{
    const bool isOfModel = std::ranges::any_of(checked.problems, [](const Error& problem) {
        return problem.place == "/model" || problem.place.starts_with("/model/");
    });
    if (!checked.plans || !isOfModel)
        return nullptr;
    const auto plan = std::ranges::find(*checked.plans, false, &RunPlan::modelOfArm);
    return plan == checked.plans->end() || plan->model.model.name == kOwnLayers
                   || plan->model.model.name == kTorchScript
               ? nullptr
               : &*plan;
}

} // namespace

ModelOffer::ModelOffer(ExperimentDocument& document,
                       const RunCheck& check,
                       std::shared_ptr<RunData> data,
                       NoticeBar& bar,
                       QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_check(check)
    , m_data(std::move(data))
    , m_bar(bar)
{
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &ModelOffer::look);
    connect(&m_check, &RunCheck::changed, this, &ModelOffer::look);
    connect(&m_document, &ExperimentDocument::edited, this, [this] { m_job.cancel(); });
}

void ModelOffer::look()
{
    if (m_check.isPending())
        return; // what is offered stays until the answer has come
    m_job.cancel();
    const RunPlan* plan = misfit(m_document.checked());
    if (!plan)
        return m_bar.hide();
    m_job.run(
        [plan = *plan, data = m_data]() -> const NamedPart* {
            const auto dataset = data->dataset(plan);
            return dataset && !planNetwork(plan, **dataset) ? fittingModel(plan, **dataset)
                                                            : nullptr;
        },
        [this, name = plan->data.dataset.name](const NamedPart* model) {
            const NamedPart* dataset = findPart(m_document.registry().datasets, name);
            if (model && dataset)
                offer(*model, *dataset);
            else
                m_bar.hide();
        });
}

void ModelOffer::offer(const NamedPart& model, const NamedPart& dataset)
{
    const QString title = fromCore(model.title);
    const QString data = fromCore(dataset.title);
    m_bar.say(tr("The model does not fit the data set %1.").arg(data),
              {{.text = tr("Use %1").arg(title),
                .tip = tr("Replace the model with one that fits %1").arg(data),
                .act = [this, name = model.name] {
                    (void)m_document.apply(
                        tr("Change the model"),
                        {{.pointer = "/model", .value = jsonObject({{"name", name}})}});
                }}});
}

} // namespace coterie::ui
