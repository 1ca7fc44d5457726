#pragma once

#include "core/data/dataset.h"

#include <QAbstractTableModel>

namespace coterie::ui {

/// A table row as shown.
struct SampleRow
{
    std::int32_t index = 0;
    QString label;
    QString from; ///< the domain, or the client of a stream
    std::vector<double> numbers;
};

/// Rows of one data set.
struct SampleTable
{
    QString labelTitle; ///< "class", "target"
    QString fromTitle;  ///< "domain", "client"; empty if there is no such column
    std::vector<SampleRow> rows;
};

/// The first samples of a table: number, label, origin, features.
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

    /// With the same number of decimals for all values of a feature, so that they align.
    [[nodiscard]] QString numberAt(const SampleRow& row, std::size_t feature) const;

    SampleTable m_table;
    std::vector<int> m_decimals; ///< of each feature
};

/// The rows of these samples, as many as the model shows.
[[nodiscard]] SampleTable
sampleTable(const Dataset& dataset, const Samples& samples, std::span<const std::int32_t> indices);

} // namespace coterie::ui
