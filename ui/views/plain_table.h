#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

/// The numbers behind a view, to be shown, copied or saved. A cell is a double, a whole number, a
/// text, a text of several numbers or, if empty, invalid.
struct PlainTable
{
    QStringList header;
    std::vector<std::vector<QVariant>> rows;
    /// Titles such as "v = 0.1" are shown in the language's format; others may be names.
    bool hasNumbersInHeader = false;
    /// On screen; empty: the header, which then is that of files too.
    QStringList shownHeader = {};

    enum class Decimals
    {
        Own,     ///< of each number
        Columns, ///< on screen all numbers of a column have equally many
        Rows     ///< or all of a row
    };
    Decimals decimals = Decimals::Own;

    bool operator==(const PlainTable&) const = default;
};

/// A column with the names of the clients in this one, right of it, if there are names; see
/// FederationFacts.
void addNames(PlainTable& table, int clients, std::span<const std::string> names);

[[nodiscard]] inline QVariant cellOf(const std::optional<double>& value)
{
    return value ? QVariant(*value) : QVariant();
}

/// A text of several numbers, "20.14 ± 2.34", made under PlainNumbers: as files have it, and shown
/// in the language's format.
[[nodiscard]] QVariant numbersCell(const QString& plain);
/// The same in a column of such texts with equally many decimals, which stand right, as numbers do.
[[nodiscard]] QVariant alignedCell(const QString& plain);

/// A text with numbers in it, such as the name of an arm: as files have it, and as it is shown.
[[nodiscard]] QVariant wordsCell(const QString& plain, const QString& shown);
/// The same of what `make` writes.
[[nodiscard]] QVariant wordsCell(const std::function<QString()>& make);

[[nodiscard]] bool isNumber(const QVariant& cell);

/// The decimals with which the numbers of a column are aligned, at about four digits; absent if
/// that would hide one of them, or there is none.
[[nodiscard]] std::optional<int> commonDecimals(const PlainTable& table, std::size_t column);

[[nodiscard]] PlainTable tableOf(const QAbstractItemModel& model, int role);

class PlainTableModel : public QAbstractTableModel
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
    [[nodiscard]] QString shownNumber(double value, const QModelIndex& index) const;

    PlainTable m_table;
    std::vector<bool> m_isNumeric; ///< of each column: whether one of its cells is a number
    /// Of each column or row, as PlainTable::decimals says; absent: each number has its own.
    std::vector<std::optional<int>> m_decimals;
};

/// Comma-separated, fields quoted where needed, numbers in the fewest digits that read back.
[[nodiscard]] QString csvText(const PlainTable& table);
/// Separated by tabs, to paste into a spreadsheet; numbers as in CSV.
[[nodiscard]] QString tabbedText(const PlainTable& table);
/// A pipe table, for a README; numbers to the right.
[[nodiscard]] QString markdownText(const PlainTable& table);
/// A booktabs tabular, for a paper; numbers to the right, special characters escaped.
[[nodiscard]] QString latexText(const PlainTable& table);

/// The formats for a file dialog.
[[nodiscard]] QString tableFilters();
/// Writes the format of the file's ending: .tex, .md or, for anything else, CSV. Returns what went
/// wrong, else nothing.
[[nodiscard]] QString saveTable(const QString& path, const PlainTable& table);

} // namespace coterie::ui
