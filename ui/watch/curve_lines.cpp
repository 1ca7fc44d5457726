#include "ui/watch/curve_lines.h"

#include "core/store/store_files.h"
#include "ui/frame/plot_theme.h"
#include "ui/watch/metric_info.h"
#include "ui/watch/run_lines.h"
#include "ui/words.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <tuple>

namespace coterie::ui {

namespace {

QString axisTitle(CurveAxis axis)
{
    constexpr std::array kTitles{QT_TRANSLATE_NOOP("coterie", "Round"),
                                 QT_TRANSLATE_NOOP("coterie", "Time (s)"),
                                 QT_TRANSLATE_NOOP("coterie", "Local steps of all clients"),
                                 QT_TRANSLATE_NOOP("coterie", "Sent over all links (MB)")};
    return say(kTitles[std::size_t(axis)]);
}

/// With several experiments their names tell equal arms and seeds apart.
QString besideOthers(const RunTitle& run, const QString& name, bool several)
{
    return several ? say("%1: %2").arg(run.experiment, name) : name;
}

QString nameOf(const RunTitle& run, bool several)
{
    return besideOthers(run, run.fullLabel(), several);
}

/// Other stores have their own numbers.
QString numberedName(const QString& name, std::int64_t run)
{
    const QString number = QString::number(numberInItsStore(run));
    return isOfOtherStore(run) ? say("%1 (run %2 of open store %3)")
                                     .arg(name, number, QString::number(storePlaceOf(run)))
                               : say("%1 (run %2)").arg(name, number);
}

/// Of each run; one run again and again differs in its number.
QStringList namesOf(const std::vector<RunCurves>& runs, bool several, bool inFiles = false)
{
    QStringList names;
    for (const RunCurves& run : runs)
        names << nameOf(inFiles ? run.title.inFiles() : run.title, several);
    QHash<QString, int> times;
    for (const QString& name : names)
        ++times[name];
    QStringList numbered = names;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].title.id > 0 && times[names[qsizetype(i)]] > 1)
            numbered[qsizetype(i)] = numberedName(names[qsizetype(i)], runs[i].title.id);
    return numbered;
}

QString seedsName(const RunTitle& run, std::size_t seeds, bool several)
{
    return besideOthers(run, say("%1, mean ± sd of %2 seeds").arg(run.label()).arg(seeds), several);
}

/// If all lines are means over equally many seeds, which the panel's note says once.
std::optional<std::size_t> seedsOfEach(const std::vector<SeedGroup>& groups)
{
    const bool areEqual =
        groups.size() > 1 && std::ranges::all_of(groups, [&](const SeedGroup& group) {
            return group.size() > 1 && group.size() == groups.front().size();
        });
    return areEqual ? std::optional(groups.front().size()) : std::nullopt;
}

QString valueTitle(const CurveChoice& choice)
{
    return choice.named.empty() ? say(infoOf(choice.metric).axis) : axisOf(choice.named);
}

/// What a table names one by one: a run, or the mean over the seeds of an arm.
struct Subject
{
    QString name;
    QVariant cell; ///< the name in a table
    const RunCurves* run = nullptr;
    const SeedGroup* group = nullptr; ///< null: the run alone

    [[nodiscard]] PlotPicture picture(const RunViewModel& runs, const CurveChoice& choice) const
    {
        PlotPicture picture;
        if (!group) {
            addRun(*run, name, 0, choice, picture);
            return picture;
        }
        CurveChoice ofAll = choice;
        ofAll.detailed.reset(); // each run has its own clients
        addSeeds(runs.runs(), *group, name, 0, ofAll, picture);
        std::erase_if(picture.lines, [](const PlotLine& line) {
            return line.weight == PlotLine::Weight::Hover; // a run of its own in the table
        });
        return picture;
    }
};

/// The means stand after the last of their seeds, so that the table of a live run grows at its end.
std::vector<Subject>
subjectsOf(const RunViewModel& runs, const std::vector<SeedGroup>& groups, bool severalExperiments)
{
    std::vector<Subject> subjects;
    const QStringList names = namesOf(runs.runs(), severalExperiments);
    const QStringList plainNames = namesOf(runs.runs(), severalExperiments, true);
    for (std::size_t number = 0; number < runs.runs().size(); ++number) {
        const RunCurves& run = runs.runs()[number];
        const RunTitle inFiles = run.title.inFiles();
        const QString& name = names[qsizetype(number)];
        subjects.push_back(
            {.name = name, .cell = wordsCell(plainNames[qsizetype(number)], name), .run = &run});
        for (const SeedGroup& group : groups) {
            if (group.size() < 2 || group.back() != number)
                continue;
            const QString mean = seedsName(run.title, group.size(), severalExperiments);
            subjects.push_back(
                {.name = mean,
                 .cell = wordsCell(seedsName(inFiles, group.size(), severalExperiments), mean),
                 .run = &run,
                 .group = &group});
        }
    }
    return subjects;
}

/// The lines of a subject: the mean first and then the clients by number, named without the run;
/// the edges of a band are lines too. The order is the same for every axis and smoothing.
std::vector<PlotLine>
linesOf(const Subject& subject, const RunViewModel& runs, const CurveChoice& choice)
{
    PlotPicture picture = subject.picture(runs, choice);
    std::erase_if(picture.lines, [](const PlotLine& line) {
        return line.weight == PlotLine::Weight::Shadow; // measured values have their own column
    });
    const bool ofSeeds = subject.group != nullptr;
    for (PlotLine& line : picture.lines) {
        if (line.key >= 0)
            line.name = say("client");
        else if (line.weight == PlotLine::Weight::Main)
            line.name = ofSeeds ? say("mean over seeds") : say("mean");
        else if (line.name == globalName(subject.name))
            line.name = ofSeeds ? say("global model, mean over seeds") : say("global model");
    }
    for (PlotBand& band : picture.bands)
        for (auto& [edge, values] :
             {std::pair(band.lowerName, &band.lower), std::pair(band.upperName, &band.upper)})
            picture.lines.push_back({.name = edge, .x = band.x, .y = std::move(*values)});
    const auto rank = [](const PlotLine& line) {
        return std::tuple(
            line.weight != PlotLine::Weight::Main || line.key >= 0, line.key < 0, line.key);
    };
    std::ranges::stable_sort(picture.lines, {}, rank);
    return std::move(picture.lines);
}

/// One for each run if each is to have a line.
std::vector<SeedGroup> groupsOf(const RunViewModel& runs, const CurveChoice& choice)
{
    if (!choice.seeds)
        return seedGroups(runs.runs());
    std::vector<SeedGroup> alone;
    for (std::size_t number = 0; number < runs.runs().size(); ++number)
        alone.push_back({number});
    return alone;
}

} // namespace

PlotPicture curvePicture(const RunViewModel& runs, const CurveChoice& choice)
{
    PlotPicture picture;
    picture.xLabel = axisTitle(choice.axis);
    picture.yLabel = valueTitle(choice);
    picture.xIsWhole = choice.axis == CurveAxis::Round || choice.axis == CurveAxis::Steps;
    if (choice.axis == CurveAxis::Round)
        picture.placeWords = say("round %1"); // not every round is evaluated
    if (choice.axis == CurveAxis::Round && !runs.isEmpty())
        picture.xReaches = shownRounds(runs.newestRound(), runs.roundsPlanned());
    const bool several = runs.experiments().size() > 1;
    const std::vector<SeedGroup> groups = groupsOf(runs, choice);
    const QStringList names = namesOf(runs.runs(), several);
    if (!choice.band) // the note on the clients' band has no number of seeds
        picture.seedsOfEach = seedsOfEach(groups);
    for (const SeedGroup& group : groups) {
        const RunCurves& run = runs.runs()[group.front()];
        const std::size_t variant = run.title.sweepPlace;
        if (group.size() == 1) {
            addRun(run, names[qsizetype(group.front())], variant, choice, picture);
            continue;
        }
        // The clients' band is no deviation of the seeds.
        const QString full =
            choice.band
                ? besideOthers(run.title,
                               say("%1, mean of %2 seeds").arg(run.title.label()).arg(group.size()),
                               several)
                : seedsName(run.title, group.size(), several);
        const QString name =
            picture.seedsOfEach ? besideOthers(run.title, run.title.label(), several) : full;
        const std::size_t first = picture.lines.size();
        addSeeds(runs.runs(), group, name, variant, choice, picture);
        for (std::size_t line = first; line < picture.lines.size(); ++line)
            if (picture.lines[line].weight == PlotLine::Weight::Main)
                picture.lines[line].fullName = full;
            else if (picture.lines[line].name == globalName(name))
                picture.lines[line].fullName = globalName(full);
    }
    return picture;
}

PlainTable curveTable(const RunViewModel& runs, const CurveChoice& choice)
{
    CurveChoice measured = choice;
    measured.axis = CurveAxis::Round;
    measured.smoothing = Smoothing::None;
    const bool elsewhere = choice.axis != CurveAxis::Round;
    const bool smoothed = choice.smoothing != Smoothing::None;
    PlainTable table;
    table.header = {say("Run"), say("Round"), say("Curve"), say("Client")};
    if (elsewhere)
        table.header << axisTitle(choice.axis);
    const QString metric = valueTitle(choice);
    table.header << metric;
    if (smoothed)
        table.header << say("%1, smoothed").arg(metric);
    table.decimals = PlainTable::Decimals::Columns;
    const std::vector<SeedGroup> groups = groupsOf(runs, choice);
    for (const Subject& subject : subjectsOf(runs, groups, runs.experiments().size() > 1)) {
        const std::vector<PlotLine> lines = linesOf(subject, runs, measured);
        const std::vector<PlotLine> drawn =
            elsewhere || smoothed ? linesOf(subject, runs, choice) : lines;
        std::vector<std::pair<std::size_t, std::size_t>> cells; // a line and one of its points
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (std::size_t point = 0; point < lines[line].x.size(); ++point)
                cells.emplace_back(line, point);
        std::ranges::stable_sort(
            cells, {}, [&](const auto& cell) { return lines[cell.first].x[cell.second]; });
        for (const auto& [line, point] : cells) {
            const PlotLine& of = lines[line];
            std::vector<QVariant> row{subject.cell,
                                      int(of.x[point]),
                                      of.name,
                                      of.key < 0 ? QVariant() : QVariant(of.key)};
            if (elsewhere)
                row.push_back(drawn[line].x[point]);
            row.push_back(of.y[point]);
            if (smoothed)
                row.push_back(drawn[line].y[point]);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

} // namespace coterie::ui
