#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/reporter_kinds.h"

#include <utility>

namespace coterie::cli {

namespace {

class TerminalReporter final : public RunReporter
{
private:
    void started(const RunHeader&, const std::string& label) override
    {
        m_label = label;
        m_news.clear();
    }

    void
    measured(std::int64_t, const RoundReport&, const std::vector<NamedMetric>& metrics) override
    {
        if (std::string news = roundSummary(metrics); !news.empty())
            m_news = std::move(news);
    }

    void ended(std::int64_t run, const Known& known) override
    {
        m_line.printAbove(joined(endText(run, known), known.outcome->reason.empty() ? m_news : "")
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
            m_line.show(progress(), joined(m_label, m_news));
    }

    void finish() override { m_line.clear(); }

    ProgressLine m_line;
    std::string m_label;
    std::string m_news;
};

} // namespace

std::unique_ptr<RunReporter> makeTerminalReporter()
{
    return std::make_unique<TerminalReporter>();
}

} // namespace coterie::cli
