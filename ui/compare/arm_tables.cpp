#include "core/math/statistics.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_words.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <vector>

// The tables that say which arm is better: paired tests, and the best by each metric.

namespace coterie::ui {

namespace {

constexpr double kLevel = 0.05;

/// Equal within the rounding of a mean or of a sum over clients.
bool areAlike(double one, double other)
{
    constexpr double kRounding = 1e-12;
    return one == other
           || std::abs(one - other) <= kRounding * std::max(std::abs(one), std::abs(other));
}

enum class Likeness
{
    Different,
    Rounded,   ///< equal within rounding, with every common seed
    Last,      ///< equal to the bit in the last evaluated round
    EveryRound ///< and in all rounds
};

Likeness likenessOf(const ComparedArm& one, const ComparedArm& other, const std::string& metric)
{
    const auto ours = one.summary.ofSeeds.find(metric);
    const auto theirs = other.summary.ofSeeds.find(metric);
    if (ours == one.summary.ofSeeds.end() || theirs == other.summary.ofSeeds.end())
        return Likeness::Different;
    const auto curveOf = [](const ComparedArm& arm, std::uint64_t seed) {
        for (std::size_t i = 0; i < arm.summary.seeds.size(); ++i)
            if (arm.summary.seeds[i] == seed)
                return std::ranges::find(arm.curves, arm.summary.runs[i], &MetricCurve::run);
        return arm.curves.end();
    };
    Likeness likeness = Likeness::EveryRound;
    for (const SeedValue& mine : ours->second) {
        const auto pair = std::ranges::find(theirs->second, mine.seed, &SeedValue::seed);
        if (pair == theirs->second.end())
            continue;
        if (!areAlike(mine.value, pair->value)) // also where one is NaN
            return Likeness::Different;
        if (mine.value != pair->value)
            likeness = Likeness::Rounded;
        if (likeness != Likeness::EveryRound)
            continue;
        const auto left = curveOf(one, mine.seed);
        const auto right = curveOf(other, mine.seed);
        if (left == one.curves.end() || right == other.curves.end() || left->rounds != right->rounds
            || left->values != right->values)
            likeness = Likeness::Last;
    }
    return likeness;
}

QString likenessText(Likeness likeness, std::size_t seeds)
{
    const QString count =
        counted(static_cast<qsizetype>(seeds), say("1 seed"), say("all %1 seeds"));
    return (likeness == Likeness::EveryRound ? say("identical in every round (%1)")
            : likeness == Likeness::Last     ? say("identical in the last round (%1)")
                                             : say("equal within rounding (%1)"))
        .arg(count);
}

/// The test's result in words; first whether the seeds allow one.
QString testWords(const PairedComparison& pair, Likeness likeness)
{
    if (pair.seeds == 0)
        return say("no common seed");
    if (likeness != Likeness::Different)
        return likenessText(likeness, pair.seeds);
    const double smallest = smallestWilcoxonP(pair.seeds);
    if (smallest >= kLevel)
        return say("n = %1 is too small: the smallest possible p of Wilcoxon's test is %2")
            .arg(pair.seeds)
            .arg(numberText(smallest));
    if (!pair.wilcoxon.p)
        return say("all differences are zero, or one is not a number");
    const bool ranks = *pair.wilcoxon.p < kLevel;
    const bool means = pair.student.p && *pair.student.p < kLevel;
    if (ranks && means)
        return say("p < 0.05 by both tests");
    if (ranks)
        return say("p < 0.05 by Wilcoxon's test, not by the t test");
    if (means)
        return say("p < 0.05 by the t test, not by Wilcoxon's");
    return say("no significant difference");
}

bool haveOneData(const CompareData& data)
{
    return std::ranges::all_of(
        data.arms, [&](const ComparedArm& arm) { return arm.data == data.arms.front().data; });
}

/// The best of several values by a metric, with all that tie.
template <typename Key>
class Best
{
public:
    explicit Best(Better better)
        : m_better(better)
    {}

    void add(double value, Key key)
    {
        if (!std::isfinite(value))
            return;
        if (!m_keys.empty() && areAlike(value, m_value)) {
            m_keys.push_back(std::move(key));
            return;
        }
        if (!m_keys.empty() && !(m_better == Better::Lower ? value < m_value : value > m_value))
            return;
        m_value = value;
        m_keys = {std::move(key)};
    }
    [[nodiscard]] const std::vector<Key>& keys() const { return m_keys; }
    [[nodiscard]] double value() const { return m_value; }

private:
    Better m_better;
    double m_value = 0;
    std::vector<Key> m_keys;
};

/// What several have, each once.
template <typename Key, typename TextOf>
QString joined(const std::vector<Key>& keys, const TextOf& textOf, const char* between = ", ")
{
    QStringList texts;
    for (const Key& key : keys)
        texts << textOf(key);
    texts.removeDuplicates();
    constexpr qsizetype kMost = 6;
    const qsizetype more = texts.size() - kMost;
    const QString named = texts.mid(0, kMost).join(QLatin1String(between));
    return more > 0 ? say("%1 and %2 more").arg(named, countText(more)) : named;
}

} // namespace

CompareTable testTable(const CompareData& data, std::size_t baseline)
{
    CompareTable made;
    made.table.header = {say("Arm"),
                         say("n"),
                         say("Mean difference"),
                         say("sd"),
                         say("W"),
                         say("p (Wilcoxon, exact)"),
                         say("t"),
                         say("p (t)"),
                         say("Result")};
    if (baseline >= data.arms.size())
        return made;
    const ComparedArm& base = data.arms[baseline];
    for (std::size_t i = 0; i < data.arms.size(); ++i) {
        if (i == baseline)
            continue;
        if (data.arms[i].data != base.data) {
            made.table.rows.push_back(std::vector<QVariant>(std::size_t(made.table.header.size())));
            made.table.rows.back().front() = data.arms[i].cell();
            made.table.rows.back().back() = say("not the same data");
            continue;
        }
        const PairedComparison pair =
            comparePaired(data.arms[i].summary, base.summary, data.metric);
        const Likeness likeness = likenessOf(data.arms[i], base, data.metric);
        made.table.rows.push_back(
            {data.arms[i].cell(),
             static_cast<int>(pair.seeds),
             pair.difference ? QVariant(pair.difference->mean) : QVariant(),
             pair.difference && pair.seeds > 1 ? QVariant(pair.difference->deviation) : QVariant(),
             pair.wilcoxon.p ? QVariant(pair.wilcoxon.statistic) : QVariant(),
             cellOf(pair.wilcoxon.p),
             pair.student.p ? QVariant(pair.student.statistic) : QVariant(),
             cellOf(pair.student.p),
             wordsCell([&] { return testWords(pair, likeness); })});
    }
    if (made.table.rows.empty()) {
        made.remark = say("Select runs of two or more arms to test the differences between them.");
        return made;
    }
    made.remark =
        say("Each arm minus %1, paired by seed: %2 in the last evaluated round of finished runs. "
            "Two-sided, not corrected for multiple tests. sd uses ddof 0, t uses n − 1.")
            .arg(base.label, withinSentence(metricName(data.metric)));
    if (!haveOneData(data))
        made.remark += say(" Arms with other data than the baseline's are not tested against it.");
    return made;
}

CompareTable bestTable(const CompareData& data)
{
    CompareTable made;
    made.table.header = {
        say("Metric"), say("Best arm"), say("Mean ± sd"), say("n"), say("Best run"), say("Value")};
    constexpr const char* kBetweenArms = "; "; // their settings have commas
    bool haveTies = false;
    for (const std::string& name : data.metrics) {
        const MetricInfo* info = findMetric(name);
        if (!info || info->better == Better::Neither)
            continue;
        Best<const ComparedArm*> arms(info->better);
        Best<std::int64_t> runs(info->better);
        for (const ComparedArm& arm : data.arms) {
            const Spread* spread = arm.summary.find(name);
            if (!spread)
                continue;
            arms.add(spread->mean, &arm);
            for (const SeedValue& of : arm.summary.ofSeeds.find(name)->second) {
                const auto seed = std::ranges::find(arm.summary.seeds, of.seed);
                runs.add(
                    of.value,
                    arm.summary.runs[static_cast<std::size_t>(seed - arm.summary.seeds.begin())]);
            }
        }
        if (arms.keys().empty())
            continue;
        haveTies = haveTies || arms.keys().size() > 1 || runs.keys().size() > 1;
        const int decimals = decimalsOf(name);
        const auto spreadOfArm = [&](const ComparedArm* arm) { return arm->summary.find(name); };
        const PlainNumbers inTheTable;
        const QString counts = joined(arms.keys(), [&](const ComparedArm* arm) {
            return countText(static_cast<qint64>(spreadOfArm(arm)->runs));
        });
        made.table.rows.push_back(
            {metricInFiles(name),
             wordsCell(
                 joined(
                     arms.keys(),
                     [](const ComparedArm* arm) { return arm->cell().toString(); },
                     kBetweenArms),
                 joined(
                     arms.keys(), [](const ComparedArm* arm) { return arm->label; }, kBetweenArms)),
             alignedCell(joined(
                 arms.keys(),
                 [&](const ComparedArm* arm) { return spreadText(*spreadOfArm(arm), decimals); })),
             counts.contains(QStringLiteral(", "))
                 ? alignedCell(counts)
                 : QVariant(static_cast<int>(spreadOfArm(arms.keys().front())->runs)),
             runs.keys().size() == 1
                 ? runCell(data.runs, runs.keys().front())
                 : QVariant(
                     joined(runs.keys(),
                            [&](std::int64_t run) { return runCell(data.runs, run).toString(); })),
             runs.keys().empty() ? QVariant() : QVariant(runs.value())});
        made.decimals.push_back(decimals);
    }
    made.rowsAreMetrics = true;
    if (made.table.rows.empty()) {
        made.remark = say("None of the selected runs has finished.");
        return made;
    }
    made.remark =
        say("Values of the last evaluated round of finished runs; mean ± sd over seeds (ddof 0).");
    if (haveTies)
        made.remark +=
            say(" Where several are named, they tie: their values are equal, or differ by "
                "no more than rounding.");
    if (!haveOneData(data))
        made.remark += say(" The arms do not all have the same data, so the best one may only have "
                           "the easier task.");
    return made;
}

} // namespace coterie::ui
