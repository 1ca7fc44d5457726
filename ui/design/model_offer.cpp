#include "ui/design/model_offer.h"

#include "core/base/json_values.h"
#include "core/experiment/module_settings.h"
#include "core/run/network_fits.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"
#include "ui/frame/notice_bar.h"
#include "ui/words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coterie::ui {

namespace {

constexpr std::string_view kModelPlace = "/model";
constexpr std::string_view kStepsPlace = "/data/preprocess";

/// What does not fit the data, and the run that shows it.
struct Misfit
{
    std::string_view place;
    RunPlan plan;
};

/// The steps come before the model, which sees what they make. The run is the first one whose model
/// the arms share. A user's own layers may be half written, and nothing has loaded a module.
std::optional<Misfit> misfitOf(const CheckedExperiment& checked)
{
    const auto isWrong = [&](std::string_view place) {
        return std::ranges::any_of(checked.problems, [place](const Error& problem) {
            return problem.place == place || problem.place.starts_with(std::string(place) + '/');
        });
    };
    if (!checked.plans)
        return std::nullopt;
    const auto plan = std::ranges::find(*checked.plans, false, &RunPlan::modelOfArm);
    if (plan == checked.plans->end())
        return std::nullopt;
    if (isWrong(kStepsPlace))
        return Misfit{.place = kStepsPlace, .plan = *plan};
    const std::string& model = plan->model.model.name;
    if (isWrong(kModelPlace) && model != kOwnLayers && model != kTorchScript)
        return Misfit{.place = kModelPlace, .plan = *plan};
    return std::nullopt;
}

/// What would help.
struct Help
{
    const NamedPart* model = nullptr;
    bool dropsSteps = false;
};

Help helpFor(Misfit misfit, RunData& data)
{
    if (misfit.place == kStepsPlace)
        misfit.plan.data.preprocess.clear();
    const auto dataset = data.dataset(misfit.plan);
    if (!dataset)
        return {};
    const SampleShape& shape = (*dataset)->train.shape;
    if (misfit.place == kStepsPlace)
        return {.dropsSteps = shape.height == 1 && shape.width == 1};
    return {.model = planNetwork(misfit.plan, **dataset) ? nullptr
                                                         : fittingModel(misfit.plan, **dataset)};
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
    const std::optional<Misfit> misfit = misfitOf(m_document.checked());
    if (!misfit)
        return m_bar.hide();
    const std::string& name = misfit->plan.data.dataset.name;
    const NamedPart* dataset = findPart(m_document.registry().datasets, name);
    const QString title = fromCore(dataset ? dataset->title : std::string_view(name));
    m_job.run([misfit = *misfit, data = m_data] { return helpFor(misfit, *data); },
              [this, title](const Help& help) {
                  if (help.model)
                      offer(*help.model, title);
                  else if (help.dropsSteps)
                      offerNoSteps(title);
                  else
                      m_bar.hide();
              });
}

void ModelOffer::offerNoSteps(const QString& data)
{
    m_bar.say(tr("The preprocessing is for pictures, and %1 is a table.").arg(data),
              {{.text = tr("Drop the steps"),
                .tip = tr("Take all preprocessing steps out of the experiment"),
                .act = [this] {
                    (void)m_document.apply(
                        tr("Drop the preprocessing"),
                        {{.pointer = std::string(kStepsPlace), .value = std::nullopt}});
                }}});
}

void ModelOffer::offer(const NamedPart& model, const QString& data)
{
    const QString title = fromCore(model.title);
    m_bar.say(tr("The model does not fit the data set %1.").arg(data),
              {{.text = tr("Use %1").arg(title),
                .tip = tr("Replace the model with one that fits %1").arg(data),
                .act = [this, name = model.name] {
                    (void)m_document.apply(tr("Change the model"),
                                           {{.pointer = std::string(kModelPlace),
                                             .value = jsonObject({{"name", name}})}});
                }}});
}

} // namespace coterie::ui
