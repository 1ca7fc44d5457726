#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>

#include <optional>
#include <vector>

namespace coterie::ui {

/// The numbers behind a view: what "Show as table" lists and what is copied or saved from it. A
/// cell is a double, a whole number, a text or, where there is nothing, invalid.
struct PlainTable
{
    QStringList header;
    std::vector<std::vector<QVariant>> rows;

    bool operator==(const PlainTable&) const = default;
};

/// A cell that holds a number, not a text.
[[nodiscard]] bool isNumber(const QVariant& cell);

/// Comma-separated, fields quoted where they must be, numbers in the fewest digits that read back.
[[nodiscard]] QString csvText(const PlainTable& table);

/// Tabs between the cells and the heads above, for a spreadsheet to paste; numbers as in CSV.
[[nodiscard]] QString tabbedText(const PlainTable& table);

/// With how many decimals a column's numbers stand in line, in four digits or so; absent where that
/// would hide one of them, or there is none.
[[nodiscard]] std::optional<int> commonDecimals(const PlainTable& table, std::size_t column);

/// What a model's rows hold under this role, in their order.
[[nodiscard]] PlainTable tableOf(const QAbstractItemModel& model, int role);

class PlainTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        SortRole = Qt::UserRole + 1
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(PlainTable table);
    [[nodiscard]] const PlainTable& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    PlainTable m_table;
};

/// For a README: a pipe table, numbers to the right.
[[nodiscard]] QString markdownText(const PlainTable& table);
/// For a paper: a booktabs tabular, numbers to the right, everything escaped that LaTeX would read.
[[nodiscard]] QString latexText(const PlainTable& table);

/// The forms in which a table can be saved, for a file dialog.
[[nodiscard]] QString tableFilters();
/// Writes it in the form that the file's ending says: .tex, .md or, for anything else, CSV. Empty,
/// or what went wrong.
[[nodiscard]] QString saveTable(const QString& path, const PlainTable& table);

} // namespace coterie::ui
