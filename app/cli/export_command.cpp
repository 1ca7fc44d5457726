#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/run/known_runs.h"
#include "core/run/open_bundle.h"
#include "core/store/bundle.h"
#include "core/store/exports.h"
#include "core/summary/tensorboard.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <streambuf>
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
    return table.text();
}

Result<std::string> chosenExport(const Arguments& arguments)
{
    const std::string what = arguments.value("--what").value_or("");
    if (what == kBundleKind || what == kTensorBoardKind)
        return what;
    std::vector<std::string_view> names{"list", kBundleKind, kTensorBoardKind};
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

    if (kind == kBundleKind || kind == kTensorBoardKind) {
        if (file == "-" || arguments.has("--spreadsheet"))
            return refuse((kind == kBundleKind ? "a bundle" : "--what tensorboard")
                          + std::string(" needs --out FOLDER and no --spreadsheet"));
        COTERIE_CHECK(kind == kBundleKind ? exportBundle(*store, idsOf(rows), file)
                                          : exportTensorBoard(*store, idsOf(rows), file));
        return kDone;
    }
    if (isOverSeeds(kind))
        COTERIE_CHECK(tellUnfinished(rows));
    const auto write = [&](std::ostream& out) {
        return exportRowsCsv(*store, kind, std::move(rows), out, csvReader(arguments));
    };
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
    std::string text;
    if (!runs.added.empty())
        text += "Imported as " + runsText(runs.added) + ".\n";
    if (!runs.known.empty())
        text += "Stored already, with the same numbers: " + runsText(runs.known)
                + (runs.added.empty() ? ". Nothing was changed.\n" : ".\n");
    return printed(text);
}

} // namespace coterie::cli
