#include "ui/design/summary_panel.h"

#include "core/run/card_ranks.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_document.h"
#include "ui/design/section_page.h"
#include "ui/frame/small_widgets.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kNameGap = 12; ///< between a name and its value
constexpr int kLineGap = 7;

/// Keeps a number and its unit on one line.
QString withUnitsKept(QString text)
{
    static const QRegularExpression between(QStringLiteral("(?<=\\d) (?=\\p{L})"));
    return text.replace(between, QStringLiteral("\u00a0"));
}

/// With the ranks and threads that a run uses; of arms that use other numbers, the most.
Result<Forecast> forecastOf(const std::vector<RunPlan>& plans,
                            RunData& data,
                            bool onlyCount,
                            const RankStart& start,
                            const std::stop_token& stop)
{
    const int ranks = ranksOfRuns(plans, {}, start.count, start.countCards).count;
    const int workers =
        ranks > 1 ? ranks * threadsOfEach(start, ranks) : QThread::idealThreadCount();
    const auto threads = static_cast<std::size_t>(std::max(1, workers));
    return onlyCount ? countForecast(plans, data, threads, ranks)
                     : makeForecast(plans, data, threads, stop, ranks);
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

void SummaryPanel::setRanks(const RankStart& start)
{
    m_ranks = start;
    tryAgain();
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
    m_tried = plans;
    m_trying.run(
        [plans, data = m_data, onlyCount = m_busy, start = m_ranks, stop = m_stop.get_token()] {
            return forecastOf(*plans, *data, onlyCount, start, stop);
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
