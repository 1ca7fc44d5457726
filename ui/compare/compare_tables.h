#pragma once

#include "ui/compare/compare_data.h"
#include "ui/views/plain_table.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace coterie::ui {

/// How a cell of a comparison is to be coloured, said also in words.
enum class Judgement
{
    None,
    Within, ///< the difference is no larger than the joint deviation
    Better, ///< it is larger, to the better side
    Beyond  ///< it is larger, to the worse side or to one that is neither
};

/// A table with a verdict on some of its rows and a sentence beneath.
struct CompareTable
{
    PlainTable table;
    std::vector<Judgement> verdicts; ///< one a row, or none at all
    QString remark;
    /// Each row is of the metric that its first cell gives the key of, for files; shown in words.
    /// Units differ from row to row, so that a column's numbers have nothing in common.
    bool rowsAreMetrics = false;
    /// Where they are: how many decimals each row's numbers have; 0: as they come.
    std::vector<int> decimals = {};

    bool operator==(const CompareTable&) const = default;
};

/// The experiments' own numbers beside their papers'.
[[nodiscard]] CompareTable paperTable(const CompareData& data);
/// Every arm against one of them, over the seeds that both have; says plainly where the seeds are
/// too few for p < 0.05.
[[nodiscard]] CompareTable testTable(const CompareData& data, std::size_t baseline);
/// Rounds until the metric reaches the target.
[[nodiscard]] CompareTable targetTable(const CompareData& data, double target);
/// The best arm by each metric that can be better or worse, and the best single run.
[[nodiscard]] CompareTable bestTable(const CompareData& data);

/// A target worth asking for: what the worst of the arms came to, in few digits and so that all of
/// them reach it; absent where no arm has the metric.
[[nodiscard]] std::optional<double> proposedTarget(const CompareData& data);
/// How many places behind the point such a number needs.
[[nodiscard]] int targetDecimals(double target);

class VerdictModel;

/// A comparison as a table, its verdicts coloured, with its remark beneath.
class CompareTableView final : public QWidget
{
    Q_OBJECT

public:
    /// `title` is what a screen reader says of the table, `name` its object name.
    CompareTableView(const QString& name, const QString& title, QWidget* parent = nullptr);

    void setTable(CompareTable table);
    [[nodiscard]] const CompareTable& table() const { return m_shown; }

private:
    CompareTable m_shown;
    VerdictModel* m_model = nullptr;
    QTableView* m_view = nullptr;
    QLabel* m_remark = nullptr;
};

} // namespace coterie::ui
