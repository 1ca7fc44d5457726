#include "ui/compare/run_cells.h"

#include "core/metrics/metric_infos.h"
#include "core/metrics/shown_metric.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QDateTime>

#include <algorithm>
#include <limits>
#include <set>

namespace coterie::ui {

namespace {

/// "2026-11-20T13:34:38Z" in local time, to the minute.
QString localTime(const std::string& utc)
{
    QDateTime time = QDateTime::fromString(toQString(utc), Qt::ISODate);
    if (!time.isValid())
        return toQString(utc);
    time.setTimeSpec(Qt::UTC);
    return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

QStringList tagsOf(const RunRow& run)
{
    QStringList tags;
    for (const std::string& tag : run.tags)
        tags << toQString(tag);
    return tags;
}

QString momentText(const MetricMoment& moment)
{
    using When = MetricMoment::When;
    return moment.when == When::AtRound ? say("round %1").arg(moment.round)
           : moment.when == When::Best  ? say("best")
                                        : say("last");
}

/// A run that has not started also counts as stopped.
QStringList stateWords(const RunRow& run)
{
    const QString status = statusText(run.status);
    return run.isNotBegun() ? QStringList{notBegunText(), status} : QStringList{status};
}

/// "paper/figures" and "paper": a run in a folder is also in those around it.
QStringList foldersAround(const RunRow& run)
{
    QStringList folders;
    const QString path = withPlainMinus(toQString(run.folder));
    for (qsizetype end = path.size(); end > 0; end = path.lastIndexOf(u'/', end - 1))
        folders << path.left(end);
    return folders;
}

QString roundsText(const RunRow& run, QString (*number)(qint64))
{
    return say("%1 / %2").arg(number(run.roundsDone), number(run.rounds));
}

QString plainText(qint64 number)
{
    return QString::number(number);
}

/// The number in a setting's value, if it is one; of several in turn the last.
std::optional<double> numberIn(const std::string& text)
{
    const std::size_t then = text.rfind(kThen);
    bool isNumber = false;
    const double value =
        toQString(then == std::string::npos ? text : text.substr(then + kThen.size()))
            .toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

} // namespace

QString notBegunText()
{
    return say("not begun");
}

bool RunCells::setNumbers(const std::vector<RunNumbers>& numbers)
{
    bool changed = false;
    for (const RunNumbers& of : numbers) {
        RunNumbers& kept = m_numbers[of.run];
        changed = changed || kept != of;
        kept = of;
    }
    if (changed)
        forgetLines();
    return changed;
}

void RunCells::setSettings(std::shared_ptr<const RunSettings> settings,
                           std::vector<std::size_t> shown,
                           std::span<const RunRow> runs)
{
    if (settings != m_settings) {
        forgetLines();
        m_settingTexts.clear();
        std::vector<std::int64_t> all;
        for (const RunRow& run : runs)
            all.push_back(run.id);
        m_differing = settings->differing(all);
    }
    m_settings = std::move(settings);
    m_shownSettings = std::move(shown);
    std::vector<std::size_t> inLines = m_differing;
    for (const std::size_t setting : m_shownSettings)
        if (std::ranges::find(inLines, setting) == inLines.end())
            inLines.push_back(setting);
    if (inLines != m_lineSettings) {
        forgetLines();
        m_lineSettings = std::move(inLines);
    }
    m_areNumbers.clear();
    for (const std::size_t setting : m_shownSettings) {
        std::set<const std::string*>
            texts; // each text is stored once, so its address identifies it
        for (const RunRow& run : runs)
            if (const std::string* value = m_settings->value(run.id, setting))
                texts.insert(value);
        m_areNumbers.push_back(std::ranges::all_of(
            texts, [](const std::string* text) { return numberIn(*text).has_value(); }));
    }
}

void RunCells::setMetrics(std::vector<MetricColumn> metrics)
{
    m_metrics = std::move(metrics);
    forgetLines();
}

bool RunCells::showsSettings(const RunSettings& settings,
                             const std::vector<std::size_t>& shown) const
{
    return std::ranges::equal(shown, m_shownSettings, [&](std::size_t there, std::size_t here) {
        return settings.pointers()[there] == m_settings->pointers()[here];
    });
}

const MetricColumn* RunCells::metricAt(int column) const
{
    const int place = column - RunColumns::FixedColumns;
    return place >= 0 && place < static_cast<int>(m_metrics.size())
               ? &m_metrics[static_cast<std::size_t>(place)]
               : nullptr;
}

std::size_t RunCells::settingAt(int column) const
{
    return m_shownSettings[static_cast<std::size_t>(column - settingColumn(0))];
}

const std::string* RunCells::settingText(const RunRow& run, int column) const
{
    const bool isSetting = column >= settingColumn(0) && column < columnCount();
    return isSetting ? m_settings->value(run.id, settingAt(column)) : nullptr;
}

bool RunCells::isNumeric(int column) const
{
    return column < RunColumns::FixedColumns ? runColumnInfo(column).isNumeric
                                             : metricAt(column) != nullptr;
}

bool RunCells::isRightAligned(int column) const
{
    const int place = column - settingColumn(0);
    return place < 0 ? isNumeric(column) : bool(m_areNumbers[static_cast<std::size_t>(place)]);
}

QString ColumnWords::head() const
{
    const QString whole = unit.isEmpty() ? title : say("%1 (%2)").arg(title, unit);
    return moment.isEmpty() ? whole : say("%1, %2").arg(whole, moment);
}

ColumnWords RunCells::words(int column) const
{
    if (column < RunColumns::FixedColumns) {
        const RunColumnInfo& info = runColumnInfo(column);
        return {column, QString::fromLatin1(info.key), info.title, info.meaning};
    }
    if (const MetricColumn* metric = metricAt(column)) {
        const std::string& name = metric->moment.metric;
        const MetricInfo* info = findMetric(name);
        return {.identity = metric->moment,
                .key = toQString(name),
                .title = metricName(name),
                .meaning = info ? fromCore(info->meaning) : metricName(name),
                .moment = momentText(metric->moment),
                .unit = shownMetric(name).factor == 1 ? QString() : metricUnit(name)};
    }
    const std::string& pointer = m_settings->pointers()[settingAt(column)];
    const auto title = m_settings->title(settingAt(column));
    return {pointer, toQString(title), settingName(title), settingName(pointer)};
}

int RunCells::decimals(int column) const
{
    if (const MetricColumn* metric = metricAt(column))
        return decimalsOf(metric->moment.metric);
    return column < RunColumns::FixedColumns ? runColumnInfo(column).decimals : 0;
}

QString RunCells::text(const RunRow& run, int column) const
{
    switch (column) {
    case RunColumns::Number:
        return toQString(run.numberText());
    case RunColumns::Experiment:
        return toQString(run.experimentName);
    case RunColumns::Arm:
        return toQString(run.arm);
    case RunColumns::Name:
        return toQString(run.name);
    case RunColumns::Setting:
        return design(run);
    case RunColumns::Seed:
        return QString::number(run.seed);
    case RunColumns::State:
        return stateWords(run).front();
    case RunColumns::Rounds:
        return roundsText(run, &countText);
    case RunColumns::Folder:
        return toQString(run.folder);
    case RunColumns::Tags:
        return tagsOf(run).join(QStringLiteral(", "));
    case RunColumns::Note:
        return toQString(run.note);
    case RunColumns::Created:
        return localTime(run.created);
    case RunColumns::Device:
        return deviceText(run.environment.device);
    case RunColumns::Store:
        return toQString(run.store);
    default:
        break;
    }
    if (isNumeric(column)) {
        const auto value = number(run, column);
        return value ? columnText(*value, decimals(column)) : QStringLiteral("–");
    }
    const std::string* setting = settingText(run, column);
    return setting ? settingWords(run, settingAt(column), *setting) : QString();
}

/// With the rounds of changes by hand, as in the column of what differs.
QString
RunCells::settingWords(const RunRow& run, std::size_t setting, const std::string& value) const
{
    const std::string& pointer = m_settings->pointers()[setting];
    return valueWords(pointer, run.changes.empty() ? value : valueWithRounds(run, pointer, value));
}

const QString& RunCells::sweepText(const std::string& sweep) const
{
    const auto [known, isNew] = m_sweepTexts.try_emplace(sweep);
    if (isNew)
        known->second = sweepWords(sweep);
    return known->second;
}

QString RunCells::design(const RunRow& run) const
{
    return hasMarks(run) ? designWords(designPoints(run, *m_settings)) : sweepText(run.sweep);
}

bool RunCells::hasMarks(const RunRow& run) const
{
    return m_settings && (!run.changes.empty() || m_settings->isToldApart(run.id));
}

bool RunCells::haveDesigns(std::span<const RunRow> runs) const
{
    return std::ranges::any_of(
        runs, [this](const RunRow& run) { return !run.sweep.empty() || hasMarks(run); });
}

QString RunCells::commonDesign(std::span<const RunRow* const> runs) const
{
    return m_settings ? designWords(commonPoints(runs, *m_settings)) : QString();
}

QString RunCells::changes(const RunRow& run, int column) const
{
    if (run.changes.empty())
        return {};
    if (column == RunColumns::Setting || column == RunColumns::Rounds)
        return changesText(run);
    const std::string* setting = settingText(run, column);
    return setting && setting->find(kThen) != std::string::npos ? changesText(run) : QString();
}

/// The text in files, if it differs from the one on screen.
QString RunCells::fileText(const RunRow& run, int column) const
{
    if (column == RunColumns::Setting)
        return hasMarks(run) ? toQString(designText(run, *m_settings)) : toQString(run.sweep);
    if (column == RunColumns::Device)
        return toQString(run.environment.device); // as reports and exports have it
    const std::string* setting = settingText(run, column);
    return setting ? toQString(
               valueWithRounds(run, m_settings->pointers()[settingAt(column)], *setting))
                   : QString();
}

std::optional<double> RunCells::number(const RunRow& run, int column) const
{
    if (const MetricColumn* metric = metricAt(column)) {
        const auto found = metric->values.find(run.id);
        if (found == metric->values.end())
            return std::nullopt;
        return shownMetric(metric->moment.metric).factor * found->second;
    }
    if (column == RunColumns::Seed)
        return static_cast<double>(run.seed);
    const auto found = m_numbers.find(run.id);
    if (found == m_numbers.end())
        return std::nullopt;
    const HeadlineNumbers& numbers = found->second.numbers;
    return column == RunColumns::LastError   ? numbers.testError
           : column == RunColumns::BestError ? numbers.bestTestError
           : column == RunColumns::TrainLoss ? numbers.trainLoss
                                             : std::nullopt;
}

QVariant RunCells::sortValue(const RunRow& run, int column) const
{
    switch (column) {
    case RunColumns::Number: // those of other stores below one's own, newest first in each
        return qlonglong(numberInItsStore(run.id) - storePlaceOf(run.id) * kNumbersPerStore);
    case RunColumns::Seed:
        return qulonglong(run.seed);
    case RunColumns::Rounds:
        return run.roundsDone;
    case RunColumns::Created:
        return toQString(run.created);
    default:
        break;
    }
    if (isNumeric(column)) {
        const auto value = number(run, column);
        return value ? QVariant(*value) : QVariant();
    }
    if (const std::string* setting = settingText(run, column)) {
        const auto value = numberIn(*setting);
        return value ? QVariant(*value) : QVariant(toQString(*setting));
    }
    return text(run, column);
}

QVariant RunCells::filterValue(const RunRow& run, int column) const
{
    if (column >= settingColumn(0))
        return settingFilterValue(run, settingAt(column));
    if (column == RunColumns::Number)
        return qlonglong(numberInItsStore(run.id));
    if (column == RunColumns::State)
        return stateWords(run);
    if (column == RunColumns::Folder && !run.folder.empty())
        return foldersAround(run);
    if (column == RunColumns::Created)
        return text(run, column);
    if (column == RunColumns::Tags && run.tags.size() > 1)
        return tagsOf(run) << text(run, column); // each of them, and the cell
    // The text on screen or the one in the experiment's file.
    if (const QString plain = fileText(run, column); !plain.isEmpty())
        if (const QString shown = text(run, column); plain != shown)
            return QStringList{withPlainMinus(shown), plain};
    const QVariant sorted = sortValue(run, column);
    if (sorted.isValid() && sorted.typeId() != QMetaType::QString)
        return sorted;
    // With a plain minus, as typed.
    return withPlainMinus(sorted.isValid() ? sorted.toString() : text(run, column));
}

QVariant RunCells::settingFilterValue(const RunRow& run, std::size_t setting) const
{
    const std::string* value = m_settings ? m_settings->value(run.id, setting) : nullptr;
    if (value == nullptr)
        return {};
    // The text on screen, the one in the experiment's file, and each of several in turn.
    const auto textsOf = [&] {
        QStringList texts = toQString(*value).split(toQString(kThen));
        texts << withPlainMinus(settingWords(run, setting, *value));
        texts.removeDuplicates();
        return texts;
    };
    if (!run.changes.empty())
        return textsOf();
    const auto [known, isNew] = m_settingTexts.try_emplace({setting, value});
    if (isNew)
        known->second = textsOf();
    return known->second;
}

QVariant RunCells::exact(const RunRow& run, int column) const
{
    switch (column) {
    case RunColumns::Number:
        return run.store.empty() ? QVariant(qlonglong(run.id)) : QVariant(text(run, column));
    case RunColumns::Seed:
        return run.seed <= std::uint64_t(std::numeric_limits<qlonglong>::max())
                   ? QVariant(qlonglong(run.seed))
                   : QVariant(text(run, column));
    case RunColumns::Rounds:
        return roundsText(run, &plainText);
    default:
        break;
    }
    if (!isNumeric(column)) {
        const QString plain = fileText(run, column);
        return plain.isEmpty() ? text(run, column) : plain;
    }
    const auto value = number(run, column);
    return value ? QVariant(*value) : QVariant();
}

QString RunCells::line(const RunRow& run) const
{
    QString& line = m_lines[run.id];
    if (!line.isEmpty())
        return line;
    ++m_composedLines;
    const auto add = [&](const QString& words, const QString& plain) {
        line += withPlainMinus(words) + QLatin1Char(' ');
        if (plain != words)
            line += plain + QLatin1Char(' ');
    };
    for (int column = 0; column < settingColumn(0); ++column)
        add(column == RunColumns::State    ? stateWords(run).join(u' ')
            : column == RunColumns::Rounds ? roundsText(run, &plainText)
                                           : text(run, column),
            fileText(run, column));
    for (const std::size_t setting : m_lineSettings)
        if (const std::string* value = m_settings->value(run.id, setting))
            add(settingWords(run, setting, *value), toQString(*value));
    return line;
}

} // namespace coterie::ui
