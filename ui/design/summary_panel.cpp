#include "ui/design/summary_panel.h"

#include "core/experiment/experiment_fields.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_document.h"
#include "ui/design/section_page.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kNameGap = 12; ///< between a name and its value
constexpr int kLineGap = 7;

QString sizeText(double bytes)
{
    return numberLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

/// "0.20", "1.9", "12": two significant digits, so that numbers look alike.
QString twoDigits(double value)
{
    const int exponent = QString::number(value, 'e', 1).section(u'e', 1).toInt();
    return fixedText(value, std::max(0, 1 - exponent));
}

/// Like durationText(), with milliseconds for short rounds.
QString shortDurationText(double seconds)
{
    if (seconds < 0.001)
        return say("under 1 ms");
    if (seconds < 0.0995)
        return say("%1 ms").arg(twoDigits(1000 * seconds));
    return seconds < 9.95 ? say("%1 s").arg(twoDigits(seconds)) : durationText(seconds);
}

/// "5 ms", or "5 ms to 1.2 s" if the arms differ; a dash if unknown.
QString rangeText(const std::vector<double>& values,
                  const std::function<QString(double)>& textOfValue)
{
    if (values.empty())
        return QStringLiteral("–");
    const auto [least, most] = std::ranges::minmax(values);
    QString low = textOfValue(least);
    const QString high = textOfValue(most);
    if (low == high)
        return high;
    if (const QString unit = high.section(u' ', 1); low.section(u' ', 1) == unit)
        low = low.section(u' ', 0, 0); // the unit once
    return say("%1 to %2").arg(low, high);
}

/// Of the arms that have it.
std::vector<double> perArm(const Forecast& forecast,
                           const std::function<std::optional<double>(const ArmForecast&)>& valueOf)
{
    std::vector<double> values;
    for (const ArmForecast& arm : forecast.arms)
        if (const auto value = valueOf(arm))
            values.push_back(*value);
    return values;
}

QString wholeText(double count)
{
    return countText(std::int64_t(count));
}

SummaryLine forecastLine(const QString& name, const QString& value, const QString& tip)
{
    return {.name = name, .value = value, .tip = tip, .isForecast = true};
}

std::vector<double> secondsPerRound(const Forecast& forecast, const std::vector<RunPlan>& plans)
{
    std::map<std::size_t, double> seconds;
    for (const RunPlan& plan : plans)
        if (plan.armIndex < forecast.arms.size())
            if (const auto round = roundSeconds(forecast.arms[plan.armIndex], plan))
                seconds.emplace(plan.armIndex, *round);
    std::vector<double> values;
    for (const auto& [arm, value] : seconds)
        values.push_back(value);
    return values;
}

QString refusals(const Forecast& forecast, const Experiment& experiment)
{
    QStringList sentences;
    for (std::size_t arm = 0; arm < forecast.arms.size(); ++arm) {
        const ArmForecast& tried = forecast.arms[arm];
        if (!tried.refusal.empty())
            sentences << QStringLiteral("%1: %2").arg(
                toQString(experiment.arms[arm].name),
                tried.startsCommand ? say("Not tried, because it starts a program.")
                                    : toQString(tried.refusal));
    }
    return sentences.join(u'\n');
}

/// The number of clients in the file, if it is single and no client is edited by hand.
std::optional<std::int64_t> clientsSaid(const Experiment& experiment)
{
    const Parameter* clients = experiment.data.partition.parameters.find("clients");
    if (!clients || clients->values.size() != 1 || !experiment.clients.overrides.empty())
        return std::nullopt;
    const auto* count = std::get_if<std::int64_t>(&clients->values.front());
    return count ? std::optional(*count) : std::nullopt;
}

/// Says what there is where it is too little for an arm.
SummaryLine memoryLine(const Forecast& forecast)
{
    const std::vector<double> needed = perArm(forecast, &ArmForecast::memoryBytes);
    const QString text = rangeText(needed, sizeText);
    const QString tip = say("Estimates what a run and its data set take at once");
    const std::optional<double> there = forecast.memoryAvailable;
    if (!there || std::ranges::none_of(needed, [&](double bytes) { return bytes > *there; }))
        return forecastLine(say("Memory"), text, tip);
    return forecastLine(say("Memory"),
                        say("%1, available %2").arg(text, sizeText(*there)),
                        say("Runs that need more memory than is available are refused when they "
                            "begin"));
}

QString storeText(const Forecast& forecast, const std::vector<RunPlan>& plans)
{
    const std::optional<double> bytes = foreseenDisk(forecast, plans);
    return bytes ? sizeText(*bytes) : QStringLiteral("–");
}

/// The end of a path, short enough for the panel.
QString fileText(const QString& path)
{
    constexpr qsizetype kMost = 28;
    const QString name = QFileInfo(path).fileName();
    return name.size() <= kMost ? name
                                : name.left(kMost / 2) + u'…' + name.right(kMost - kMost / 2 - 1);
}

/// The file of weights that models begin with, and which arms do; nothing if all draw theirs.
std::vector<SummaryLine> weightsLines(const Experiment& experiment)
{
    std::map<QString, QStringList> armsOf; // by file
    QStringList drawing;
    for (const Arm& arm : experiment.arms) {
        const auto& initial = arm.model ? arm.model->initial : experiment.model.initial;
        (initial ? armsOf[toQString(initial->path)] : drawing) << toQString(arm.name);
    }
    if (armsOf.empty())
        return {};
    const auto& [file, arms] = *armsOf.begin();
    const QString value = armsOf.size() > 1   ? say("%1 files").arg(armsOf.size())
                          : drawing.isEmpty() ? fileText(file)
                                              : say("%1 (%2 of %3 arms)")
                                                    .arg(fileText(file))
                                                    .arg(arms.size())
                                                    .arg(experiment.arms.size());
    QStringList tip;
    for (const auto& [path, names] : armsOf)
        tip << say("%1: %2").arg(path, names.join(QStringLiteral(", ")));
    if (!drawing.isEmpty())
        tip << say("Drawn: %1").arg(drawing.join(QStringLiteral(", ")));
    return {{.name = labelOf(fields::kInitialPath), .value = value, .tip = tip.join(u'\n')}};
}

std::vector<SummaryLine>
armLines(const Experiment& experiment, const std::vector<RunPlan>& plans, const Forecast& forecast)
{
    const auto parameters = [](const ArmForecast& arm) { return double(arm.parameters); };
    std::vector<SummaryLine> lines{
        forecastLine(say("Parameters"),
                     rangeText(perArm(forecast, parameters), wholeText),
                     say("Number of parameters in one model")),
        memoryLine(forecast),
        forecastLine(say("Run store"),
                     storeText(forecast, plans),
                     say("Estimates what all runs leave on the disk"))};
    if (!forecast.isTried)
        return lines;
    const QString trouble = refusals(forecast, experiment);
    const auto add = [&](const QString& name, const QString& value, const QString& tip) {
        lines.push_back(forecastLine(name, value, trouble.isEmpty() ? tip : trouble));
    };
    add(say("Traffic per round"),
        rangeText(perArm(forecast, &ArmForecast::bytesPerRound), sizeText),
        say("Counted over all links in a trial round"));
    add(say("Time per round"),
        rangeText(secondsPerRound(forecast, plans), shortDurationText),
        say("Measured in a trial of a few steps on this machine"));
    const auto seconds = foreseenSeconds(forecast, plans);
    add(say("Time of all runs"),
        seconds ? say("about %1").arg(durationText(*seconds)) : QStringLiteral("–"),
        say("Assumes one run after another on an otherwise idle machine"));
    return lines;
}

/// Keeps a number and its unit on one line.
QString withUnitsKept(QString text)
{
    static const QRegularExpression between(QStringLiteral("(?<=\\d) (?=\\p{L})"));
    return text.replace(between, QStringLiteral("\u00a0"));
}

/// Returns why there is no forecast, or nothing.
QString take(Result<Forecast> counted,
             std::optional<Forecast>& forecast,
             const ExperimentDocument& document)
{
    forecast.reset();
    if (!counted)
        return troubleText(
            counted.error(),
            SummaryPanel::tr("More appears when the data set's files are on this machine."),
            document);
    forecast = std::move(*counted);
    return {};
}

} // namespace

std::vector<SummaryLine> clientLines(const Forecast& forecast)
{
    const QString least = countText(forecast.smallestClient);
    const QString most = countText(forecast.largestClient);
    return {forecastLine(say("Clients"),
                         countText(std::int64_t(forecast.clients)),
                         say("Counted in the partition of the first seed")),
            forecastLine(say("Training samples"),
                         countText(forecast.trainSamples),
                         say("Counted over all clients")),
            forecastLine(say("Per client"),
                         least == most ? least : say("%1 to %2").arg(least, most),
                         say("Shows the training samples of the smallest and the largest client")),
            forecastLine(say("Test samples"),
                         countText(forecast.testSamples),
                         say("Counted over all clients, without the data set's own test samples"))};
}

std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans,
                                      const std::optional<Forecast>& forecast)
{
    const auto arms = qsizetype(experiment.arms.size());
    const auto seeds = qsizetype(experiment.seeds.size());
    std::vector<double> rounds; // arms may have their own number
    for (const RunPlan& plan : plans)
        rounds.push_back(plan.rounds);
    std::vector<SummaryLine> lines{
        {.name = say("Runs"),
         .value = countText(std::int64_t(plans.size())),
         .tip = say("Counts %1, %2 and every combination of swept values")
                    .arg(counted(arms, say("1 arm"), say("%1 arms")),
                         counted(seeds, say("1 seed"), say("%1 seeds")))},
        {.name = say("Rounds"),
         .value = rangeText(rounds, wholeText),
         .tip = say("Rounds of each run")}};
    if (forecast) {
        std::ranges::move(clientLines(*forecast), std::back_inserter(lines));
        std::ranges::move(armLines(experiment, plans, *forecast), std::back_inserter(lines));
    } else if (const auto clients = clientsSaid(experiment)) {
        lines.push_back({.name = say("Clients"),
                         .value = countText(*clients),
                         .tip = say("Read from the file")});
    }
    std::ranges::move(weightsLines(experiment), std::back_inserter(lines));
    return lines;
}

SummaryPanel::SummaryPanel(ExperimentDocument& document, std::shared_ptr<RunData> runData)
    : m_document(document)
    , m_data(std::move(runData))
    , m_noteLabel(named(makeExplanation(), "forecastNote"))
{
    setAutoFillBackground(true);
    auto* layout = columnIn(this, 10, {14, 12, 14, 12});
    layout->addWidget(makeHeading(tr("Estimated cost")));
    layout->addWidget(m_noteLabel);
    layout->addStretch();
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &SummaryPanel::renew);
    renew();
}

void SummaryPanel::setBusy(bool busy)
{
    if (m_busy == busy)
        return;
    m_busy = busy;
    if (m_trying.isBusy() || !m_forecast || !m_forecast->isTried)
        forgetTrial(); // the rest is measured when the run has ended
    renew();
}

void SummaryPanel::tryAgain()
{
    forgetTrial();
    renew();
}

void SummaryPanel::forgetTrial()
{
    m_stop.request_stop();
    m_trying.cancel();
    m_tried.reset();
    m_counted.reset();
}

void SummaryPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    renew();
}

void SummaryPanel::renew()
{
    const CheckedExperiment& checked = m_document.checked();
    if (checked.experiment && isVisible() && m_tried != checked.plans)
        startForecast();
    else if (!checked.experiment && checked.clients && isVisible() && !isCounted())
        countHeld();
    showLines();
}

/// Whether the counts belong to this experiment's clients.
bool SummaryPanel::isCounted() const
{
    const auto& wanted = m_document.checked().clients;
    return wanted && m_counted && m_counted->run.data == wanted->run.data
           && m_counted->run.clients == wanted->run.clients
           && m_counted->run.partitionSeed == wanted->run.partitionSeed;
}

/// Clients can be counted even if other parts have problems.
void SummaryPanel::countHeld()
{
    forgetTrial();
    m_counted = m_document.checked().clients;
    m_clients.reset();
    m_whyNoClients = tr("Counting the clients' samples…");
    m_trying.run([clients = m_counted, data = m_data] { return countClients(clients->run, *data); },
                 [this](Result<Forecast> counted) {
                     m_whyNoClients = take(std::move(counted), m_clients, m_document);
                     showLines();
                     emit forecastShown();
                 });
}

void SummaryPanel::startForecast()
{
    forgetTrial();
    m_stop = {};
    m_note = m_busy ? tr("Times are measured when no run is in progress.")
                    : tr("Measuring a trial round…");
    if (m_busy && isForecastNew())
        return; // it says more than counting would
    const auto plans = m_document.checked().plans;
    // As many as a run uses.
    const auto workers = std::size_t(std::max(1, QThread::idealThreadCount()));
    m_tried = plans;
    m_trying.run(
        [plans, data = m_data, onlyCount = m_busy, workers, stop = m_stop.get_token()] {
            return onlyCount ? countForecast(*plans, *data, workers)
                             : makeForecast(*plans, *data, workers, stop);
        },
        [this, plans, onlyCount = m_busy](Result<Forecast> tried) {
            m_forecastOf = plans;
            const QString trouble = take(std::move(tried), m_forecast, m_document);
            if (!onlyCount || !m_forecast)
                m_note = trouble;
            showLines();
            emit forecastShown();
        });
}

/// Whether the forecast still fits: the same clients, models and methods, arm by arm.
bool SummaryPanel::isForecastNew() const
{
    if (!m_forecast || m_forecast->arms.size() != m_document.checked().experiment->arms.size())
        return false;
    const std::vector<RunPlan>& now = *m_document.checked().plans;
    for (std::size_t arm = 0; arm < m_forecast->arms.size(); ++arm) {
        const auto old = std::ranges::find(*m_forecastOf, arm, &RunPlan::armIndex);
        const auto plan = std::ranges::find(now, arm, &RunPlan::armIndex);
        if (old == m_forecastOf->end() || plan == now.end() || old->data != plan->data
            || old->clients != plan->clients || old->model != plan->model
            || old->algorithm.name != plan->algorithm.name
            || old->sampler.name != plan->sampler.name)
            return false;
    }
    return true;
}

void SummaryPanel::showLines()
{
    const CheckedExperiment& checked = m_document.checked();
    const bool areCounted = !checked.experiment && isCounted() && m_clients;
    m_noteLabel->setText(checked.experiment ? m_note
                         : areCounted       ? tr("Fix the problems to see the rest.")
                         : isCounted() && !m_whyNoClients.isEmpty()
                             ? m_whyNoClients
                             : tr("Fix the problems to see the estimate."));
    m_noteLabel->setVisible(!m_noteLabel->text().isEmpty());
    // A forecast of other arms would not fit.
    const bool sameArms = m_forecast && checked.experiment
                          && m_forecast->arms.size() == checked.experiment->arms.size();
    // While a new one is computed, the old one stays in grey, so that nothing jumps.
    const bool isOld = sameArms && !isForecastNew();
    const bool fits = sameArms && (!isOld || m_trying.isBusy());
    std::vector<SummaryLine> lines;
    if (checked.experiment)
        lines = summaryLines(
            *checked.experiment, *checked.plans, fits ? m_forecast : std::optional<Forecast>());
    else if (areCounted)
        lines = clientLines(*m_clients);
    if (lines == m_lines && isOld == m_isOld && m_facts)
        return;
    m_isOld = isOld;
    m_lines = std::move(lines);
    delete m_facts;
    m_labels.clear();
    m_facts = new QWidget(this);
    auto* facts = new QGridLayout(m_facts);
    facts->setContentsMargins({});
    facts->setVerticalSpacing(0); // a value may be below its name
    facts->setHorizontalSpacing(kNameGap);
    facts->setColumnStretch(1, 1);
    for (const SummaryLine& line : m_lines) {
        auto* name = new QLabel(line.name, m_facts);
        name->setForegroundRole(QPalette::PlaceholderText);
        auto* value = new QLabel(withUnitsKept(line.value), m_facts);
        value->setWordWrap(true);
        if (line.isForecast && isOld)
            value->setForegroundRole(QPalette::PlaceholderText);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        name->setToolTip(line.tip);
        value->setToolTip(line.tip);
        value->setContentsMargins(0, 0, 0, kLineGap);
        m_labels.emplace_back(name, value);
    }
    arrangeLines();
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_facts);
}

/// A value that does not fit beside its name is below it: narrow columns cut it into single words.
void SummaryPanel::arrangeLines()
{
    if (!m_facts)
        return;
    auto* facts = static_cast<QGridLayout*>(m_facts->layout());
    const QMargins around = layout()->contentsMargins();
    const int room = width() - around.left() - around.right();
    int names = 0;
    for (const auto& [name, value] : m_labels)
        names = std::max(names, name->sizeHint().width());
    for (std::size_t line = 0; line < m_labels.size(); ++line) {
        const auto& [name, value] = m_labels[line];
        const int needed = value->fontMetrics().horizontalAdvance(value->text());
        const bool isBelow = names + kNameGap + needed > room;
        const int row = 2 * int(line);
        facts->removeWidget(name);
        facts->removeWidget(value);
        name->setContentsMargins(0, 0, 0, isBelow ? 0 : kLineGap);
        facts->addWidget(name, row, 0, 1, isBelow ? 2 : 1, Qt::AlignTop);
        if (isBelow)
            facts->addWidget(value, row + 1, 0, 1, 2);
        else
            facts->addWidget(value, row, 1);
    }
}

void SummaryPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeLines();
}

void SummaryPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) // the labels have the font only later
        QMetaObject::invokeMethod(this, &SummaryPanel::arrangeLines, Qt::QueuedConnection);
}

} // namespace coterie::ui
