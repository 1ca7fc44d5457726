#include "core/summary/figure_table.h"

#include "core/base/try.h"
#include "core/summary/figure_lines.h"

#include <algorithm>

namespace coterie {

namespace {

void writeLines(const FigureDesign& figure, const std::vector<FigureLine>& lines, CsvWriter& csv)
{
    csv.row("figure", "line", "x", "mean", "sd", "seeds_count");
    for (const FigureLine& line : lines)
        for (const FigurePoint& point : line.points)
            csv.row(figure.title,
                    line.name,
                    point.x,
                    point.mean,
                    line.hasDeviation ? std::optional(point.deviation) : std::nullopt,
                    point.runs > 0 ? std::optional(point.runs) : std::nullopt);
}

struct FigureWriter
{
    RunStore& store;
    const FigureDesign& figure;
    std::span<const RunRow> runs; ///< in the order in which the window lists them
    CsvWriter& csv;
};

Result<void> writeLines(const FigureWriter& writer)
{
    COTERIE_TRY(const std::vector<FigureLine> lines,
                figureLines(writer.store, writer.figure, writer.runs));
    writeLines(writer.figure, lines, writer.csv);
    return {};
}

Result<void> writeScatter(const FigureWriter& writer)
{
    const ScatterFigure figure = scatterFigure(writer.figure);
    writer.csv.row("figure", "line", "seed", "round", "client", "x", "y");
    bool isThere = false;
    for (const RunRow& run : writer.runs) {
        COTERIE_TRY(const auto rounds, writer.store.reports(run.id, 0, -1, false));
        for (const ClientPoint& point : clientPoints(rounds, figure)) {
            writer.csv.row(writer.figure.title,
                           lineName(run),
                           run.seed,
                           point.round,
                           point.client,
                           point.x,
                           point.y);
            isThere = true;
        }
    }
    if (!isThere)
        return notRecorded(writer.figure,
                           "both “" + figure.x + "” and “" + figure.y + "” of a client");
    return {};
}

/// Each seed has a split of its own; that of the first run is drawn.
Result<void> writeHeatMap(const FigureWriter& writer)
{
    for (const RunRow& run : writer.runs) {
        COTERIE_TRY(const FederationFacts facts, writer.store.facts(run.id));
        const std::size_t classes = shownClasses(facts);
        if (classes == 0)
            continue;
        writer.csv.row("figure", "seed", "client", "class", "samples_count");
        for (std::size_t client = 0; client < facts.classCounts.size(); ++client) {
            const std::vector<std::int64_t>& counts = facts.classCounts[client];
            for (std::size_t label = 0; label < std::min(classes, counts.size()); ++label)
                writer.csv.row(writer.figure.title, run.seed, client, label, counts[label]);
        }
        return {};
    }
    return fail(writer.figure.title, "the data of these runs have no classes to count");
}

} // namespace

Result<void> writeFigureCsv(RunStore& store,
                            const FigureDesign& figure,
                            std::vector<RunRow> runs,
                            std::ostream& out,
                            CsvReader reader)
{
    sortForFigure(runs);
    CsvWriter csv(out, reader);
    const FigureWriter writer{.store = store, .figure = figure, .runs = runs, .csv = csv};
    const std::string& kind = figure.drawing.name;
    COTERIE_CHECK(hasLines(figure)    ? writeLines(writer)
                  : kind == "scatter" ? writeScatter(writer)
                                      : writeHeatMap(writer));
    csv.flush();
    return {};
}

Result<void> writeFigureCsv(const FigureDesign& figure, std::ostream& out, CsvReader reader)
{
    COTERIE_TRY(const std::vector<FigureLine> lines, figureLines(figure));
    CsvWriter csv(out, reader);
    writeLines(figure, lines, csv);
    csv.flush();
    return {};
}

} // namespace coterie
