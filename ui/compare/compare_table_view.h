#pragma once

#include "ui/compare/compare_tables.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace coterie::ui {

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
