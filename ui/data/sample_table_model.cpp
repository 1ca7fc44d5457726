#include "ui/data/sample_table_model.h"

#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "ui/numbers.h"
#include "ui/views/data_words.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostRows = 200;
constexpr std::size_t kMostFeatures = 60;
constexpr int kDigits = 4; ///< of the largest number of a column, if it needs them
constexpr double kLongest = 1e7;

/// Enough decimals to tell the feature's values apart, but no more than its largest value needs for
/// four digits.
int decimalsOf(const PlainTable& table, std::size_t column)
{
    std::vector<double> numbers; // the finite ones
    for (const std::vector<QVariant>& row : table.rows)
        if (row[column].typeId() == QMetaType::Double && std::isfinite(row[column].toDouble()))
            numbers.push_back(row[column].toDouble());
    double largest = 0;
    for (const double number : numbers)
        if (std::abs(number) < kLongest)
            largest = std::max(largest, std::abs(number));
    const int before = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
    const int most = std::clamp(kDigits - std::max(before, 1), 0, kDigits);
    int needed = 0;
    for (const double number : numbers) {
        QString text = QString::number(number, 'f', most);
        const auto point = text.indexOf(u'.');
        while (text.endsWith(u'0') && point >= 0)
            text.chop(1);
        if (point >= 0)
            needed = std::max(needed, static_cast<int>(text.size() - point - 1));
    }
    return needed;
}

} // namespace

PlainTable
sampleTable(const Dataset& dataset, const Samples& samples, std::span<const std::int32_t> indices)
{
    const bool ofStreams = dataset.streams > 0;
    const bool ofDomains = !ofStreams && !samples.domains.empty();
    PlainTable table{
        .header = {say("sample"), dataset.task() == Task::Classes ? say("class") : say("target")},
        .rows = {}};
    if (ofStreams || ofDomains)
        table.header << (ofStreams || dataset.domainsAreClients ? say("client") : say("domain"));
    for (const std::int32_t index : indices.first(std::min(indices.size(), kMostRows))) {
        std::vector<QVariant> row{index, labelText(dataset, samples, index)};
        if (ofStreams) {
            const StreamNumbers numbers(dataset.streams);
            row.front() = static_cast<int>(numbers.position(index));
            row.emplace_back(QString::number(numbers.client(index)));
        } else if (ofDomains) {
            row.emplace_back(
                nameOf(dataset.domainNames, samples.domains[static_cast<std::size_t>(index)]));
        }
        if (dataset.inputsAreClasses)
            row.emplace_back(toQString(sampleText(dataset, samples, index)));
        else
            for (const double number : sampleNumbers(samples, index, kMostFeatures))
                row.emplace_back(number);
        table.rows.push_back(std::move(row));
    }
    const auto columns = table.rows.empty() ? 0 : std::ssize(table.rows.front());
    const auto before = table.header.size();
    if (dataset.inputsAreClasses)
        table.header << say("text before it");
    while (table.header.size() < columns) {
        const auto feature = std::size_t(table.header.size() - before);
        table.header << (feature < dataset.featureNames.size()
                             ? toQString(dataset.featureNames[feature])
                             : say("feature %1").arg(feature + 1));
    }
    return table;
}

void SampleTableModel::showSamples(const PlainTable& samples)
{
    setTable({}); // other samples, although their table may have the same shape
    m_decimals.clear();
    for (qsizetype column = 0; column < samples.header.size(); ++column)
        m_decimals.push_back(decimalsOf(samples, static_cast<std::size_t>(column)));
    setTable(samples);
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const
{
    const QVariant cell = PlainTableModel::data(index, SortRole);
    if (role == Qt::ToolTipRole)
        return {};
    if (role != Qt::DisplayRole || cell.typeId() != QMetaType::Double)
        return PlainTableModel::data(index, role);
    const double value = cell.toDouble();
    const int decimals = m_decimals[static_cast<std::size_t>(index.column())];
    const QString text = QString::number(value, 'f', decimals);
    // Values that round to zero here, or are wider than a column, are written in full.
    const bool isTold =
        std::isfinite(value) && std::abs(value) < kLongest && (value == 0 || text.toDouble() != 0);
    return isTold ? localNumber(withTrueMinus(text)) : numberText(value);
}

} // namespace coterie::ui
