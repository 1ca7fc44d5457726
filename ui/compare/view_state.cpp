#include "ui/compare/view_state.h"

#include "ui/words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <utility>

namespace coterie::ui {

namespace {

constexpr qsizetype kMostMetrics = 100; ///< more would be columns that nobody asked for

constexpr std::array kGroupings{std::pair("none", RunGrouping::None),
                                std::pair("experiment", RunGrouping::Experiment),
                                std::pair("arm", RunGrouping::Arm)};
constexpr std::array kMoments{std::pair("last", MetricMoment::When::Newest),
                              std::pair("best", MetricMoment::When::Best),
                              std::pair("round", MetricMoment::When::AtRound)};
constexpr std::array kPanes{std::pair("curves", ComparePanes::Pane::Curves),
                            std::pair("points", ComparePanes::Pane::Points),
                            std::pair("paper", ComparePanes::Pane::Paper),
                            std::pair("tests", ComparePanes::Pane::Tests),
                            std::pair("target", ComparePanes::Pane::Target),
                            std::pair("best", ComparePanes::Pane::Best),
                            std::pair("settings", ComparePanes::Pane::Settings)};

constexpr std::array kAxes{std::pair("rounds", OverlayAxis::Rounds),
                           std::pair("bytes", OverlayAxis::Megabytes),
                           std::pair("seconds", OverlayAxis::Seconds)};

/// The word of a value, and the value of a word: the first if it has none.
template <typename Table>
QString wordFor(const Table& table, typename Table::value_type::second_type value)
{
    const auto found = std::ranges::find(table, value, &Table::value_type::second);
    return QString::fromLatin1(found == table.end() ? table.front().first : found->first);
}

template <typename Table>
auto valueFor(const Table& table, const QJsonValue& word)
{
    const auto found = std::ranges::find_if(
        table, [&](const auto& entry) { return word.toString() == QLatin1String(entry.first); });
    return found == table.end() ? table.front().second : found->second;
}

QJsonObject jsonOf(const MetricMoment& moment)
{
    QJsonObject json{{QStringLiteral("metric"), toQString(moment.metric)},
                     {QStringLiteral("when"), wordFor(kMoments, moment.when)}};
    if (moment.when == MetricMoment::When::AtRound)
        json.insert(QStringLiteral("round"), moment.round);
    return json;
}

std::optional<MetricMoment> momentIn(const QJsonObject& json)
{
    MetricMoment moment{.metric = json[QStringLiteral("metric")].toString().toStdString(),
                        .when = valueFor(kMoments, json[QStringLiteral("when")]),
                        .round = std::max(0, json[QStringLiteral("round")].toInt())};
    if (!findMetric(moment.metric))
        return std::nullopt;
    return moment;
}

/// The key of a column that is always there: "error".
QString fixedKey(int column)
{
    return RunCells().words(column).key;
}

std::optional<int> fixedColumn(const QString& key)
{
    for (int column = 0; column < RunColumns::FixedColumns; ++column)
        if (fixedKey(column) == key)
            return column;
    return std::nullopt;
}

QJsonObject jsonOf(const ColumnIdentity& column)
{
    if (const int* fixed = std::get_if<int>(&column))
        return {{QStringLiteral("column"), fixedKey(*fixed)}};
    if (const auto* moment = std::get_if<MetricMoment>(&column))
        return jsonOf(*moment);
    return {{QStringLiteral("setting"), toQString(std::get<std::string>(column))}};
}

std::optional<ColumnIdentity> identityIn(const QJsonObject& json)
{
    if (const QString key = json[QStringLiteral("column")].toString(); !key.isEmpty()) {
        const auto column = fixedColumn(key);
        return column ? std::optional<ColumnIdentity>(*column) : std::nullopt;
    }
    if (const QString pointer = json[QStringLiteral("setting")].toString(); !pointer.isEmpty())
        return pointer.toStdString();
    const auto moment = momentIn(json);
    return moment ? std::optional<ColumnIdentity>(*moment) : std::nullopt;
}

QJsonObject jsonOf(const CurveView& view)
{
    return {{QStringLiteral("over"), wordFor(kAxes, view.overlay.axis)},
            {QStringLiteral("band"), view.overlay.band},
            {QStringLiteral("eachRun"), view.overlay.seeds},
            {QStringLiteral("smoothed"), view.overlay.smoothing != Smoothing::None},
            {QStringLiteral("logarithmicX"), view.logarithmicX},
            {QStringLiteral("logarithmicY"), view.logarithmicY}};
}

CurveView curvesIn(const QJsonObject& json)
{
    const OverlayChoice usual;
    const bool isSmooth = json[QStringLiteral("smoothed")].toBool();
    return {.overlay = {.axis = valueFor(kAxes, json[QStringLiteral("over")]),
                        .band = json[QStringLiteral("band")].toBool(usual.band),
                        .seeds = json[QStringLiteral("eachRun")].toBool(usual.seeds),
                        .smoothing = isSmooth ? Smoothing::SavitzkyGolay : usual.smoothing},
            .logarithmicX = json[QStringLiteral("logarithmicX")].toBool(),
            .logarithmicY = json[QStringLiteral("logarithmicY")].toBool()};
}

} // namespace

std::string writeViewState(const ViewState& state)
{
    QJsonArray metrics;
    for (const MetricMoment& moment : state.metrics)
        metrics.append(jsonOf(moment));
    QJsonObject json{{QStringLiteral("filter"), state.filter},
                     {QStringLiteral("grouping"), wordFor(kGroupings, state.grouping)},
                     {QStringLiteral("descending"), state.order == Qt::DescendingOrder},
                     {QStringLiteral("metrics"), metrics},
                     {QStringLiteral("allSettings"), state.allSettings},
                     {QStringLiteral("metric"), state.metric},
                     {QStringLiteral("curves"), jsonOf(state.curves)},
                     {QStringLiteral("tab"), wordFor(kPanes, state.pane)}};
    if (state.folder)
        json.insert(QStringLiteral("folder"), toQString(*state.folder));
    if (state.sortedBy)
        json.insert(QStringLiteral("sortedBy"), jsonOf(*state.sortedBy));
    return QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString();
}

ViewState readViewState(const std::string& text)
{
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    ViewState state;
    state.filter = json[QStringLiteral("filter")].toString();
    if (const QJsonValue folder = json[QStringLiteral("folder")]; folder.isString())
        state.folder = folder.toString().toStdString();
    state.grouping = valueFor(kGroupings, json[QStringLiteral("grouping")]);
    state.sortedBy = identityIn(json[QStringLiteral("sortedBy")].toObject());
    state.order =
        json[QStringLiteral("descending")].toBool(true) ? Qt::DescendingOrder : Qt::AscendingOrder;
    for (const auto& metric : json[QStringLiteral("metrics")].toArray())
        if (const auto moment = momentIn(metric.toObject());
            moment && std::ssize(state.metrics) < kMostMetrics
            && std::ranges::find(state.metrics, *moment) == state.metrics.end())
            state.metrics.push_back(*moment);
    state.allSettings = json[QStringLiteral("allSettings")].toBool();
    state.metric = json[QStringLiteral("metric")].toString();
    state.curves = curvesIn(json[QStringLiteral("curves")].toObject());
    state.pane = valueFor(kPanes, json[QStringLiteral("tab")]);
    return state;
}

} // namespace coterie::ui
