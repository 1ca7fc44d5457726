#include "ui/design/run_check.h"

#include "core/run/identify_weights.h"
#include "ui/design/experiment_document.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The drawing of the clients comes first: it follows a slider.
constexpr int kRestMs = 250;
constexpr int kSlowMs = 600;

struct Answer
{
    RunsCheck check;
    std::shared_ptr<const Experiment> identified;
};

} // namespace

RunCheck::RunCheck(ExperimentDocument& document,
                   std::shared_ptr<RunData> data,
                   const DataFolders& folders,
                   QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_data(std::move(data))
    , m_folders(folders)
{
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &RunCheck::begin);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSlowMs);
    connect(&m_soon, &QTimer::timeout, this, &RunCheck::changed);
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        m_of.reset();
        m_consent = {};
    });
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &RunCheck::follow);
}

void RunCheck::checkAgain()
{
    m_answered.reset();
    m_of.reset();
    follow();
}

void RunCheck::allowModules(const CommandConsent& consent)
{
    m_consent = consent;
    checkAgain();
}

void RunCheck::lookForWeights()
{
    if (!m_of || isPending() || !beginWithWeights(*m_of))
        return;
    m_soon.start();
    begin();
}

void RunCheck::follow()
{
    const auto& plans = m_document.checked().plans;
    if (plans && plans == m_of)
        return; // this check's own answer
    const bool isFirst = !m_of;
    m_stop.request_stop();
    m_checking.cancel();
    m_rest.stop();
    m_soon.stop();
    m_of = plans;
    m_lacksData = false;
    if (plans) {
        m_rest.start(isFirst ? 0 : kRestMs);
        m_soon.start();
    }
    emit changed();
}

void RunCheck::begin()
{
    const bool withWeights = beginWithWeights(*m_of); // files that may have come or changed
    if (!withWeights && m_answered
        && std::ranges::equal(*m_answered, *m_of)) { // a name or a description changed
        take(RunsCheck(m_answer), nullptr);
        return;
    }
    m_stop = {};
    const auto work = [plans = m_of,
                       experiment = withWeights ? m_document.checked().experiment : nullptr,
                       data = m_data,
                       folders = m_folders,
                       consent = m_consent,
                       stop = m_stop.get_token()] {
        RunsCheck check = checkRuns(*plans, *data, {}, stop, consent);
        // Where all files are missing, a notice on the page says so; where only some are, the
        // reason why is a problem.
        if (check.missing && hasFiles(plans->front().data.dataset, folders))
            check.problems.push_back(*check.missing);
        Answer answer{.check = std::move(check), .identified = nullptr};
        if (experiment && answer.check.problems.empty() && !stop.stop_requested()) {
            Experiment identified = *experiment;
            if (identifyWeights(identified, folders))
                answer.identified = std::make_shared<const Experiment>(std::move(identified));
        }
        return answer;
    };
    m_checking.run(work, [this](const Answer& answer) { take(answer.check, answer.identified); });
}

void RunCheck::take(const RunsCheck& check, const std::shared_ptr<const Experiment>& identified)
{
    m_answered = m_of;
    m_answer = check;
    m_soon.stop();
    m_lacksData = check.missing.has_value();
    m_document.takeRunProblems(m_of, check.problems, identified);
    emit changed();
}

} // namespace coterie::ui
