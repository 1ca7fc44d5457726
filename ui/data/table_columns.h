#pragma once

#include "core/data/table_preview.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTableWidget;

namespace coterie::ui {

/// The first rows of an own table, with a choice above each column of what it is for.
class TableColumns final : public QWidget
{
    Q_OBJECT

public:
    explicit TableColumns(QWidget* parent = nullptr);

    void showTable(const Part& part, const TablePreview& preview);

signals:
    /// The data set with the parameters that the choice changes.
    void chosen(const Part& part);

private:
    QComboBox* makeRole(std::size_t column);
    void makeRolesInSight();
    [[nodiscard]] QString missingText() const;

    Part m_part;
    TablePreview m_preview;
    QTableWidget* m_table = nullptr;
    QLabel* m_file = nullptr;
    QLabel* m_missing = nullptr;
};

} // namespace coterie::ui
