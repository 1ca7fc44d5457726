#include "ui/data/sample_table_model.h"

#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "ui/views/data_words.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

void SampleTableModel::setTable(SampleTable table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
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
    return numberText(row.numbers[static_cast<std::size_t>(column - featuresFrom())]);
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
