#pragma once

#include "core/data/dataset.h"
#include "ui/views/plain_table.h"

namespace coterie::ui {

/// The first of these samples, one per row: number, label, domain or client of a stream, features.
[[nodiscard]] PlainTable
sampleTable(const Dataset& dataset, const Samples& samples, std::span<const std::int32_t> indices);

/// Shows such a table with the same number of decimals for all values of a feature, so that they
/// align.
class SampleTableModel final : public PlainTableModel
{
    Q_OBJECT

public:
    using PlainTableModel::PlainTableModel;

    void showSamples(const PlainTable& samples);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<int> m_decimals; ///< of each column
};

} // namespace coterie::ui
