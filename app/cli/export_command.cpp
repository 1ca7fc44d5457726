#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/run/export_models.h"
#include "core/run/known_runs.h"
#include "core/run/open_bundle.h"
#include "core/run/submitted_tasks.h"
#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "core/summary/figure_numbers.h"
#include "core/summary/figure_table.h"
#include "core/summary/tensorboard.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <ostream>
#include <set>
#include <streambuf>
#include <tuple>
#include <unistd.h>

namespace coterie::cli {

namespace {

/// How many bytes at the end of a text begin a letter that goes on after it.
std::size_t unfinished(std::string_view text)
{
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte >= 0xc0) // begins a letter of 2, 3 or 4 bytes
            return back < (byte >= 0xf0 ? 4U : byte >= 0xe0 ? 3U : 2U) ? back : 0;
        if (byte < 0x80)
            return 0;
    }
    return 0;
}

/// Standard output as a std::ostream.
class OutputBuffer final : public std::streambuf
{
public:
    OutputBuffer() { setp(m_bytes.data(), m_bytes.data() + m_bytes.size()); }
    ~OutputBuffer() override { send(); }
    OutputBuffer(const OutputBuffer&) = delete;
    OutputBuffer& operator=(const OutputBuffer&) = delete;

protected:
    int_type overflow(int_type letter) override
    {
        if (!send(unfinished({pbase(), static_cast<std::size_t>(pptr() - pbase())})))
            return traits_type::eof();
        if (!traits_type::eq_int_type(letter, traits_type::eof()))
            sputc(traits_type::to_char_type(letter));
        return traits_type::not_eof(letter);
    }
    int sync() override { return send() ? 0 : -1; }

private:
    /// All but the last `kept` bytes, which stay at the beginning.
    bool send(std::size_t kept = 0)
    {
        const auto sent = static_cast<std::size_t>(pptr() - pbase()) - kept;
        // A terminal is no place for a stranger's escapes, another program is.
        (isatty(STDOUT_FILENO) != 0 ? print : printRaw)({pbase(), sent});
        std::copy_n(pbase() + sent, kept, pbase());
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
        pbump(static_cast<int>(kept));
        return !outputClosed() && outputProblem().empty();
    }

    std::array<char, 1U << 16U> m_bytes{};
};

constexpr std::string_view kBundleKind = "bundle"; ///< all tables at once
constexpr std::string_view kTensorBoardKind = "tensorboard";
constexpr std::string_view kModelsKind = "models";
constexpr std::string_view kFigureKind = "figure"; ///< of an experiment that describes it

std::string kindTable()
{
    Table table({left("table"), wrapping("one row per")});
    for (const ExportKind& kind : exportKinds())
        table.add({std::string(kind.name), std::string(kind.meaning)});
    table.add({std::string(kBundleKind),
               "(a folder) the tables of single runs but the timings, the experiment and what "
               "`import` needs"});
    table.add(
        {std::string(kTensorBoardKind), "(a folder) an event file with the metrics of each run"});
    table.add(
        {std::string(kModelsKind),
         "(a folder) the models that one run ended with, as .safetensors files, and a model.py "
         "that builds the network for them in PyTorch"});
    table.add({std::string(kFigureKind),
               "point of the figure that the experiment describes and --figure names"});
    return table.text();
}

Result<std::string> chosenExport(const Arguments& arguments)
{
    const std::string what = arguments.value("--what").value_or("");
    std::vector<std::string_view> names{"list"};
    for (const std::string_view name : {kBundleKind, kTensorBoardKind, kModelsKind, kFigureKind}) {
        if (what == name)
            return what;
        names.push_back(name);
    }
    for (const ExportKind& kind : exportKinds()) {
        if (kind.name == what)
            return what;
        names.push_back(kind.name);
    }
    return unknownName("--what", what, names);
}

bool isOverSeeds(const std::string& what)
{
    const auto kind = std::ranges::find(exportKinds(), what, &ExportKind::name);
    return kind != exportKinds().end() && kind->isOverSeeds;
}

/// Says which runs a table over seeds leaves out, which must not be all of them.
Result<void> tellUnfinished(const std::vector<RunRow>& rows)
{
    std::vector<std::int64_t> unfinished;
    for (const RunRow& row : rows)
        if (row.status != RunStatus::Finished)
            unfinished.push_back(row.id);
    if (!rows.empty() && unfinished.size() == rows.size())
        return fail("export",
                    "none of these runs has finished, and this table is of finished runs");
    if (!unfinished.empty())
        complain("Left out: " + runsText(unfinished)
                 + (unfinished.size() > 1 ? ", which have" : ", which has") + " not finished.");
    return {};
}

/// "no figure “X”; …: 1 “Error over rounds”, 2 “Classes”".
Unexpected<Error> noFigure(const std::vector<FigureDesign>& figures, const std::string& why)
{
    std::string text = why + "; the experiment describes ";
    for (std::size_t i = 0; i < figures.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(i + 1) + " “" + figures[i].title + "”";
    return fail("--figure", text);
}

/// By its title or its number. It may be left out where there is only one.
Result<FigureDesign, Problems> chosenFigure(const Arguments& arguments)
{
    COTERIE_TRY(const Experiment experiment, readExperimentFile(arguments));
    const std::vector<FigureDesign>& figures = experiment.figures;
    if (figures.empty())
        return PassedOn{
            fail(arguments.operands.front(), "the experiment describes no figure").error};
    const std::optional<std::string> wanted = arguments.value("--figure");
    if (!wanted) {
        if (figures.size() == 1)
            return figures.front();
        return PassedOn{noFigure(figures, "name one of the figures").error};
    }
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (figures[i].title == *wanted)
            return figures[i];
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (std::to_string(i + 1) == *wanted)
            return figures[i];
    return PassedOn{noFigure(figures, "there is no figure “" + *wanted + "”").error};
}

/// The runs that the figure is drawn of. Says what is left out and what is missing.
Result<std::vector<RunRow>>
runsOfFigure(const FigureDesign& figure, const Arguments& arguments, std::vector<RunRow> rows)
{
    std::erase_if(rows, [&](const RunRow& row) { return !isDrawn(figure, row.arm); });
    const RunsForFigure runs =
        runsForFigure(rows, rows.empty() ? std::string() : rows.front().experimentDesign);
    if (runs.chosen.empty())
        return fail(figure.title,
                    "no run of the figure's arms is finished and without changes by hand");
    if (runs.leftOut > 0)
        complain("Left out: " + std::to_string(runs.leftOut)
                 + (runs.leftOut == 1 ? " run that is" : " runs that are")
                 + " not finished, changed by hand or computed again later.");
    if (const Result<Experiment, Problems> experiment = readExperimentFile(arguments))
        if (const Result<std::vector<RunPlan>> plans = chosenPlans(*experiment, arguments)) {
            std::set<std::tuple<std::string, std::string, std::uint64_t>> there;
            for (const RunRow& row : rows)
                if (runs.chosen.contains(row.id))
                    there.emplace(row.arm, row.sweep, row.seed);
            std::size_t wanted = 0;
            std::size_t found = 0;
            for (const RunPlan& plan : *plans)
                if (isDrawn(figure, plan.armName)) {
                    ++wanted;
                    found += there.contains({plan.armName, sweepText(plan.sweep), plan.seed});
                }
            if (found < wanted)
                complain(std::to_string(found) + " of " + std::to_string(wanted)
                         + " runs of the figure are finished.");
        }
    std::erase_if(rows, [&](const RunRow& row) { return !runs.chosen.contains(row.id); });
    return rows;
}

using Write = std::function<Result<void>(std::ostream& out)>;

/// To the file, or for "-" to standard output.
Outcome writeTo(const std::string& file, const Write& write)
{
    if (file != "-") {
        COTERIE_CHECK(writeFileAtomically(file, write));
        return kDone;
    }
    Result<void> written;
    {
        OutputBuffer buffer;
        std::ostream out(&buffer);
        written = write(out);
    }
    // A closed pipe (`| head`) is no failure; main reports a full disk.
    if (written || outputClosed() || !outputProblem().empty())
        return kDone;
    return refuse(written.error());
}

} // namespace

Outcome runExport(Arguments& arguments)
{
    if (arguments.value("--what") == "list")
        return printed(kindTable());
    COTERIE_TRY(const std::string kind, chosenExport(arguments));
    if (!arguments.has("--out"))
        return refuse("export needs --out FILE, or --out - for standard output");
    const std::string file = arguments.value("--out").value_or("");
    if (file.empty())
        return refuse("the name after --out is empty");
    const bool ofExperiment = namesExperiment(arguments);
    if (arguments.has("--all") != arguments.operands.empty())
        return refuse("export needs runs, an experiment or --all");
    for (const char* const option : {"--set", "--arm", "--seed"})
        if (arguments.has(option) && !ofExperiment)
            return refuse(std::string(option) + " chooses among the runs of an experiment");
    if (arguments.has("--figure") && kind != kFigureKind)
        return refuse("--figure goes with --what figure");
    std::optional<FigureDesign> figure;
    if (kind == kFigureKind) {
        if (!ofExperiment)
            return refuse("--what figure needs an experiment, which describes the figure");
        COTERIE_TRY(figure, chosenFigure(arguments));
        if (!needsRuns(*figure))
            return writeTo(file, [&](std::ostream& out) {
                return writeFigureCsv(*figure, out, csvReader(arguments));
            });
    }

    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    std::vector<RunRow> rows;
    if (ofExperiment) {
        COTERIE_TRY(rows, runsOfExperiment(*store, arguments));
        COTERIE_TRY(const std::vector<std::int64_t> leftOut,
                    takeOutChanged(*store, rows.front().experimentName, rows)); // as in a report
        if (!leftOut.empty())
            complain(leftOutText(leftOut));
    } else {
        COTERIE_TRY(rows,
                    arguments.has("--all") ? store->runs() : namedRuns(*store, arguments.operands));
    }

    if (kind == kBundleKind || kind == kTensorBoardKind || kind == kModelsKind) {
        if (file == "-" || arguments.has("--spreadsheet"))
            return refuse((kind == kBundleKind ? "a bundle" : "--what " + kind)
                          + std::string(" needs --out FOLDER and no --spreadsheet"));
        if (kind == kModelsKind && rows.size() != 1)
            return refuse("--what models takes one run (" + std::to_string(rows.size())
                          + " are chosen); name it by its number");
        if (kind == kModelsKind) {
            COTERIE_CHECK(exportModels(*store, rows.front().id, file));
            return kDone;
        }
        COTERIE_CHECK(kind == kBundleKind ? exportBundle(*store, idsOf(rows), file)
                                          : exportTensorBoard(*store, idsOf(rows), file));
        return kDone;
    }
    if (isOverSeeds(kind))
        COTERIE_CHECK(tellUnfinished(rows));
    if (figure) {
        COTERIE_TRY(rows, runsOfFigure(*figure, arguments, std::move(rows)));
    }
    const auto write = [&](std::ostream& out) {
        if (figure)
            return writeFigureCsv(*store, *figure, std::move(rows), out, csvReader(arguments));
        return exportRowsCsv(*store, kind, std::move(rows), out, csvReader(arguments));
    };
    return writeTo(file, write);
}

namespace {

/// What became of runs from elsewhere.
std::string broughtText(const std::string& done,
                        const std::vector<std::int64_t>& added,
                        const std::vector<std::int64_t>& known,
                        const std::string& remark = {})
{
    std::string text;
    if (!added.empty())
        text += done + " as " + runsText(added) + ".\n";
    if (!known.empty())
        text += "Stored already, with the same numbers: " + runsText(known) + '.' + remark + '\n';
    return text;
}

/// A file, or those of a folder: 2.sqlite before 10.sqlite, and not the one that is merged into.
Result<void> addStores(const std::filesystem::path& named,
                       const std::filesystem::path& into,
                       std::vector<std::filesystem::path>& stores)
{
    std::error_code problem;
    if (!std::filesystem::is_directory(named, problem)) {
        stores.push_back(named);
        return {};
    }
    std::vector<std::filesystem::path> found;
    std::error_code isNoFile; // such as one that is still to be made
    for (const auto& entry : std::filesystem::directory_iterator(named, problem))
        if (entry.path().extension() == ".sqlite"
            && !std::filesystem::equivalent(entry.path(), into, isNoFile))
            found.push_back(entry.path());
    if (problem)
        return fail(named.string(), "cannot be read (" + problem.message() + ")");
    if (found.empty())
        return fail(named.string(),
                    "the folder has no run store to take from (no file that ends in .sqlite)");
    std::ranges::sort(found, {}, [](const std::filesystem::path& file) {
        return std::pair(file.native().size(), file.native());
    });
    stores.insert(stores.end(), found.begin(), found.end());
    return {};
}

} // namespace

Outcome runImport(Arguments& arguments)
{
    COTERIE_TRY(const BundleFiles bundle, openBundle(arguments.operands.front()));
    COTERIE_TRY(const std::unique_ptr<RunStore> store, RunStore::open(databaseFile(arguments)));
    COTERIE_TRY(const ImportedRuns runs, store->importBundle(bundle, registry()));
    if (arguments.has("--json")) {
        printJsonLine(jsonObject({{"database", store->file().string()},
                                  {"added", jsonList(runs.added)},
                                  {"known", jsonList(runs.known)}}));
        return kDone;
    }
    return printed(broughtText(
        "Imported", runs.added, runs.known, runs.added.empty() ? " Nothing was changed." : ""));
}

Outcome runMerge(Arguments& arguments)
{
    std::vector<std::filesystem::path> others;
    std::filesystem::path into = databaseFile(arguments);
    std::size_t live = 0;
    for (const std::string& named : arguments.operands) {
        if (!Submission::isIn(named)) {
            COTERIE_CHECK(addStores(named, into, others));
            continue;
        }
        COTERIE_TRY(const Submission submission, Submission::read(named));
        COTERIE_TRY(const EndedTasks ended, endedTasks(submission));
        others.insert(others.end(), ended.stores.begin(), ended.stores.end());
        live += ended.live;
        if (arguments.operands.size() == 1 && !arguments.has("--db"))
            into = submission.store;
    }
    COTERIE_TRY(const std::unique_ptr<RunStore> store, RunStore::open(into));
    COTERIE_TRY(const MergedRuns runs, mergeStores(*store, others));
    if (arguments.has("--json")) {
        std::size_t left = 0;
        for (const auto& [file, count] : runs.left)
            left += count;
        printJsonLine(jsonObject({{"database", store->file().string()},
                                  {"added", jsonList(runs.added)},
                                  {"known", jsonList(runs.known)},
                                  {"left", left},
                                  {"liveTasks", live}}));
        return kDone;
    }
    std::string text = broughtText("Merged", runs.added, runs.known);
    for (const auto& [file, count] : runs.left)
        text += "Left in " + file + ", because they can be resumed: " + std::to_string(count)
                + (count == 1 ? " run.\n" : " runs.\n");
    if (live > 0)
        text += "Left for later: " + std::to_string(live)
                + (live == 1 ? " task that waits or runs.\n" : " tasks that wait or run.\n");
    return printed(text.empty() ? "There are no runs to merge.\n" : text);
}

} // namespace coterie::cli
