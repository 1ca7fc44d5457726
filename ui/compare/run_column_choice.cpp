#include "ui/compare/run_column_choice.h"

#include "core/metrics/metric_infos.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/words.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostSettingColumns = 10; ///< more are shown only with "All settings"

/// The columns stay empty if the store cannot be read.
std::vector<MetricColumn> metricColumns(const StoreFiles& stores,
                                        const std::vector<MetricMoment>& moments)
{
    std::vector<MetricColumn> columns;
    const auto store = RunStore::openAll(stores);
    for (const MetricMoment& moment : moments) {
        columns.push_back({.moment = moment, .values = {}});
        if (!store)
            continue;
        if (const auto values = (*store)->metricOfRuns(moment))
            for (const RunMetric& of : *values)
                columns.back().values[of.run] = of.value;
    }
    return columns;
}

/// Whether a fixed column already shows the setting: the arm is named after its algorithm, the
/// partition seed equals the seed, or "Setting" has the swept value.
bool isShownElsewhere(std::span<const RunRow* const> runs,
                      const RunSettings& settings,
                      std::size_t setting)
{
    const std::string_view pointer = settings.pointers()[setting];
    const std::string swept = std::string(pointer.substr(pointer.rfind('/') + 1)) + " = ";
    const auto isSwept = [&](const RunRow& run, const std::string& value) {
        const QStringList points = toQString(run.sweep).split(QStringLiteral(", "));
        return std::ranges::any_of(points, [&](const QString& point) {
            return point.section(u'/', -1) == toQString(swept + value);
        });
    };
    // Thousands of runs share a few sweep points.
    std::set<std::pair<std::string_view, const std::string*>> known;
    return std::ranges::all_of(runs, [&](const RunRow* run) {
        const std::string* value = settings.value(run->id, setting);
        if (pointer == "/algorithm/name")
            return value && toQString(run->arm).contains(toQString(*value), Qt::CaseInsensitive);
        if (pointer == kPartitionSeedPlace)
            return settings.followsSeed(std::span(&run->id, 1), setting);
        if (!value) // other runs have this setting
            return true;
        if (known.contains({run->sweep, value}))
            return true;
        return isSwept(*run, *value) && known.insert({run->sweep, value}).second;
    });
}

} // namespace

RunColumnChoice::RunColumnChoice(StoreFiles stores, const Table& table, QWidget* page)
    : QObject(page)
    , m_stores(std::move(stores))
    , m_table(table)
    , m_page(page)
{}

void RunColumnChoice::fillMenu(QMenu& menu)
{
    menu.clear();
    QAction* all = menu.addAction(tr("&All settings, not only those that differ"));
    all->setCheckable(true);
    all->setChecked(m_allSettings);
    connect(all, &QAction::toggled, this, [this](bool on) {
        m_allSettings = on;
        showSettings();
    });
    menu.addSeparator();
    using When = MetricMoment::When;
    for (const auto& [title, when] : {std::pair(tr("&Last value of"), When::Newest),
                                      std::pair(tr("&Best value of"), When::Best),
                                      std::pair(tr("Value at a &round of"), When::AtRound)}) {
        QMenu* metrics = menu.addMenu(title);
        metrics->setToolTipsVisible(true);
        for (const MetricInfo& info : metricInfos()) {
            if (when == When::Best && info.better == Better::Neither)
                continue;
            const std::string name(info.name);
            QAction* action = metrics->addAction(metricName(name));
            action->setToolTip(fromCore(info.meaning));
            if (when == When::AtRound) {
                connect(action, &QAction::triggered, this, [this, name] { askForRound(name); });
                continue;
            }
            const MetricMoment moment{.metric = name, .when = when, .round = 0};
            action->setCheckable(true);
            action->setChecked(std::ranges::find(m_metrics, moment) != m_metrics.end());
            connect(action, &QAction::triggered, this, [this, moment] { toggleMetric(moment); });
        }
    }
    if (m_metrics.empty())
        return;
    menu.addSeparator();
    connect(menu.addAction(tr("&Remove these columns")), &QAction::triggered, this, [this] {
        m_metrics.clear();
        readMetrics();
    });
}

void RunColumnChoice::askForRound(const std::string& metric)
{
    auto* dialog = new QInputDialog(m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(0, 1'000'000);
    dialog->setIntValue(1);
    dialog->setLabelText(tr("%1 after round:").arg(metricName(metric)));
    connect(dialog, &QInputDialog::intValueSelected, this, [this, metric](int round) {
        toggleMetric({.metric = metric, .when = MetricMoment::When::AtRound, .round = round});
    });
    dialog->open();
}

void RunColumnChoice::toggleMetric(const MetricMoment& moment)
{
    if (std::erase(m_metrics, moment) == 0)
        m_metrics.push_back(moment);
    readMetrics();
}

void RunColumnChoice::setChosen(const std::vector<MetricMoment>& metrics, bool allSettings)
{
    if (std::exchange(m_allSettings, allSettings) != allSettings)
        showSettings();
    if (metrics == m_metrics)
        return;
    m_metrics = metrics;
    readMetrics();
}

void RunColumnChoice::refresh()
{
    if (!m_metrics.empty())
        readMetrics();
}

void RunColumnChoice::readMetrics()
{
    m_job.run([stores = m_stores, moments = m_metrics] { return metricColumns(stores, moments); },
              [this](std::vector<MetricColumn> columns) {
                  emit metricsComing();
                  m_table.choice.keepWhile([&] {
                      m_table.model.setMetricColumns(std::move(columns));
                      m_table.proxy.readNames(); // of metrics: they are known by their columns
                  });
                  emit metricsShown();
              });
}

void RunColumnChoice::setSettings(std::shared_ptr<const RunSettings> settings)
{
    m_settings = std::move(settings);
    showSettings();
    bool mayChange = false;
    m_table.choice.keepWhile([&] { mayChange = m_table.proxy.readSettings(); });
    if (mayChange)
        showSettings();
}

void RunColumnChoice::showSettings()
{
    if (!m_settings)
        return;
    std::vector<std::size_t> shown;
    if (m_allSettings) {
        for (std::size_t setting = 0; setting < m_settings->pointers().size(); ++setting)
            shown.push_back(setting);
    } else {
        const std::vector<std::int64_t> listed = m_table.proxy.listedRuns();
        if (listed.empty()) // the columns stay while a filter hides everything
            return keepSettings();
        std::vector<const RunRow*> runs;
        for (const std::int64_t id : listed)
            if (const RunRow* run = m_table.model.find(id))
                runs.push_back(run);
        shown = m_settings->differing(listed);
        std::erase_if(shown, [&](std::size_t setting) {
            return isShownElsewhere(runs, *m_settings, setting);
        });
        if (shown.size() > kMostSettingColumns)
            shown.resize(kMostSettingColumns);
        // What the filter asks for is seen, also where it leaves one value only.
        for (const std::size_t setting : m_table.proxy.filterSettings())
            if (std::ranges::find(shown, setting) == shown.end())
                shown.push_back(setting);
    }
    m_shown.clear();
    for (const std::size_t setting : shown)
        m_shown.push_back(m_settings->pointers()[setting]);
    m_table.choice.keepWhile([&] { m_table.model.setSettings(m_settings, std::move(shown)); });
}

/// The same columns as before, from settings that may have been read again.
void RunColumnChoice::keepSettings()
{
    std::vector<std::size_t> shown;
    for (const std::string& pointer : m_shown)
        if (const auto setting = m_settings->find(pointer))
            shown.push_back(*setting);
    m_table.choice.keepWhile([&] { m_table.model.setSettings(m_settings, std::move(shown)); });
}

} // namespace coterie::ui
