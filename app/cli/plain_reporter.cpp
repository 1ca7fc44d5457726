#include "app/cli/output.h"
#include "app/cli/reporter_kinds.h"

#include <algorithm>

namespace coterie::cli {

namespace {

class PlainReporter final : public RunReporter
{
private:
    void started(const RunHeader& header, const std::string& label) override
    {
        m_rounds = header.plan.rounds;
        print(runName(header.id, label) + (header.resumed ? " resumes" : " begins") + " on "
              + header.environment.device + ": " + countText(header.plan.rounds) + " rounds, "
              + std::to_string(header.facts.trainSamples.size()) + " clients, "
              + countText(header.facts.parameters) + " parameters\n");
    }

    void measured(std::int64_t,
                  const RoundReport& report,
                  const std::vector<NamedMetric>& metrics) override
    {
        constexpr int kLines = 20;
        const int every = std::max(1, (m_rounds + kLines - 1) / kLines);
        if (report.round % every != 0 && report.round != m_rounds)
            return;
        std::string text = "  round " + std::to_string(report.round) + " of "
                           + std::to_string(m_rounds) + ": " + roundSummary(metrics);
        if (progress().secondsLeft)
            text += " (" + durationText(*progress().secondsLeft) + " left)";
        print(text + '\n');
    }

    void ended(std::int64_t run, const Known& known) override { print(endText(run, known) + '\n'); }

    void tell(const std::string& sentence) override { complain(sentence); }

    int m_rounds = 0;
};

} // namespace

std::unique_ptr<RunReporter> makePlainReporter()
{
    return std::make_unique<PlainReporter>();
}

} // namespace coterie::cli
