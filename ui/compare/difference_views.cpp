#include "ui/compare/difference_views.h"

#include "core/metrics/client_numbers.h"
#include "core/run/round_difference.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/runs/group_colours.h"
#include "ui/setting_words.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <string>

namespace coterie::ui {

namespace {

QString shortTitle(const RunRow& row)
{
    return say("Run %1").arg(row.id);
}

std::vector<int> coloured(const std::vector<std::vector<int>>& groups,
                          const std::vector<int>& colours,
                          std::size_t clients)
{
    std::vector<int> colourOfClient(clients, -1);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            colourOfClient[std::size_t(client)] = colours[group];
    return colourOfClient;
}

/// A number of a table of reports, and where in the round it stands.
struct DifferingNumber
{
    QString title;
    QString unit;
    QStringList places; ///< "client 3"
};

/// "Training loss" for "trainLoss" of a client.
QString titleOf(const std::string& table, std::string name)
{
    constexpr std::string_view kPersonal =
        "personal"; // what the titles of a client take for granted
    if (table == "rounds")
        return metricName(name);
    if (table == "matrices")
        return say("entry of the matrix %1").arg(toQString(name));
    if (name.starts_with(kPersonal)) {
        name.erase(0, kPersonal.size());
        name[0] = char(std::tolower(static_cast<unsigned char>(name[0])));
    }
    const ClientNumberInfo* info = findClientNumber(name);
    return info ? fromCore(info->title) : metricName(name);
}

DifferingNumber numberOf(const ReportDifference& difference)
{
    const QString column = toQString(difference.column);
    std::string name = column.section(QLatin1Char('_'), 0, 0).toStdString();
    DifferingNumber number;
    std::string scope;
    for (const QString& part : toQString(difference.place).split(QStringLiteral(", "))) {
        std::string key = part.section(QLatin1Char(' '), 0, 0).toStdString();
        const QString value = part.section(QLatin1Char(' '), 1);
        if (key == "index")
            key = scope;
        if (key == "scope")
            scope = value.toStdString();
        else if (key == "name" || key == "kind")
            name = value.toStdString(); // the column is "value"
        else if (!value.isEmpty())
            number.places << spacedName(key) + QLatin1Char(' ') + value;
    }
    number.title = titleOf(difference.table, name);
    number.unit = unitText(column.section(QLatin1Char('_'), 1).toStdString());
    return number;
}

/// With four digits.
QString valueOf(const std::string& text, const QString& unit)
{
    if (text.empty())
        return say("not measured");
    bool isNumber = false;
    const double value = toQString(text).toDouble(&isNumber);
    if (!isNumber)
        return toQString(text);
    return unit.isEmpty() ? numberText(value) : say("%1 %2").arg(numberText(value), unit);
}

QString partingOf(const RunDifference& both)
{
    const auto& [one, other] = both.runs;
    const ReportDifference& difference = both.parting->difference;
    const DifferingNumber number = numberOf(difference);
    QStringList places{say("round %1").arg(both.parting->round)};
    places << number.places;
    const QString place = places.join(QStringLiteral(", "));
    const QString table = spacedName(difference.table);
    if (!difference.isInOne || !difference.isInOther)
        return say("They part in %1: this row of the table “%2” is only in run %3.")
            .arg(place, table)
            .arg((difference.isInOne ? one : other).id);
    if (difference.column.empty())
        return say("They part in %1: the rows of the table “%2” differ from here on.")
            .arg(place, table);
    const QString sentence = say("They part in %1: %2 is %3 in run %4 and %5 in run %6.")
                                 .arg(place,
                                      withinSentence(number.title),
                                      valueOf(difference.one, number.unit),
                                      QString::number(one.id),
                                      valueOf(difference.other, number.unit),
                                      QString::number(other.id));
    std::array<bool, 2> areNumbers{};
    const double first = toQString(difference.one).toDouble(&areNumbers[0]);
    const double second = toQString(difference.other).toDouble(&areNumbers[1]);
    if (!areNumbers[0] || !areNumbers[1])
        return sentence;
    return sentence + u' ' + say("Second − first is %1.").arg(numberText(second - first));
}

} // namespace

QString runTitle(const RunRow& row)
{
    return say("Run %1: %2 · %3 · seed %4")
        .arg(row.id)
        .arg(toQString(row.experimentName), armWords(row.arm, row.sweep))
        .arg(row.seed);
}

QString partingWords(const RunDifference& difference)
{
    if (difference.parting)
        return partingOf(difference);
    const int common = difference.lastCommonRound();
    QString text = say("Their rounds are the same to the bit up to round %1.").arg(common);
    for (const RunRow& row : difference.runs)
        if (row.roundsDone > common)
            text += u' ' + say("Run %1 has more, up to round %2.").arg(row.id).arg(row.roundsDone);
    return text;
}

PlainTable settingsBeside(const RunDifference& difference)
{
    PlainTable table;
    table.header << say("Setting") << shortTitle(difference.runs[0])
                 << shortTitle(difference.runs[1]);
    const auto cell = [](const QString& text) { return text.isEmpty() ? QVariant() : text; };
    for (const TwoValues& each : difference.settings) {
        const bool isPlace = each.name.starts_with('/');
        const auto words = [&](const std::string& value) {
            return cell(value.empty() || !isPlace ? toQString(value)
                                                  : valueWords(each.name, value));
        };
        table.rows.push_back(
            {isPlace ? settingName(std::string_view(each.name).substr(1)) : fieldName(each.name),
             words(each.one),
             words(each.other)});
    }
    for (const TwoValues& each : difference.environment)
        table.rows.push_back({say("Computed with %1").arg(toQString(each.name)),
                              cell(toQString(each.one)),
                              cell(toQString(each.other))});
    return table;
}

PlainTable numbersBeside(const RunDifference& difference)
{
    PlainTable table;
    table.header << say("Metric") << shortTitle(difference.runs[0])
                 << shortTitle(difference.runs[1]) << say("Second − first");
    for (const TwoNumbers& each : difference.lastNumbers())
        table.rows.push_back(
            {metricText(each.metric), each.one, each.other, each.other - each.one});
    return table;
}

PlotPicture
curvesBeside(const RunDifference& difference, std::string_view metric, bool isSubtracted)
{
    PlotPicture picture;
    picture.xLabel = say("Round");
    picture.yLabel =
        isSubtracted ? say("%1, second − first").arg(metricText(metric)) : metricText(metric);
    const std::vector<TwoNumbers> numbers = difference.numbersOf(metric);
    if (numbers.empty())
        return picture;
    const auto line = [&](const QString& name, auto valueOf) {
        PlotLine drawn;
        drawn.name = name;
        drawn.colour = picture.lines.size();
        drawn.shape = picture.lines.size();
        for (const TwoNumbers& each : numbers) {
            drawn.x.push_back(each.round);
            drawn.y.push_back(valueOf(each));
        }
        picture.lines.push_back(std::move(drawn));
    };
    const auto& [first, second] = difference.runs;
    if (isSubtracted) {
        line(say("run %1 − run %2").arg(second.id).arg(first.id),
             [](const TwoNumbers& each) { return each.other - each.one; });
    } else {
        line(say("run %1").arg(first.id), [](const TwoNumbers& each) { return each.one; });
        line(say("run %1").arg(second.id), [](const TwoNumbers& each) { return each.other; });
    }
    return picture;
}

PlainTable curveTable(const RunDifference& difference, std::string_view metric)
{
    PlainTable table;
    table.header << say("Round") << shortTitle(difference.runs[0]) << shortTitle(difference.runs[1])
                 << say("Second − first");
    for (const TwoNumbers& each : difference.numbersOf(metric))
        table.rows.push_back({each.round, each.one, each.other, each.other - each.one});
    return table;
}

std::optional<MatrixPicture>
matrixDifference(const RoundReport& one, const RoundReport& other, MatrixKind kind)
{
    std::optional<Matrix> difference = subtracted(matrixOf(one, kind), matrixOf(other, kind));
    if (!difference)
        return std::nullopt;
    MatrixPicture picture;
    picture.matrix = std::move(*difference);
    picture.rows.resize(picture.matrix.rows);
    std::iota(picture.rows.begin(), picture.rows.end(), 0);
    picture.columns.resize(picture.matrix.columns);
    std::iota(picture.columns.begin(), picture.columns.end(), 0);
    picture.scale = ColourScale::Kind::Diverging;
    picture.rowWord = say("client");
    picture.columnWord =
        kind == MatrixKind::Collaboration ? say("takes from client") : say("client");
    picture.valueWord = say("%1, second − first").arg(valueWord(kind));
    return picture;
}

bool isWithoutDifference(const MatrixPicture& difference)
{
    return std::ranges::all_of(difference.matrix.values, [](double value) { return value == 0; });
}

std::vector<RiverRound> groupFlow(const RoundReport& one, const RoundReport& other)
{
    std::optional<GroupFlow> flow = flowOf(one, other);
    if (!flow)
        return {};
    GroupColours colours;
    std::vector<RiverRound> rounds;
    for (std::vector<std::vector<int>>& groups : flow->groups) {
        std::erase_if(groups, [](const std::vector<int>& group) { return group.empty(); });
        rounds.push_back(
            {int(rounds.size()), coloured(groups, colours.add(groups), flow->clients)});
    }
    return rounds;
}

QString flowText(const RoundReport& one, const RoundReport& other)
{
    const std::optional<GroupFlow> flow = flowOf(one, other);
    if (!flow)
        return {};
    const std::vector<int>& moved = flow->moved;
    if (moved.empty())
        return say("The groups of both runs are the same.");
    const QString text = moved.size() == 1 ? say("%1 of %2 clients trains with other clients: %3")
                                           : say("%1 of %2 clients train with other clients: %3");
    return text.arg(
        countText(std::ssize(moved)), countText(qint64(flow->clients)), membersText(moved));
}

} // namespace coterie::ui
