#pragma once

#include "core/data/dataset.h"

#include <QAbstractTableModel>

namespace coterie::ui {

/// One sample of a table as it is shown.
struct SampleRow
{
    std::int32_t index = 0;
    QString label;
    QString from; ///< the domain, or the client whose stream it is of
    std::vector<double> numbers;
};

/// Samples of a table, all of one data set.
struct SampleTable
{
    QString labelTitle; ///< "class", "target"
    QString fromTitle;  ///< "domain", "client"; empty: no such column
    std::vector<SampleRow> rows;
};

/// The first samples of a table: number, label, where they are from, then the features.
class SampleTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostRows = 200;
    static constexpr std::size_t kMostFeatures = 60;

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(SampleTable table);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] int featuresFrom() const { return m_table.fromTitle.isEmpty() ? 2 : 3; }

    /// Of one feature, all with as many digits behind the point, which so stand in line.
    [[nodiscard]] QString numberAt(const SampleRow& row, std::size_t feature) const;

    SampleTable m_table;
    std::vector<int> m_decimals; ///< of each feature
};

/// These samples, as many as the model shows.
[[nodiscard]] SampleTable
sampleTable(const Dataset& dataset, const Samples& samples, std::span<const std::int32_t> indices);

} // namespace coterie::ui
