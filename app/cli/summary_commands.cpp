#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/known_runs.h"
#include "core/summary/findings.h"
#include "core/summary/html_report.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace coterie::cli {

namespace {

bool isPdf(const std::string& file)
{
    std::string ending = std::filesystem::path(file).extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return ending == ".pdf";
}

} // namespace

Outcome runHtml(Arguments& arguments)
{
    const std::string file = arguments.value("--out").value_or("");
    if (file.empty())
        return refuse("html needs --out FILE, or --out - for standard output");
    if (isPdf(file))
        return refuse(fail("--out",
                           inQuotes(file)
                               + ": html writes a web page, not a PDF; name a file that ends in "
                                 ".html. The window writes a PDF: Write a report, in Compare")
                          .error);
    const ReportStyle style =
        *reportStyle(arguments.value("--template").value_or("appendix")); // checked as a word
    const bool ofExperiment = namesExperiment(arguments);
    for (const char* const option : {"--set", "--arm", "--seed"})
        if (arguments.has(option) && !ofExperiment)
            return refuse(std::string(option) + " chooses among the runs of an experiment");
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    std::vector<ReportedRuns> reported;
    if (ofExperiment) {
        COTERIE_TRY(std::vector<RunRow> rows, runsOfExperiment(*store, arguments));
        const std::string name = rows.front().experimentName;
        COTERIE_TRY(const std::vector<std::int64_t> leftOut,
                    takeOutChanged(*store, name, rows)); // as in a report
        if (!leftOut.empty())
            complain(leftOutText(leftOut));
        COTERIE_TRY(const Experiment experiment, readStoredExperiment(*store, arguments));
        reported = {{.name = name, .runs = std::move(rows), .json = writeExperiment(experiment)}};
    } else {
        COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
        reported = byDesign(rows);
    }
    COTERIE_TRY(const std::string page, htmlReport(*store, reported, registry(), style));
    if (file == "-") {
        // A terminal is no place for a stranger's escapes, another program is.
        (isatty(STDOUT_FILENO) != 0 ? print : printRaw)(page);
        return kDone;
    }
    COTERIE_CHECK(writeFileAtomically(file, [&page](std::ostream& out) -> Result<void> {
        out << page;
        return {};
    }));
    return kDone;
}

Outcome runExplain(Arguments& arguments)
{
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
    std::string text;
    for (const RunRow& row : rows) {
        if (!row.hasRounds)
            return refuse(fail("run " + std::to_string(row.id), "has no round to explain").error);
        COTERIE_TRY(const std::vector<Finding> findings, findingsOf(*store, row));
        if (arguments.has("--json")) {
            for (const Finding& each : findings)
                printJsonLine(jsonObject({{"run", row.id},
                                          {"rule", std::string(each.rule)},
                                          {"sentence", each.sentence},
                                          {"round", each.evidence.round},
                                          {"clients", jsonList(each.evidence.clients)}}));
            continue;
        }
        text += "Run " + std::to_string(row.id) + " (" + row.experimentName + ", " + row.arm
                + ", seed " + std::to_string(row.seed) + (row.sweep.empty() ? "" : ", " + row.sweep)
                + ")\n";
        if (findings.empty())
            text += "  Nothing stands out.\n";
        for (const Finding& each : findings)
            text +=
                "  - " + each.sentence + " [round " + std::to_string(each.evidence.round) + "]\n";
    }
    return arguments.has("--json") ? kDone : printed(text);
}

} // namespace coterie::cli
