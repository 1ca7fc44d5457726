#include "app/cli/run_reporter.h"

#include "app/cli/output.h"
#include "app/cli/reporter_kinds.h"
#include "core/run/run_label.h"
#include "core/store/enum_words.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace coterie::cli {

namespace {

std::optional<double> find(const std::vector<NamedMetric>& metrics, std::string_view name)
{
    const auto place = std::ranges::find(metrics, name, &NamedMetric::name);
    return place == metrics.end() ? std::nullopt : std::optional(place->value);
}

} // namespace

std::string joined(std::string first, const std::string& second)
{
    return first.empty() || second.empty() ? first + second : first + ", " + second;
}

std::string runName(std::int64_t run, const std::string& label)
{
    return "Run " + std::to_string(run) + (label.empty() ? "" : " (" + label + ")");
}

std::string endText(std::int64_t run, const RunReporter::Known& known)
{
    const RunOutcome& outcome = *known.outcome;
    std::string text = runName(run, known.label) + ' ' + std::string(word(outcome.status))
                       + " after " + std::to_string(outcome.roundsDone)
                       + (outcome.roundsDone == 1 ? " round" : " rounds");
    if (!outcome.reason.empty())
        text += ": " + outcome.reason;
    return text;
}

std::string roundSummary(const std::vector<NamedMetric>& metrics)
{
    struct Shown
    {
        std::string_view name;
        std::string_view before;
        int decimals;
        std::string_view after;
        std::string_view insteadOf; // shown only where this one is missing
    };
    constexpr std::array kShown{Shown{"meanTestError", "test error ", 2, " %", ""},
                                Shown{"meanTestLoss", "test loss ", 4, "", ""},
                                Shown{"globalTestLoss", "global test loss ", 4, "", "meanTestLoss"},
                                Shown{"meanTrainLoss", "training loss ", 4, "", "meanTestLoss"},
                                Shown{"pooledTrainLoss", "training loss ", 4, "", "meanTestLoss"}};
    std::string text;
    for (const Shown& shown : kShown) {
        const std::optional<double> value = find(metrics, shown.name);
        if (value && (shown.insteadOf.empty() || !find(metrics, shown.insteadOf)))
            text = joined(text,
                          std::string(shown.before) + numberText(*value, shown.decimals)
                              + std::string(shown.after));
    }
    return text;
}

void RunReporter::runStarted(const RunHeader& header)
{
    const std::scoped_lock lock(m_mutex);
    const std::string label = runLabel(header.plan);
    m_runs[header.id] = {.label = label, .outcome = {}};
    m_tracker.emplace(header.facts);
    started(header, label);
}

void RunReporter::roundFinished(std::int64_t run, const std::shared_ptr<const RoundReport>& report)
{
    const std::scoped_lock lock(m_mutex);
    if (m_tracker)
        measured(run, *report, m_tracker->add(*report));
}

void RunReporter::runEnded(std::int64_t run, const RunOutcome& outcome)
{
    const std::scoped_lock lock(m_mutex);
    Known& known = m_runs[run];
    known.outcome = outcome;
    ended(run, known);
}

void RunReporter::progressed(const QueueProgress& progress)
{
    const std::scoped_lock lock(m_mutex);
    m_progress = progress;
    redraw();
}

void RunReporter::queueEnded()
{
    const std::scoped_lock lock(m_mutex);
    m_over = true;
    finish();
}

void RunReporter::troubled(const std::string& sentence)
{
    const std::scoped_lock lock(m_mutex);
    tell(sentence);
}

void RunReporter::tick()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_over)
        redraw();
}

void RunReporter::say(const std::string& sentence)
{
    const std::scoped_lock lock(m_mutex);
    tell(sentence);
}

bool RunReporter::isOver() const
{
    const std::scoped_lock lock(m_mutex);
    return m_over;
}

std::unique_ptr<RunReporter> makeReporter(bool json)
{
    if (json)
        return makeJsonReporter();
    return isatty(STDOUT_FILENO) != 0 ? makeTerminalReporter() : makePlainReporter();
}

} // namespace coterie::cli
