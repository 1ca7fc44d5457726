#include "app/cli/reporters.h"

#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/base/overloaded.h"
#include "core/base/printable.h"
#include "core/experiment/experiment_write.h"
#include "core/metrics/metric_infos.h"
#include "core/run/prepare_run.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <variant>

namespace coterie::cli {

namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::chrono::milliseconds kShortestPause{100};
constexpr std::string_view kToLineStart = "\r\033[K"; // and erase to the end of the line

std::size_t terminalWidth()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

std::string bar(double share)
{
    const auto full = static_cast<std::size_t>(std::lround(share * static_cast<double>(kBarWidth)));
    std::string text;
    for (std::size_t i = 0; i < kBarWidth; ++i)
        text += i < full ? "█" : "░";
    return text;
}

/// "run 3 of 15, round 41 of 200, 1 min 50 s left"
std::string progressText(const QueueProgress& progress)
{
    std::string text = "run " + std::to_string(progress.run) + " of "
                       + std::to_string(progress.runs) + ", round " + std::to_string(progress.round)
                       + " of " + std::to_string(progress.rounds);
    if (progress.secondsLeft)
        text += ", " + durationText(*progress.secondsLeft) + " left";
    else if (progress.runSecondsLeft) // of what waits nothing is known
        text += ", " + durationText(*progress.runSecondsLeft) + " left for this run";
    return text;
}

/// The last line of a terminal, redrawn at most ten times a second; permanent text is printed above
/// it. Not thread-safe.
class ProgressLine
{
public:
    /// Not drawn if the last drawing is too recent; the next call draws.
    void show(const QueueProgress& progress, std::string news)
    {
        m_text = progressText(progress) + (news.empty() ? "" : ", ") + std::move(news);
        m_share = progressShare(progress);
        if (Clock::now() - m_drawnAt >= kShortestPause)
            draw();
    }

    void printAbove(const std::string& text)
    {
        clear();
        print(text);
        if (!m_text.empty())
            draw();
    }

    void clear()
    {
        if (m_drawn)
            printRaw(kToLineStart);
        m_drawn = false;
    }

private:
    using Clock = std::chrono::steady_clock;

    void draw()
    {
        // The last column stays empty: a character there makes some terminals begin a new line.
        // Escapes take columns, so they come before the width is measured.
        const std::string line = bar(m_share) + ' ' + printable(m_text, LineEnds::Escape);
        printRaw(kToLineStart);
        print(shortened(line, terminalWidth() - 1));
        m_drawn = true;
        m_drawnAt = Clock::now();
    }

    std::string m_text; ///< empty: nothing to show
    double m_share = 0;
    bool m_drawn = false;
    Clock::time_point m_drawnAt{};
};

/// Joined by a comma if neither is empty.
std::string both(std::string first, const std::string& second)
{
    return first.empty() || second.empty() ? first + second : first + ", " + second;
}

/// "Run 3 (FedAvg, seed 1)".
std::string runName(std::int64_t run, const std::string& label)
{
    const std::string line = printable(label, LineEnds::Escape); // of a stranger's plan
    return "Run " + std::to_string(run) + (line.empty() ? "" : " (" + line + ")");
}

/// "Run 3 (FedAvg, seed 1) finished after 20 rounds".
std::string endText(const RunEnded& end, const std::string& label)
{
    const RunOutcome& outcome = end.outcome;
    const std::string reason = printable(outcome.reason, LineEnds::Escape);
    return runName(end.run, label) + ' ' + std::string(word(outcome.status)) + " after "
           + std::to_string(outcome.roundsDone) + (outcome.roundsDone == 1 ? " round" : " rounds")
           + (reason.empty() ? "" : ": ") + reason;
}

/// A round in one line: "test error 12.31 %, test loss 0.4120".
std::string roundSummary(const Metrics& metrics)
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
        const std::optional<double> value = findMetric(metrics, shown.name);
        if (value && (shown.insteadOf.empty() || !findMetric(metrics, shown.insteadOf)))
            text = both(text,
                        std::string(shown.before) + numberText(*value, shown.decimals)
                            + std::string(shown.after));
    }
    return text;
}

} // namespace

void RunReporter::observe(const QueueEvent& event)
{
    const std::scoped_lock lock(m_mutex);
    std::visit(
        Overloaded{[this](const RunHeader& header) {
                       noteNews();
                       const std::string& label = m_labels[header.id] = runLabel(header.plan);
                       started(header, label);
                   },
                   [](const PlanChanged&) {},
                   [](const QueueChanged&) {},
                   [this](const RoundFinished& round) {
                       noteNews();
                       for (const Event& each : round.report->events)
                           if (each.severity == Severity::Warning)
                               tell(runName(round.run, m_labels[round.run]) + ": " + each.sentence);
                       measured(round.run, *round.report);
                   },
                   [this](const RunEnded& end) {
                       noteNews();
                       ended(end, m_labels[end.run]);
                   },
                   [this](const QueueProgress& progress) {
                       m_progress = progress;
                       redraw();
                   },
                   [this](const Trouble& trouble) {
                       // Every attempt repeats a refusal that lasts.
                       if (std::exchange(m_trouble, trouble.sentence) != trouble.sentence)
                           tell(trouble.sentence);
                   },
                   [this](const QueueEnded&) {
                       m_over = true;
                       finish();
                   }},
        event);
}

void RunReporter::noteNews()
{
    ++m_news;
    m_trouble.clear();
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

int RunReporter::news() const
{
    const std::scoped_lock lock(m_mutex);
    return m_news;
}

namespace {

class PlainReporter final : public RunReporter
{
private:
    void started(const RunHeader& header, const std::string& label) override
    {
        m_rounds = header.plan.rounds;
        print(runName(header.id, label) + (header.resumed ? " resumes" : " starts") + " on "
              + header.environment.device + ": " + countText(header.plan.rounds) + " rounds, "
              + std::to_string(header.facts.trainSamples.size()) + " clients, "
              + countText(header.facts.parameters) + " parameters\n");
    }

    void measured(std::int64_t, const RoundReport& report) override
    {
        constexpr int kLines = 20;
        const int every = std::max(1, (m_rounds + kLines - 1) / kLines);
        if (report.round % every != 0 && report.round != m_rounds)
            return;
        std::string text = "  round " + std::to_string(report.round) + " of "
                           + std::to_string(m_rounds) + ": " + roundSummary(report.metrics);
        if (progress().secondsLeft)
            text += " (" + durationText(*progress().secondsLeft) + " left)";
        print(text + '\n');
    }

    void ended(const RunEnded& end, const std::string& label) override
    {
        print(endText(end, label) + '\n');
    }

    void tell(const std::string& sentence) override { complain(sentence); }

    int m_rounds = 0;
};

class TerminalReporter final : public RunReporter
{
private:
    void started(const RunHeader&, const std::string& label) override
    {
        m_label = label;
        m_news.clear();
    }

    void measured(std::int64_t, const RoundReport& report) override
    {
        if (std::string news = roundSummary(report.metrics); !news.empty())
            m_news = std::move(news);
    }

    void ended(const RunEnded& end, const std::string& label) override
    {
        m_line.printAbove(both(endText(end, label), end.outcome.reason.empty() ? m_news : "")
                          + '\n');
    }

    void tell(const std::string& sentence) override
    {
        m_line.clear();
        complain(sentence);
    }

    void redraw() override
    {
        if (progress().runs > 0)
            m_line.show(progress(), both(m_label, m_news));
    }

    void finish() override { m_line.clear(); }

    ProgressLine m_line;
    std::string m_label;
    std::string m_news;
};

class JsonReporter final : public RunReporter
{
private:
    void started(const RunHeader& header, const std::string&) override
    {
        JsonNode sweep = JsonNode::object();
        for (const SweepPoint& point : header.plan.sweep)
            sweep.add(point.pointer, valueNode(point.value));
        printJsonLine(jsonObject({{"event", "runStarted"},
                                  {"run", header.id},
                                  {"experiment", header.experimentName},
                                  {"arm", header.plan.armName},
                                  {"seed", header.plan.seed},
                                  {"sweep", sweep},
                                  {"resumed", header.resumed},
                                  {"rounds", header.plan.rounds},
                                  {"clients", header.facts.trainSamples.size()},
                                  {"parameters", header.facts.parameters},
                                  {"device", header.environment.device}}));
    }

    void measured(std::int64_t run, const RoundReport& report) override
    {
        JsonNode values = JsonNode::object();
        for (const auto& [name, value] : report.metrics)
            values.add(name, json(value));
        printJsonLine(jsonObject({{"event", "round"},
                                  {"run", run},
                                  {"round", report.round},
                                  {"learningRate", report.learningRate},
                                  {"metrics", values},
                                  {"seconds", report.seconds},
                                  {"secondsLeft", progress().secondsLeft}}));
    }

    void ended(const RunEnded& end, const std::string&) override
    {
        printJsonLine(jsonObject({{"event", "runEnded"},
                                  {"run", end.run},
                                  {"status", word(end.outcome.status)},
                                  {"reason", end.outcome.reason},
                                  {"roundsDone", end.outcome.roundsDone}}));
    }

    void tell(const std::string& sentence) override
    {
        printJsonLine(jsonObject({{"event", "message"}, {"sentence", sentence}}));
    }
};

} // namespace

std::unique_ptr<RunReporter> makeReporter(bool json)
{
    if (json)
        return std::make_unique<JsonReporter>();
    if (isatty(STDOUT_FILENO) != 0)
        return std::make_unique<TerminalReporter>();
    return std::make_unique<PlainReporter>();
}

} // namespace coterie::cli
