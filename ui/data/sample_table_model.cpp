#include "ui/data/sample_table_model.h"

#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "ui/views/data_words.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr int kDigits = 4; ///< of the largest number of a column, if it needs them
constexpr double kLongest = 1e7;

/// Enough decimals to tell the feature's values apart, but no more than its largest value needs for
/// four digits.
int decimalsOf(const std::vector<SampleRow>& rows, std::size_t feature)
{
    double largest = 0;
    for (const SampleRow& row : rows)
        if (const double size = std::abs(row.numbers[feature]); size < kLongest)
            largest = std::max(largest, size);
    const int before = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
    const int most = std::clamp(kDigits - std::max(before, 1), 0, kDigits);
    int needed = 0;
    for (const SampleRow& row : rows) {
        if (!std::isfinite(row.numbers[feature]))
            continue;
        QString text = QString::number(row.numbers[feature], 'f', most);
        const auto point = text.indexOf(u'.');
        while (text.endsWith(u'0') && point >= 0)
            text.chop(1);
        if (point >= 0)
            needed = std::max(needed, static_cast<int>(text.size() - point - 1));
    }
    return needed;
}

} // namespace

void SampleTableModel::setTable(SampleTable table)
{
    beginResetModel();
    m_table = std::move(table);
    m_decimals.clear();
    if (!m_table.rows.empty())
        for (std::size_t feature = 0; feature < m_table.rows.front().numbers.size(); ++feature)
            m_decimals.push_back(decimalsOf(m_table.rows, feature));
    endResetModel();
}

QString SampleTableModel::numberAt(const SampleRow& row, std::size_t feature) const
{
    const double value = row.numbers[feature];
    const QString text = QString::number(value, 'f', m_decimals[feature]);
    // Values that round to zero here, or are wider than a column, are written in full.
    const bool isTold =
        std::isfinite(value) && std::abs(value) < kLongest && (value == 0 || text.toDouble() != 0);
    return isTold ? withTrueMinus(text) : numberText(value);
}

int SampleTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int SampleTableModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || m_table.rows.empty())
        return 0;
    return featuresFrom() + static_cast<int>(m_table.rows.front().numbers.size());
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SampleRow& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return int(column == 0 || column >= featuresFrom() ? Qt::AlignRight | Qt::AlignVCenter
                                                           : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (column == 0)
        return row.index;
    if (column == 1)
        return row.label;
    if (column < featuresFrom())
        return row.from;
    return numberAt(row, static_cast<std::size_t>(column - featuresFrom()));
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(section == 0 || section >= featuresFrom() ? Qt::AlignRight | Qt::AlignVCenter
                                                             : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return tr("sample");
    if (section == 1)
        return m_table.labelTitle;
    if (section < featuresFrom())
        return m_table.fromTitle;
    return tr("feature %1").arg(section - featuresFrom() + 1);
}

SampleTable
sampleTable(const Dataset& dataset, const Samples& samples, std::span<const std::int32_t> indices)
{
    using Model = SampleTableModel;
    SampleTable table{.labelTitle = dataset.task() == Task::Classes ? Model::tr("class")
                                                                    : Model::tr("target"),
                      .fromTitle = {},
                      .rows = {}};
    if (dataset.streams > 0)
        table.fromTitle = Model::tr("client");
    else if (!samples.domains.empty())
        table.fromTitle = Model::tr("domain");
    for (const std::int32_t index : indices.first(std::min(indices.size(), Model::kMostRows))) {
        SampleRow row{.index = index,
                      .label = labelText(dataset, samples, index),
                      .from = {},
                      .numbers = sampleNumbers(samples, index, Model::kMostFeatures)};
        if (dataset.streams > 0) {
            const StreamNumbers numbers(dataset.streams);
            row.index = static_cast<std::int32_t>(numbers.position(index));
            row.from = QString::number(numbers.client(index));
        } else if (!samples.domains.empty()) {
            row.from =
                nameOf(dataset.domainNames, samples.domains[static_cast<std::size_t>(index)]);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace coterie::ui
