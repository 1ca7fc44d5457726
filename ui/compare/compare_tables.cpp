#include "ui/compare/compare_tables.h"

#include "core/math/statistics.h"
#include "core/metrics/metric_infos.h"
#include "core/metrics/shown_metric.h"
#include "ui/compare/compare_words.h"
#include "ui/frame/delegates.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// The words between a metric's name and its target.
QString reachesText(Better better)
{
    return better == Better::Lower ? say("falls to") : say("rises to");
}

QString deviationText(double deviation)
{
    return digitsText(deviation, 3);
}

/// What follows a mean when papers give its deviation over clients.
QString overClientsText(const std::optional<double>& deviation)
{
    return deviation ? say(" (sd over clients %1)").arg(deviationText(*deviation)) : QString();
}

/// With which the numbers of a column are written, so that their points align.
class PaperDecimals
{
public:
    /// A number as it is written alone: the column has its decimals too.
    void add(const QString& text)
    {
        bool isNumber = false;
        const double value = withPlainMinus(text).toDouble(&isNumber);
        m_areFixed = m_areFixed && isNumber && std::isfinite(value)
                     && !text.contains(QLatin1Char('e'), Qt::CaseInsensitive);
        if (const qsizetype point = text.indexOf(QLatin1Char('.')); point >= 0)
            m_most = std::max(m_most, int(text.size() - point - 1));
    }
    /// As it is written alone where the column holds one with an exponent.
    [[nodiscard]] QString text(double value, const QString& alone) const
    {
        return m_areFixed ? fixedText(value, m_most) : alone;
    }

private:
    int m_most = 0;
    bool m_areFixed = true;
};

/// A paper's numbers as they stand in its table.
class PaperColumn
{
public:
    explicit PaperColumn(const Comparison& paper)
        : m_over(paper.deviationOver)
    {
        const PlainNumbers inTheTable;
        for (const ComparisonRow& row : paper.rows) {
            if (row.paper)
                m_means.add(numberText(row.paper->mean));
            if (row.paper && row.paper->deviation)
                m_deviations.add(deviationText(*row.paper->deviation));
        }
    }
    [[nodiscard]] QString text(const Reference::Value& value) const
    {
        const QString mean = m_means.text(value.mean, numberText(value.mean));
        if (m_over == Reference::Over::Clients)
            return mean + overClientsText(value.deviation);
        return value.deviation
                   ? mean + QStringLiteral(" ± ")
                         + m_deviations.text(*value.deviation, deviationText(*value.deviation))
                   : mean;
    }

private:
    Reference::Over m_over;
    PaperDecimals m_means;
    PaperDecimals m_deviations;
};

/// A target of an experiment, which has the store's unit: "75 %"; errors need no sign.
QString targetText(double target, const std::string& metric)
{
    const double factor = shownMetric(metric).factor;
    return factor == 1 ? numberText(target)
                       : say("%1 %2").arg(numberText(factor * target), metricUnit(metric));
}

/// "personal accuracy (%)", "rounds until official accuracy rises to 75 %"
QString measuredText(const Comparison& paper)
{
    const QString metric = withinSentence(metricName(paper.metric));
    if (paper.target)
        return say("rounds until %1 %2 %3")
            .arg(metric, reachesText(paper.better), targetText(*paper.target, paper.metric));
    const QString unit = unitText(paper.unit);
    return unit.isEmpty() ? metric : say("%1 (%2)").arg(metric, unit);
}

/// The median, and how many seeds reached the target if not all did.
QString reachedText(const ArmTarget& rounds)
{
    const QString median = rounds.raw.median ? numberText(*rounds.raw.median) : say("not reached");
    return rounds.raw.reached == rounds.measured
               ? median
               : say("%1 (%2 of %3)")
                     .arg(median,
                          countText(static_cast<qint64>(rounds.raw.reached)),
                          countText(static_cast<qint64>(rounds.measured)));
}

/// Our number against the paper's; none if one of them is missing.
Judgement judged(const ComparisonRow& row, Better better)
{
    const std::optional<bool> within = row.isWithin();
    if (!within)
        return Judgement::None;
    if (*within)
        return Judgement::Within;
    const bool isGood = (better == Better::Higher && *row.difference > 0)
                        || (better == Better::Lower && *row.difference < 0);
    return isGood ? Judgement::Better : Judgement::Beyond;
}

QVariant verdictText(const ComparisonRow& row, Better better)
{
    const Judgement judgement = judged(row, better);
    if (judgement == Judgement::None)
        return {};
    if (std::isnan(*row.difference) || std::isnan(*row.jointDeviation))
        return say("not a number");
    if (judgement == Judgement::Within)
        return say("within");
    const bool isAbove = *row.difference > 0;
    if (better == Better::Neither)
        return isAbove ? say("above") : say("below");
    const bool isGood = judgement == Judgement::Better;
    return isAbove ? (isGood ? say("above: better") : say("above: worse"))
                   : (isGood ? say("below: better") : say("below: worse"));
}

/// As the arm is called in the other tables; a paper's method that no arm has by its own name.
QVariant methodName(const CompareData& data, std::size_t experiment, const ComparisonRow& row)
{
    const auto arm = std::ranges::find_if(data.arms, [&](const ComparedArm& each) {
        return each.experiment == experiment && each.summary.arm == row.arm
               && each.summary.sweep == row.sweep;
    });
    return arm == data.arms.end() ? wordsCell([&row] { return armWords(row.arm, row.sweep); })
                                  : arm->cell();
}

/// Of our numbers, the same in each row of the paper's table.
int ourDecimals(const Comparison& paper)
{
    constexpr int kOfPercent = 2;
    constexpr int kOfShare = 4;
    const MetricInfo* info = findMetric(paper.metric);
    if (paper.unit == "%" || paper.unit == "percent")
        return kOfPercent;
    return info && info->unit == "share" ? kOfShare : decimalsOf(paper.metric);
}

std::vector<QVariant> paperRow(const QVariant& name,
                               const ComparisonRow& row,
                               const Comparison& paper,
                               const PaperColumn& theirs)
{
    const PlainNumbers inTheTable;
    const Better better = paper.better;
    const Reference::Over over = paper.deviationOver;
    QVariant ours;
    QVariant runs;
    if (row.rounds) {
        ours = alignedCell(reachedText(*row.rounds));
        runs = static_cast<int>(row.rounds->measured);
    } else if (row.ours) {
        ours =
            alignedCell(spreadText(*row.ours, ourDecimals(paper))
                        + (over == Reference::Over::Clients ? overClientsText(row.clientDeviation)
                                                            : QString()));
        runs = static_cast<int>(row.ours->runs);
    }
    return {name,
            ours,
            runs,
            row.paper ? alignedCell(theirs.text(*row.paper)) : QVariant(),
            cellOf(row.difference),
            cellOf(row.jointDeviation),
            verdictText(row, better)};
}

bool isBetter(double one, double other, Better better)
{
    return better == Better::Lower ? one < other : one > other;
}

/// Arms with several settings for which the paper gives one number.
QStringList armsOfSeveralSettings(const std::vector<const Comparison*>& papers)
{
    QStringList arms;
    for (const Comparison* const paper : papers)
        for (const ComparisonRow& row : paper->rows)
            if (const QString arm = toQString(row.arm);
                row.paper && !arms.contains(arm)
                && std::ranges::count(paper->rows, row.arm, &ComparisonRow::arm) > 1)
                arms << arm;
    return arms;
}

} // namespace

CompareTable paperTable(const CompareData& data)
{
    std::vector<const Comparison*> papers;
    std::vector<std::size_t> experiments; // of each
    QStringList sources;
    for (std::size_t experiment = 0; experiment < data.experiments.size(); ++experiment)
        for (const Comparison& paper : data.experiments[experiment].papers) {
            papers.push_back(&paper);
            experiments.push_back(experiment);
            sources << say("%1: %2").arg(toQString(paper.source), measuredText(paper));
        }
    sources.removeDuplicates(); // the same experiment, changed by hand
    CompareTable made;
    made.table.header = {say("Method"),
                         say("Ours"),
                         say("n"),
                         say("Paper"),
                         say("Difference"),
                         say("Joint deviation"),
                         say("Verdict")};
    const bool several = sources.size() > 1; // a method then has more than one row
    if (several)
        made.table.header.insert(1, say("Measured"));
    for (std::size_t i = 0; i < papers.size(); ++i) {
        const Comparison* const paper = papers[i];
        const PaperColumn theirs(*paper);
        for (const ComparisonRow& row : paper->rows) {
            std::vector<QVariant> cells =
                paperRow(methodName(data, experiments[i], row), row, *paper, theirs);
            if (several)
                cells.insert(cells.begin() + 1,
                             wordsCell([paper] { return measuredText(*paper); }));
            made.table.rows.push_back(std::move(cells));
            made.verdicts.push_back(judged(row, paper->better));
        }
    }
    made.remark = sources.isEmpty()
                      ? say("The experiments of the selected runs quote no numbers from a paper.")
                      : say("%1. Deviations are over seeds (ddof 0). The joint deviation is "
                            "√(ours² + paper²).")
                            .arg(sources.join(QStringLiteral("; ")));
    if (const QStringList arms = armsOfSeveralSettings(papers); !arms.isEmpty())
        made.remark += (several ? say(" Each table of the paper gives one number for %1, whatever "
                                      "the setting; each of our settings is compared with it.")
                                : say(" The paper gives one number for %1, whatever the setting; "
                                      "each of our settings is compared with it."))
                           .arg(arms.join(QStringLiteral(", ")));
    if (std::ranges::any_of(papers, [](const Comparison* paper) {
            return paper->deviationOver == Reference::Over::Clients;
        }))
        made.remark += say(" Deviations over clients are over clients and seeds together; they are "
                           "not joined with those over seeds.");
    if (std::ranges::any_of(papers,
                            [](const Comparison* paper) { return paper->target.has_value(); }))
        made.remark += say(" Rounds to a target are medians over seeds; a seed that never reaches "
                           "it counts as infinitely many rounds.");
    return made;
}

namespace {

/// "35.56 %"
QString withUnit(double value, const std::string& metric)
{
    const QString unit = metricUnit(metric);
    return unit.isEmpty() ? numberText(value) : say("%1 %2").arg(numberText(value), unit);
}

QString smoothingText(const CompareData& data)
{
    const auto isShort = [](const MetricCurve& curve) {
        return curve.values.size() < kSavitzkyGolayWindow;
    };
    const bool areShort = std::ranges::any_of(data.arms, [&](const ComparedArm& arm) {
        return std::ranges::any_of(arm.curves, isShort);
    });
    const QString usual = say("Savitzky–Golay, %1 points, order 3").arg(kSavitzkyGolayWindow);
    return areShort ? say("%1; shorter curves are fitted by one cubic").arg(usual) : usual;
}

} // namespace

CompareTable targetTable(const CompareData& data, double target)
{
    CompareTable made;
    made.table.header = {say("Arm"),
                         say("Runs"),
                         say("Reached"),
                         say("Median round"),
                         say("Reached, smoothed"),
                         say("Median, smoothed"),
                         say("Speed-up")};
    std::optional<double> first;
    for (std::size_t i = 0; i < data.arms.size(); ++i) {
        const ArmTarget line = roundsToTargetOf(data.arms[i], target, data.better);
        if (i == 0)
            first = line.raw.median;
        made.table.rows.push_back(
            {data.arms[i].cell(),
             static_cast<int>(line.measured),
             static_cast<int>(line.raw.reached),
             cellOf(line.raw.median),
             static_cast<int>(line.smoothed.reached),
             cellOf(line.smoothed.median),
             first && line.raw.median && data.arms[i].data == data.arms.front().data
                 ? QVariant(*first / *line.raw.median)
                 : QVariant()});
    }
    made.remark =
        data.better == Better::Neither
            ? say("%1 has no better direction. Choose another metric.").arg(metricName(data.metric))
            : say("Rounds until %1 %2 %3. The default target is the worst arm's final value. A run "
                  "that never reaches it counts as infinitely many rounds. Smoothed: %4. Speed-up: "
                  "the first arm's median divided by this arm's, where both have the same data.")
                  .arg(withinSentence(metricName(data.metric)),
                       reachesText(data.better),
                       withUnit(target, data.metric),
                       smoothingText(data));
    return made;
}

std::optional<double> proposedTarget(const CompareData& data)
{
    std::optional<double> worst;
    for (const ComparedArm& arm : data.arms) {
        const Spread* spread = arm.summary.find(data.metric);
        if (spread && std::isfinite(spread->mean)
            && (!worst || isBetter(*worst, spread->mean, data.better)))
            worst = spread->mean;
    }
    if (!worst)
        return std::nullopt;
    const double unit = std::pow(10.0, targetDecimals(*worst));
    double steps = std::round(*worst * unit);
    while (isBetter(steps / unit, *worst, data.better)) // rounded to a value that was not reached
        steps += data.better == Better::Lower ? 1 : -1;
    return steps / unit;
}

int targetDecimals(double target)
{
    constexpr int kDigits = 5;
    constexpr int kMost = 12;
    const int before =
        target == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(target)))) + 1;
    return std::clamp(kDigits - before, 0, kMost);
}

/// The table with coloured verdicts; the last column has them in words.
class VerdictModel final : public PlainTableModel
{
public:
    VerdictModel(const CompareTable& shown, QWidget* view)
        : PlainTableModel(view)
        , m_view(view)
        , m_shown(shown)
    {}

    /// After the table was changed.
    void update()
    {
        m_decimals.clear();
        if (!m_shown.rowsAreMetrics)
            for (qsizetype column = 0; column < m_shown.table.header.size(); ++column)
                m_decimals.push_back(
                    commonDecimals(m_shown.table, static_cast<std::size_t>(column)));
        setTable(m_shown.table);
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        const auto row = static_cast<std::size_t>(index.row());
        if (role == Qt::ForegroundRole && row < m_shown.verdicts.size()
            && m_shown.verdicts[row] != Judgement::None
            && index.column() + kJudged >= columnCount()) {
            const PlotTheme theme = PlotTheme::of(*m_view);
            return m_shown.verdicts[row] == Judgement::Within   ? theme.agreement
                   : m_shown.verdicts[row] == Judgement::Better ? theme.betterment
                                                                : theme.warning;
        }
        const auto column = static_cast<std::size_t>(index.column());
        const std::optional<int> common =
            column < m_decimals.size() ? m_decimals[column] : std::nullopt;
        const int own = row < m_shown.decimals.size() ? m_shown.decimals[row] : 0;
        if (role == Qt::DisplayRole && (common || own > 0)) {
            const QVariant value = data(index, SortRole);
            if (value.typeId() == QMetaType::Double && std::isfinite(value.toDouble()))
                return common ? cellText(value.toDouble(), *common)
                              : columnText(value.toDouble(), own);
        }
        const QVariant cell = PlainTableModel::data(index, role);
        return role == Qt::DisplayRole && m_shown.rowsAreMetrics && column == 0
                   ? metricText(cell.toString().section(QLatin1Char(' '), 0, 0).toStdString())
                   : cell;
    }

private:
    static constexpr int kJudged = 3; ///< the last columns: difference, deviation, verdict

    QWidget* m_view;
    const CompareTable& m_shown;
    std::vector<std::optional<int>> m_decimals; ///< of each column, which aligns the decimal points
};

CompareTableView::CompareTableView(const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_model(new VerdictModel(m_shown, this))
    , m_view(new QTableView(this))
    , m_remark(textLabel(this))
{
    m_view->setObjectName(name);
    m_view->setAccessibleName(title);
    m_view->setToolTip(tr("Point at a number to see all its digits"));
    m_view->setModel(m_model);
    dressTable(*m_view);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_remark->setTextFormat(Qt::PlainText); // it quotes the experiment's file
    m_remark->setContentsMargins(12, 6, 12, 8);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_remark);
}

void CompareTableView::setTable(CompareTable table)
{
    if (table == m_shown)
        return;
    m_shown = std::move(table);
    m_model->update();
    m_view->viewport()->update(); // other verdicts of the same numbers
    // A last column of words takes the remaining width, one of numbers does not.
    const QVariant alignment =
        m_model->headerData(m_model->columnCount() - 1, Qt::Horizontal, Qt::TextAlignmentRole);
    m_view->horizontalHeader()->setStretchLastSection(!(alignment.toInt() & Qt::AlignRight));
    m_remark->setText(m_shown.remark);
    const bool isEmpty = m_shown.table.rows.empty(); // the remark says why
    m_view->setVisible(!isEmpty);
    m_remark->setAlignment(isEmpty ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace coterie::ui
