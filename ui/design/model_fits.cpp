#include "ui/design/model_fits.h"

#include "core/experiment/module_settings.h"
#include "core/run/network_fits.h"
#include "core/run/prepare_run.h"
#include "ui/design/experiment_document.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr std::size_t kUsualClients = 10; ///< no method is judged by their number

bool asksTheSame(const RunPlan& one, const RunPlan& other)
{
    return one.model == other.model && one.data.dataset == other.data.dataset
           && one.data.preprocess == other.data.preprocess;
}

QString titlesOf(std::span<const NetworkFits::Refusal> refusals)
{
    QStringList titles;
    for (const NetworkFits::Refusal& each : refusals)
        titles << fromCore(each.title);
    return titles.join(QStringLiteral(", "));
}

} // namespace

ModelFits::ModelFits(ExperimentDocument& document, std::shared_ptr<RunData> runData)
    : m_document(document)
    , m_data(std::move(runData))
{
    setObjectName(QStringLiteral("modelFits"));
    setWordWrap(true);
    setForegroundRole(QPalette::PlaceholderText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    hide();
}

void ModelFits::renew()
{
    const auto& plans = m_document.checked().plans;
    if (!plans)
        return; // the last answer is about what was there before a mistake
    const auto plan = std::ranges::find(*plans, false, &RunPlan::modelOfArm);
    // Every arm has a model of its own, or it is a module, which nothing has loaded.
    if (plan == plans->end() || plan->model.model.name == kTorchScript) {
        m_of.reset();
        m_job.cancel();
        return hide();
    }
    if (m_of && asksTheSame(*m_of, *plan))
        return;
    m_of = *plan;
    m_job.run(
        [plan = *plan, data = m_data] {
            const auto dataset = data->samplesToDeal(plan);
            return dataset ? networkFits(
                       plan, (*dataset)->train.shape, (*dataset)->classes, kUsualClients)
                           : networkFits(plan, std::nullopt, 0, kUsualClients);
        },
        [this](const NetworkFits& fits) { tell(fits); });
}

void ModelFits::readDataAgain()
{
    m_of.reset();
    renew();
}

void ModelFits::tell(const NetworkFits& fits)
{
    QStringList titles;
    for (const std::string_view title : fits.datasets)
        titles << fromCore(title);
    QStringList lines{titles.isEmpty()
                          ? tr("Fits no data set of the catalogue as it is.")
                          : tr("Fits the data sets %1.").arg(titles.join(QStringLiteral(", ")))};
    if (!fits.otherMethods.empty())
        lines << tr("Does not go with %1.").arg(titlesOf(fits.otherMethods));
    else if (fits.methodsAreTried)
        lines << tr("Goes with every algorithm and sampler.");
    setText(lines.join(u'\n'));
    QStringList reasons;
    for (const auto* refusals : {&fits.otherMethods, &fits.otherDatasets})
        for (const NetworkFits::Refusal& each : *refusals)
            reasons << tr("%1: %2").arg(fromCore(each.title), toQString(each.why));
    setToolTip(reasons.join(u'\n'));
    show();
}

} // namespace coterie::ui
