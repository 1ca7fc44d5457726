#pragma once

#include "ui/compare/compare_data.h"
#include "ui/views/plain_table.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace coterie::ui {

/// The verdict on a row, shown by colour and in words.
enum class Judgement
{
    None,
    Within, ///< the difference is at most the joint deviation
    Better, ///< it is larger, in the better direction
    Beyond  ///< it is larger, in the worse direction or without a better one
};

/// A table with verdicts on its rows and a remark below.
struct CompareTable
{
    PlainTable table;
    std::vector<Judgement> verdicts; ///< one per row, or none
    QString remark;
    /// The first cell of each row is a metric's name, which the screen shows as its title. Units
    /// and decimals then differ from row to row.
    bool rowsAreMetrics = false;
    /// The decimals of each row, if rows are metrics; 0: as needed.
    std::vector<int> decimals = {};

    bool operator==(const CompareTable&) const = default;
};

/// The results beside the papers' numbers.
[[nodiscard]] CompareTable paperTable(const CompareData& data);
/// Every arm tested against the baseline over their common seeds; says if these are too few for p <
/// 0.05.
[[nodiscard]] CompareTable testTable(const CompareData& data, std::size_t baseline);
[[nodiscard]] CompareTable targetTable(const CompareData& data, double target);
/// The best arm and the best run by each metric that has a better direction.
[[nodiscard]] CompareTable bestTable(const CompareData& data);

/// The default target: the worst arm's final value, rounded so that all arms reach it; absent if no
/// arm has the metric.
[[nodiscard]] std::optional<double> proposedTarget(const CompareData& data);
[[nodiscard]] int targetDecimals(double target);

class VerdictModel;

class CompareTableView final : public QWidget
{
    Q_OBJECT

public:
    /// `name` is the object name, `title` the accessible name.
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
