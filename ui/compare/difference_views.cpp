#include "ui/compare/difference_views.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/shown_metric.h"
#include "core/run/round_difference.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/compare/report_wordings.h"
#include "ui/compare/setting_names.h"
#include "ui/numbers.h"
#include "ui/runs/group_colours.h"
#include "ui/setting_words.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coterie::ui {

namespace {

QString shortTitle(const RunRow& row)
{
    return say("Run %1").arg(toQString(row.numberText()));
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

/// Their numbers tell which one it is, and to subtract them says nothing.
constexpr std::array<std::string_view, 4> kIdentities{"client", "trueGroup", "left", "right"};

/// A value of a table of reports, and where in the round it stands.
struct DifferingValue
{
    QString title;
    QString unit;
    QStringList places;         ///< "client 3"
    bool isClient = false;      ///< which one: "client 3"
    bool isMeasurement = true;  ///< that can be subtracted
    bool isPartOfWhole = false; ///< an accuracy, stored between 0 and 1 and said in percent
};

QString matrixTitle(std::string_view word)
{
    constexpr std::array kKinds{std::pair("collaboration", MatrixKind::Collaboration),
                                std::pair("similarity", MatrixKind::Similarity),
                                std::pair("gram", MatrixKind::Gram)};
    for (const auto& [name, kind] : kKinds)
        if (name == word)
            return say(std::ranges::find(matrixKinds(), kind, &MatrixWords::kind)->title);
    return toQString(word);
}

/// "training loss" for "trainLoss" of a client.
QString titleOf(const std::string& table, std::string name)
{
    constexpr std::string_view kPersonal =
        "personal"; // what the titles of a client take for granted
    if (table == "matrices")
        return say("entry of the matrix “%1”").arg(matrixTitle(name));
    if (table == "clients" && name.starts_with(kPersonal)) {
        name.erase(0, kPersonal.size());
        name[0] = char(std::tolower(static_cast<unsigned char>(name[0])));
    }
    if (table != "values") // whose names a method gives
        if (const std::optional<QString> column = textOf(kReportColumns, name))
            return *column;
    const ClientNumberInfo* info = table == "rounds" ? nullptr : findClientNumber(name);
    return withinSentence(info ? fromCore(info->title) : metricName(name));
}

/// "client 3"; empty: it says nothing.
QString placeText(const std::string& table, std::string key, const QString& value, bool isOfEdge)
{
    if (value.isEmpty())
        return {};
    if (key == "link")
        return textOf(kReportLinks, value.toStdString()).value_or(value);
    if (key == "group" && table == "clusters")
        key = "cluster";
    if (key == "client" && isOfEdge)
        key = "edge";
    const std::optional<QString> text = textOf(kReportPlaces, key);
    return text ? text->arg(value) : spacedName(key) + QLatin1Char(' ') + value;
}

DifferingValue valueOf(const ReportDifference& difference)
{
    const QString column = toQString(difference.column);
    const std::string unit = column.section(QLatin1Char('_'), 1).toStdString();
    std::string name = column.section(QLatin1Char('_'), 0, 0).toStdString();
    DifferingValue found;
    std::string scope;
    bool isOfEdge = false;
    for (const QString& part : toQString(difference.place).split(QStringLiteral(", "))) {
        std::string key = part.section(QLatin1Char(' '), 0, 0).toStdString();
        const QString value = part.section(QLatin1Char(' '), 1);
        if (key == "index")
            key = scope;
        isOfEdge = isOfEdge
                   || (key == "link" && value.contains(QLatin1String("edge"), Qt::CaseInsensitive));
        if (key == "scope")
            scope = value.toStdString();
        else if (key == "name" || key == "kind")
            name = value.toStdString(); // the column is "value"
        else if (const QString place = placeText(difference.table, key, value, isOfEdge);
                 !place.isEmpty())
            found.places << place;
    }
    found.isClient = difference.table == "participation" && name == "client";
    if (found.isClient && !found.places.isEmpty())
        found.title = found.places.takeLast(); // "draw 1 is client 3"
    else
        found.title = titleOf(difference.table, name);
    found.isMeasurement = std::ranges::find(kIdentities, name) == kIdentities.end();
    found.isPartOfWhole = unit == "share" && name.ends_with("ccuracy");
    if (unit != "count" && unit != "round") // the title says what is counted
        found.unit = unitText(found.isPartOfWhole ? "percent" : unit);
    return found;
}

/// Absent for what is no whole number, or a very large one.
std::optional<qint64> wholeNumber(const std::string& text)
{
    constexpr qint64 kMost = 1'000'000'000'000'000;
    bool isWhole = false;
    const qint64 number = toQString(text).toLongLong(&isWhole);
    return isWhole && std::abs(number) <= kMost ? std::optional(number) : std::nullopt;
}

QString withUnit(const QString& number, const QString& unit)
{
    return unit.isEmpty() ? number : say("%1 %2").arg(number, unit);
}

/// A count with all its digits, another number with four.
QString textOf(const std::string& text, const DifferingValue& of)
{
    if (text.empty())
        return say("not measured");
    if (of.isClient)
        return say("client %1").arg(toQString(text));
    if (!of.isMeasurement)
        return toQString(text);
    if (const std::optional<qint64> whole = wholeNumber(text); whole && !of.isPartOfWhole)
        return withUnit(withTrueMinus(countText(*whole)), of.unit);
    bool isNumber = false;
    const double value = toQString(text).toDouble(&isNumber);
    if (!isNumber)
        return textOf(kReportValues, text).value_or(withTrueMinus(toQString(text)));
    return withUnit(numberText(of.isPartOfWhole ? 100 * value : value), of.unit);
}

/// Both, with as many more digits as it takes to see that they differ.
std::pair<QString, QString> textsOf(const ReportDifference& difference, const DifferingValue& of)
{
    std::pair texts{textOf(difference.one, of), textOf(difference.other, of)};
    bool isOneNumber = false;
    bool isOtherNumber = false;
    const double factor = of.isPartOfWhole ? 100 : 1;
    const double one = factor * toQString(difference.one).toDouble(&isOneNumber);
    const double other = factor * toQString(difference.other).toDouble(&isOtherNumber);
    if (!of.isMeasurement || !isOneNumber || !isOtherNumber)
        return texts;
    constexpr int kMostDigits = 17; // tell any two numbers apart
    for (int digits = 5; digits <= kMostDigits && texts.first == texts.second; ++digits)
        texts = {withUnit(digitsText(one, digits), of.unit),
                 withUnit(digitsText(other, digits), of.unit)};
    return texts;
}

/// Empty where one of them is no number.
QString subtractedText(const ReportDifference& difference, const DifferingValue& of)
{
    const std::optional<qint64> wholeOne = wholeNumber(difference.one);
    const std::optional<qint64> wholeOther = wholeNumber(difference.other);
    if (wholeOne && wholeOther && !of.isPartOfWhole)
        return withUnit(withTrueMinus(countText(*wholeOther - *wholeOne)), of.unit);
    std::array<bool, 2> areNumbers{};
    const double one = toQString(difference.one).toDouble(&areNumbers[0]);
    const double other = toQString(difference.other).toDouble(&areNumbers[1]);
    if (!areNumbers[0] || !areNumbers[1])
        return {};
    return withUnit(numberText(of.isPartOfWhole ? 100 * (other - one) : other - one), of.unit);
}

QString partingOf(const RunDifference& both)
{
    const auto& [one, other] = both.runs;
    const ReportDifference& difference = both.parting->difference;
    const DifferingValue value = valueOf(difference);
    QStringList places{say("round %1").arg(both.parting->round)};
    places << value.places;
    const QString place = places.join(QStringLiteral(", "));
    const QString table =
        textOf(kReportTables, difference.table).value_or(spacedName(difference.table));
    if (!difference.isInOne || !difference.isInOther)
        return say("They part in %1: this row of the table “%2” is only in run %3.")
            .arg(place, table, toQString((difference.isInOne ? one : other).numberText()));
    if (difference.column.empty())
        return say("They part in %1: the rows of the table “%2” differ from here on.")
            .arg(place, table);
    const auto [valueOfOne, valueOfOther] = textsOf(difference, value);
    const QString sentence = say("They part in %1: %2 is %3 in run %4 and %5 in run %6.")
                                 .arg(place,
                                      value.title,
                                      valueOfOne,
                                      toQString(one.numberText()),
                                      valueOfOther,
                                      toQString(other.numberText()));
    const QString subtracted = value.isMeasurement ? subtractedText(difference, value) : QString();
    return subtracted.isEmpty() ? sentence
                                : sentence + u' ' + say("Second − first is %1.").arg(subtracted);
}

} // namespace

QString runTitle(const RunRow& row)
{
    return say("Run %1: %2 · %3 · seed %4")
        .arg(toQString(row.numberText()),
             toQString(row.experimentName),
             armWords(row.arm, row.sweep),
             QString::number(row.seed));
}

QString partingWords(const RunDifference& difference)
{
    if (difference.parting)
        return partingOf(difference);
    const int common = difference.lastCommonRound();
    QString text = say("Their rounds are the same to the bit up to round %1.").arg(common);
    for (const RunRow& row : difference.runs)
        if (row.roundsDone > common)
            text += u' '
                    + say("Run %1 has more, up to round %2.")
                          .arg(toQString(row.numberText()), QString::number(row.roundsDone));
    return text;
}

namespace {

/// As at an axis, by their places: "Data hunger α".
std::map<std::string, QString> namesOfSettings(const RunDifference& difference)
{
    CompareData data;
    data.runs.assign(difference.runs.begin(), difference.runs.end());
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        data.runs[run].id = std::int64_t(run) + 1; // those of two stores may be the same
    const RunSettings settings(data.runs);
    std::map<std::string, QString> names;
    std::vector<std::size_t> found;
    for (const TwoValues& each : difference.settings) {
        if (!each.name.starts_with('/'))
            continue;
        names[each.name] = settingName(std::string_view(each.name).substr(1));
        if (const auto setting = settings.find(each.name))
            found.push_back(*setting);
    }
    const std::vector<QString> titles = settingNames(data, settings, found);
    for (std::size_t i = 0; i < found.size(); ++i)
        names[settings.pointers()[found[i]]] = titles[i];
    return names;
}

} // namespace

PlainTable settingsBeside(const RunDifference& difference)
{
    PlainTable table;
    table.header << say("Setting") << shortTitle(difference.runs[0])
                 << shortTitle(difference.runs[1]);
    const std::map<std::string, QString> names = namesOfSettings(difference);
    const PlainNumbers inTheTable;
    const auto cell = [](const QString& text) { return text.isEmpty() ? QVariant() : text; };
    for (const TwoValues& each : difference.settings) {
        const bool isPlace = each.name.starts_with('/');
        const auto words = [&](const std::string& value) {
            return value.empty() || !isPlace ? cell(toQString(value))
                                             : numbersCell(valueWords(each.name, value));
        };
        table.rows.push_back({isPlace ? names.at(each.name) : fieldName(each.name),
                              words(each.one),
                              words(each.other)});
    }
    for (const TwoValues& each : difference.environment)
        table.rows.push_back({say("Computed with %1").arg(toQString(each.name)),
                              cell(toQString(each.one)),
                              cell(toQString(each.other))});
    return table;
}

namespace {

/// In the units on screen.
std::vector<TwoNumbers> shownNumbers(std::vector<TwoNumbers> numbers)
{
    for (TwoNumbers& each : numbers) {
        const double factor = shownMetric(each.metric).factor;
        each.one *= factor;
        each.other *= factor;
    }
    return numbers;
}

} // namespace

PlainTable numbersBeside(const RunDifference& difference)
{
    PlainTable table;
    table.header << say("Metric") << shortTitle(difference.runs[0])
                 << shortTitle(difference.runs[1]) << say("Second − first");
    table.decimals = PlainTable::Decimals::Rows; // each is another metric
    for (const TwoNumbers& each : shownNumbers(difference.lastNumbers()))
        table.rows.push_back(
            {metricText(each.metric), each.one, each.other, each.other - each.one});
    return table;
}

QString numbersNote(const RunDifference& difference)
{
    const std::vector<TwoNumbers> numbers = difference.lastNumbers();
    return numbers.empty() ? QString()
                           : say("After round %1, the last that was evaluated in both.")
                                 .arg(numbers.front().round);
}

PlotPicture
curvesBeside(const RunDifference& difference, std::string_view metric, bool isSubtracted)
{
    PlotPicture picture;
    picture.xLabel = say("Round");
    picture.yLabel =
        isSubtracted ? say("%1, second − first").arg(metricText(metric)) : metricText(metric);
    const std::vector<TwoNumbers> numbers = shownNumbers(difference.numbersOf(metric));
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
        line(say("run %1 − run %2")
                 .arg(toQString(second.numberText()), toQString(first.numberText())),
             [](const TwoNumbers& each) { return each.other - each.one; });
    } else {
        line(say("run %1").arg(toQString(first.numberText())),
             [](const TwoNumbers& each) { return each.one; });
        line(say("run %1").arg(toQString(second.numberText())),
             [](const TwoNumbers& each) { return each.other; });
    }
    return picture;
}

PlainTable curveTable(const RunDifference& difference, std::string_view metric)
{
    PlainTable table;
    table.header << say("Round") << shortTitle(difference.runs[0]) << shortTitle(difference.runs[1])
                 << say("Second − first");
    for (const TwoNumbers& each : shownNumbers(difference.numbersOf(metric)))
        table.rows.push_back({each.round, each.one, each.other, each.other - each.one});
    return table;
}

std::optional<MatrixPicture>
matrixDifference(const RoundReport& one, const RoundReport& other, MatrixKind kind)
{
    if (clientsOf(one, kind) != clientsOf(other, kind))
        return std::nullopt;
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
    picture.part = shownPart(clientsOf(one, kind));
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

QString
noFlowText(const std::array<RunRow, 2>& runs, const RoundReport& one, const RoundReport& other)
{
    const std::array numbers{toQString(runs[0].numberText()), toQString(runs[1].numberText())};
    if (!one.grouping && !other.grouping)
        return say("Neither run has formed groups in round %1.").arg(one.round);
    if (!one.grouping || !other.grouping)
        return say("Run %1 has formed no groups in round %2.")
            .arg(one.grouping ? numbers[1] : numbers[0], QString::number(one.round));
    return say("The runs have different clients: %1 in run %2, %3 in run %4.")
        .arg(countText(std::ssize(one.clients)),
             numbers[0],
             countText(std::ssize(other.clients)),
             numbers[1]);
}

QString noMatrixText(const std::array<RunRow, 2>& runs,
                     const RoundReport& one,
                     const RoundReport& other,
                     MatrixKind kind)
{
    if (one.clients.size() != other.clients.size())
        return say("The runs have different clients: %1 in run %2, %3 in run %4.")
            .arg(countText(std::ssize(one.clients)),
                 toQString(runs[0].numberText()),
                 countText(std::ssize(other.clients)),
                 toQString(runs[1].numberText()));
    const std::array reports{reportsMatrix(one, kind), reportsMatrix(other, kind)};
    if (!reports[0] && !reports[1])
        return say("Neither run reports this matrix in round %1. Choose another matrix or round.")
            .arg(one.round);
    if (!reports[0] || !reports[1])
        return say("Run %1 does not report this matrix in round %2. Choose another matrix or "
                   "round.")
            .arg(toQString(runs[reports[0] ? 1 : 0].numberText()), QString::number(one.round));
    return say("The runs report this matrix for different clients in round %1. Choose another "
               "matrix or round.")
        .arg(one.round);
}

QString flowText(const RoundReport& one, const RoundReport& other)
{
    const std::optional<GroupFlow> flow = flowOf(one, other);
    if (!flow)
        return {};
    const std::vector<int>& moved = flow->moved;
    if (moved.empty())
        return say("The groups of both runs are the same in round %1.").arg(one.round);
    const QString text = moved.size() == 1 ? say("%1 of %2 clients trains with other clients: %3")
                                           : say("%1 of %2 clients train with other clients: %3");
    return text.arg(
        countText(std::ssize(moved)), countText(qint64(flow->clients)), membersText(moved));
}

} // namespace coterie::ui
