#include "ui/compare/client_pictures.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "core/report/client_names.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace coterie::ui {

namespace {

std::optional<Envelope> newestEnvelope(const std::vector<RoundReport>& rounds, bool isLower)
{
    const std::string end = isLower ? "Lower" : "";
    for (auto report = rounds.rbegin(); report != rounds.rend(); ++report) {
        const Metrics& metrics = report->metrics;
        const auto kappa = metrics.find("envelopeKappa" + end);
        const auto rho = metrics.find("envelopeRho" + end);
        const auto beta = metrics.find("envelopeBeta" + end);
        if (kappa != metrics.end() && rho != metrics.end() && beta != metrics.end())
            return Envelope{.isLower = isLower,
                            .kappa = kappa->second,
                            .rho = rho->second,
                            .beta = beta->second};
    }
    return std::nullopt;
}

/// Over the entropies that there are.
void addEnvelope(PlotPicture& picture,
                 const RunOfClients& run,
                 const Envelope& envelope,
                 std::size_t colour)
{
    if (run.facts.classes < 1)
        return;
    const double most = std::log(double(run.facts.classes));
    constexpr int kSteps = 100;
    PlotLine line;
    line.name = envelope.isLower ? say("Lower envelope") : say("Envelope");
    line.id = envelope.isLower ? QStringLiteral("lowerEnvelope") : QStringLiteral("envelope");
    line.colour = colour;
    line.shape = line.colour;
    line.dashed = true;
    line.weight = PlotLine::Weight::Side;
    for (int step = 0; step <= kSteps; ++step) {
        const double entropy = most * step / kSteps;
        line.x.push_back(entropy);
        line.y.push_back(envelope.kappa
                         - envelope.rho * std::exp(envelope.beta * (entropy - most)));
    }
    picture.lines.push_back(std::move(line));
}

/// The next colour that nothing in the picture has, else the next one. One of those that arms have:
/// the others are shrill on a dark ground.
std::size_t freeColour(std::set<std::size_t>& taken, std::size_t look)
{
    for (std::size_t next = 1; next < kArmColours; ++next)
        if (taken.insert((look + next) % kArmColours).second)
            return (look + next) % kArmColours;
    return (look + 1) % kArmColours;
}

const QString& armOf(const RunOfClients& run)
{
    return run.source.id.isEmpty() ? run.source.label : run.source.id;
}

QString titleOf(const std::string& number)
{
    const ClientNumberInfo* info = findClientNumber(number);
    return info ? fromCore(info->title) : toQString(number);
}

} // namespace

void takeRounds(RunOfClients& run,
                const std::vector<RoundReport>& rounds,
                const ScatterFigure& figure)
{
    run.points = clientPoints(rounds, figure);
    run.envelopes.clear();
    if (figure.x == "trueEntropy" && figure.y == "gradientDistance")
        for (const bool isLower : {false, true})
            if (const auto envelope = newestEnvelope(rounds, isLower))
                run.envelopes.push_back(*envelope);
}

PlotPicture clientPicture(const std::vector<RunOfClients>& runs, const ScatterFigure& figure)
{
    PlotPicture picture;
    picture.xLabel = titleOf(figure.x);
    picture.yLabel = titleOf(figure.y);
    picture.xIsWhole = false;
    picture.xFromZero = false;
    std::map<QString, std::vector<ClientPoint>> byArm;
    std::set<std::size_t> colours;
    for (const RunOfClients& run : runs) {
        colours.insert(run.source.look % kArmColours);
        std::vector<ClientPoint>& points = byArm[armOf(run)];
        for (const ClientPoint& point : run.points)
            if (std::isfinite(point.x))
                points.push_back(point);
    }
    for (const RunOfClients& run : runs) {
        auto points = byArm.extract(armOf(run));
        if (points.empty() || points.mapped().empty())
            continue;
        std::ranges::stable_sort(points.mapped(), {}, &ClientPoint::x);
        PlotLine line;
        line.name = run.source.label;
        line.id = run.source.id;
        line.colour = run.source.look;
        line.shape = run.source.look;
        line.variant = run.source.variant;
        line.markers = true;
        line.joined = PlotLine::Joined::None;
        for (const ClientPoint& point : points.mapped()) {
            line.x.push_back(point.x);
            line.y.push_back(point.y);
        }
        picture.lines.push_back(std::move(line));
        for (const Envelope& envelope : run.envelopes)
            addEnvelope(picture, run, envelope, freeColour(colours, run.source.look));
    }
    return picture;
}

PlainTable clientTable(const std::vector<RunOfClients>& runs, const ScatterFigure& figure)
{
    PlainTable table;
    table.header = {say("Run"),
                    say("Arm"),
                    say("Seed"),
                    say("Round"),
                    say("Client"),
                    titleOf(figure.x),
                    titleOf(figure.y)};
    constexpr int kClient = 4;
    const bool haveNames = std::ranges::any_of(
        runs, [](const RunOfClients& run) { return !run.facts.clientNames.empty(); });
    if (haveNames)
        table.header.insert(kClient + 1, say("Name"));
    for (const RunOfClients& run : runs)
        for (const ClientPoint& point : run.points) {
            table.rows.push_back({run.source.number.isNull() ? QVariant(qlonglong(run.source.run))
                                                             : run.source.number,
                                  wordsCell(run.source.plainLabel.isEmpty() ? run.source.label
                                                                            : run.source.plainLabel,
                                            run.source.label),
                                  QString::number(run.source.seed),
                                  point.round,
                                  point.client,
                                  point.x,
                                  point.y});
            std::vector<QVariant>& row = table.rows.back();
            if (haveNames) // each run has its own
                row.insert(row.begin() + kClient + 1,
                           toQString(clientNameOf(run.facts, point.client)));
        }
    return table;
}

MatrixPicture classCountPicture(const FederationFacts& facts)
{
    MatrixPicture picture;
    const std::size_t classes = shownClasses(facts);
    picture.matrix = Matrix(classes == 0 ? 0 : facts.classCounts.size(), classes);
    for (std::size_t client = 0; client < picture.matrix.rows; ++client)
        for (std::size_t label = 0; label < std::min(classes, facts.classCounts[client].size());
             ++label)
            picture.matrix.at(client, label) = double(facts.classCounts[client][label]);
    picture.rows.resize(picture.matrix.rows);
    picture.columns.resize(classes);
    std::iota(picture.rows.begin(), picture.rows.end(), 0);
    std::iota(picture.columns.begin(), picture.columns.end(), 0);
    picture.scale = ColourScale::Kind::Counts;
    picture.rowWord = say("client");
    picture.columnWord = say("class");
    picture.valueWord = say("training samples");
    picture.columnsAreClients = false;
    return picture;
}

PlainTable classCountTable(const FederationFacts& facts)
{
    PlainTable table;
    table.header = {say("Client"), say("Class"), say("Training samples")};
    const std::size_t classes = shownClasses(facts);
    for (std::size_t client = 0; client < facts.classCounts.size(); ++client)
        for (std::size_t label = 0; label < std::min(classes, facts.classCounts[client].size());
             ++label)
            table.rows.push_back(
                {int(client), int(label), qlonglong(facts.classCounts[client][label])});
    addNames(table, 0, facts.clientNames);
    return table;
}

} // namespace coterie::ui
