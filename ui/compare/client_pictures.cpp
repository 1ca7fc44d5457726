#include "ui/compare/client_pictures.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

namespace coterie::ui {

namespace {

struct ClientPoint
{
    int round = 0;
    int client = 0;
    double x = 0;
    double y = 0;
};

std::vector<ClientPoint> pointsOf(const RunOfClients& run, const ScatterFigure& figure)
{
    std::vector<ClientPoint> all;
    std::map<int, ClientPoint> newest;
    for (const RoundReport& report : run.rounds) {
        const NamedList x = clientNumbers(report, figure.x);
        const NamedList y = clientNumbers(report, figure.y);
        for (std::size_t client = 0; client < std::min(x.size(), y.size()); ++client) {
            if (!x[client] || !y[client])
                continue;
            const ClientPoint point{.round = report.round,
                                    .client = static_cast<int>(client),
                                    .x = *x[client],
                                    .y = *y[client]};
            if (figure.allRounds)
                all.push_back(point);
            else
                newest.insert_or_assign(point.client, point);
        }
    }
    for (const auto& [client, point] : newest)
        all.push_back(point);
    return all;
}

/// κ − ρ·exp(β(H − ln C)) over the entropies that there are.
void addEnvelope(PlotPicture& picture, const RunOfClients& run, std::string_view suffix)
{
    const std::string end(suffix);
    const auto last = std::ranges::find_if(
        run.rounds.rbegin(), run.rounds.rend(), [&](const RoundReport& report) {
            return report.metrics.contains("envelopeKappa" + end);
        });
    if (last == run.rounds.rend() || run.facts.classes < 1)
        return;
    const double beta = last->metrics.at("envelopeBeta" + end);
    const double rho = last->metrics.at("envelopeRho" + end);
    const double kappa = last->metrics.at("envelopeKappa" + end);
    const double most = std::log(double(run.facts.classes));
    constexpr int kSteps = 100;
    PlotLine line;
    line.name = suffix.empty() ? say("Envelope") : say("Lower envelope");
    line.colour = run.look + (suffix.empty() ? 1 : 2);
    line.shape = line.colour;
    line.dashed = true;
    line.weight = PlotLine::Weight::Side;
    for (int step = 0; step <= kSteps; ++step) {
        const double entropy = most * step / kSteps;
        line.x.push_back(entropy);
        line.y.push_back(kappa - rho * std::exp(beta * (entropy - most)));
    }
    picture.lines.push_back(std::move(line));
}

QString titleOf(const std::string& number)
{
    const ClientNumberInfo* info = findClientNumber(number);
    return info ? toQString(info->title) : toQString(number);
}

} // namespace

PlotPicture clientPicture(const std::vector<RunOfClients>& runs, const ScatterFigure& figure)
{
    PlotPicture picture;
    picture.xLabel = titleOf(figure.x);
    picture.yLabel = titleOf(figure.y);
    picture.xIsWhole = false;
    std::map<QString, std::vector<ClientPoint>> byArm;
    for (const RunOfClients& run : runs) {
        std::vector<ClientPoint>& points = byArm[run.label];
        for (const ClientPoint& point : pointsOf(run, figure))
            if (std::isfinite(point.x))
                points.push_back(point);
    }
    for (const RunOfClients& run : runs) {
        auto points = byArm.extract(run.label);
        if (points.empty() || points.mapped().empty())
            continue;
        std::ranges::stable_sort(points.mapped(), {}, &ClientPoint::x);
        PlotLine line;
        line.name = run.label;
        line.colour = run.look;
        line.shape = run.look;
        line.markers = true;
        line.joined = PlotLine::Joined::None;
        for (const ClientPoint& point : points.mapped()) {
            line.x.push_back(point.x);
            line.y.push_back(point.y);
        }
        picture.lines.push_back(std::move(line));
        if (figure.x == "trueEntropy" && figure.y == "gradientDistance") {
            addEnvelope(picture, run, {});
            addEnvelope(picture, run, "Lower");
        }
    }
    // A marker at the very end of the axis would be cut in half.
    constexpr double kRoom = 1.03;
    for (const PlotLine& line : picture.lines)
        if (line.markers)
            picture.xReaches = std::max(picture.xReaches.value_or(0), kRoom * line.x.back());
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
    for (const RunOfClients& run : runs)
        for (const ClientPoint& point : pointsOf(run, figure))
            table.rows.push_back({qlonglong(run.run),
                                  run.label,
                                  QString::number(run.seed),
                                  point.round,
                                  point.client,
                                  point.x,
                                  point.y});
    return table;
}

MatrixPicture classCountPicture(const FederationFacts& facts)
{
    MatrixPicture picture;
    std::size_t classes = 0;
    for (const std::vector<std::int64_t>& counts : facts.classCounts)
        classes = std::max(classes, counts.size());
    picture.matrix = Matrix(classes == 0 ? 0 : facts.classCounts.size(), classes);
    for (std::size_t client = 0; client < picture.matrix.rows; ++client)
        for (std::size_t label = 0; label < facts.classCounts[client].size(); ++label)
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
    for (std::size_t client = 0; client < facts.classCounts.size(); ++client)
        for (std::size_t label = 0; label < facts.classCounts[client].size(); ++label)
            table.rows.push_back(
                {int(client), int(label), qlonglong(facts.classCounts[client][label])});
    return table;
}

} // namespace coterie::ui
