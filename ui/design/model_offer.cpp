#include "ui/design/model_offer.h"

#include "core/base/json_values.h"
#include "core/experiment/module_settings.h"
#include "core/run/failures.h"
#include "core/run/network_fits.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"
#include "ui/frame/notice_bar.h"
#include "ui/words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr std::string_view kModelPlace = "/model";
constexpr std::string_view kStepsPlace = "/data/preprocess";

/// What does not fit the data, and the run that shows it.
struct Misfit
{
    RunPlan plan;
    std::optional<std::size_t> step; ///< of the preprocessing; else it is the model
};

/// The first step that has a problem.
std::optional<std::size_t> wrongStep(const Problems& problems)
{
    const std::string begin = std::string(kStepsPlace) + '/';
    for (const Error& problem : problems) {
        std::size_t step = 0;
        const char* const end = problem.place.data() + problem.place.size();
        if (problem.place.starts_with(begin)
            && std::from_chars(problem.place.data() + begin.size(), end, step).ec == std::errc())
            return step;
    }
    return std::nullopt;
}

/// The steps come before the model, which sees what they make. The run is the first one whose model
/// the arms share. A user's own layers may be half written, and nothing has loaded a module.
std::optional<Misfit> misfitOf(const CheckedExperiment& checked)
{
    if (!checked.plans)
        return std::nullopt;
    const auto plan = std::ranges::find(*checked.plans, false, &RunPlan::modelOfArm);
    if (plan == checked.plans->end())
        return std::nullopt;
    if (const auto step = wrongStep(checked.problems); step && *step < plan->data.preprocess.size())
        return Misfit{.plan = *plan, .step = step};
    const std::string& model = plan->model.model.name;
    const bool isWrong = std::ranges::any_of(checked.problems, [](const Error& problem) {
        return problem.place == kModelPlace
               || problem.place.starts_with(std::string(kModelPlace) + '/');
    });
    if (isWrong && model != kOwnLayers && model != kTorchScript)
        return Misfit{.plan = *plan, .step = std::nullopt};
    return std::nullopt;
}

/// What would help.
struct Help
{
    const NamedPart* model = nullptr;
    bool dropsStep = false;
};

Help helpFor(Misfit misfit, RunData& data)
{
    if (misfit.step)
        misfit.plan.data.preprocess.resize(*misfit.step); // what that step sees
    const auto dataset = data.dataset(misfit.plan);
    if (!dataset)
        return {};
    const SampleShape& shape = (*dataset)->train.shape;
    if (misfit.step)
        return {.dropsStep = shape.height == 1 && shape.width == 1};
    if (planNetwork(misfit.plan, **dataset))
        return {};
    const auto shards = data.shards(misfit.plan, **dataset);
    return {.model = fittingModel(
                misfit.plan, **dataset, shards ? std::optional(shards->size()) : std::nullopt)};
}

/// No help where LibTorch or the memory allocator throws.
Help guardedHelpFor(const Misfit& misfit, RunData& data)
{
    Help help;
    const auto failure =
        failureOf("Looking for what fits the data", [&] { help = helpFor(misfit, data); });
    return failure ? Help() : help;
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
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        m_job.cancel();
        m_bar.withdraw();
    });
}

void ModelOffer::look()
{
    m_job.cancel();
    if (m_document.isChecking() || m_check.isPending())
        return; // what is offered stays until the answer has come
    const std::optional<Misfit> misfit = misfitOf(m_document.checked());
    if (!misfit)
        return m_bar.withdrawIf(m_document.checked().problems.empty());
    const Registry& known = m_document.registry();
    const auto titleOf = [](std::span<const NamedPart> parts, const std::string& name) {
        const NamedPart* part = findPart(parts, name);
        return fromCore(part ? part->title : std::string_view(name));
    };
    const QString data = titleOf(known.datasets, misfit->plan.data.dataset.name);
    const std::vector<Part>& steps = misfit->plan.data.preprocess;
    const QString model = titleOf(known.models, misfit->plan.model.model.name);
    const QString step =
        misfit->step ? titleOf(known.preprocessSteps, steps[*misfit->step].name) : QString();
    const std::string place = steps.size() < 2
                                  ? std::string(kStepsPlace)
                                  : itemPointer(std::string(kStepsPlace), misfit->step.value_or(0));
    m_job.run(
        [misfit = *misfit, data = m_data] { return guardedHelpFor(misfit, *data); },
        [this, data, model, step, place, text = m_document.text()](const Help& help) {
            m_for = text;
            if (help.model) {
                m_label = tr("Change the model");
                m_change = {.pointer = std::string(kModelPlace),
                            .value = jsonObject({{"name", help.model->name}})};
                offer(tr("The model %1 does not fit the data set %2.").arg(model, data),
                      tr("Use %1").arg(fromCore(help.model->title)),
                      tr("Replace the model with one that fits %1").arg(data));
            } else if (help.dropsStep) {
                m_label = tr("Drop a step");
                m_change = {.pointer = place, .value = std::nullopt};
                offer(tr("The preprocessing step %1 does not fit the data set %2.").arg(step, data),
                      tr("Drop the step"),
                      tr("Take this step out of the experiment"));
            } else {
                m_bar.hide();
            }
        });
}

void ModelOffer::offer(const QString& sentence, const QString& choice, const QString& tip)
{
    m_bar.offer(sentence, {{.text = choice, .tip = tip, .act = [this] { take(); }}});
}

void ModelOffer::take()
{
    if (m_document.text() == m_for) // else the next check looks again
        (void)m_document.apply(m_label, {m_change});
}

} // namespace coterie::ui
