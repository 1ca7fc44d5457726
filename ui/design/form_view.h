#pragma once

#include "ui/design/form_row.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QToolButton;

namespace coterie::ui {

class FieldEditor;

/// Rows of settings: label and symbol, editor, unit, reset button and problem.
class FormView final : public QWidget
{
    Q_OBJECT

public:
    explicit FormView(QWidget* parent = nullptr);

    /// Rows of the same settings keep their editors, so that typing is not interrupted.
    void show(const std::vector<FormRow>& rows);

signals:
    /// Absent: reset. `continues` as in FieldEditor.
    void edited(const FormRow& row, const std::optional<JsonNode>& value, bool continues);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct RowWidgets
    {
        QLabel* label = nullptr;
        FieldEditor* editor = nullptr;
        QLabel* unit = nullptr;
        QToolButton* reset = nullptr;
        QLabel* problem = nullptr;
    };

    [[nodiscard]] bool hasSameRows(const std::vector<FormRow>& rows) const;
    void rebuild();
    [[nodiscard]] RowWidgets makeRow(std::size_t index, const FormRow& row);
    void showRow(const RowWidgets& widgets, const FormRow& row);

    std::vector<FormRow> m_rows;
    std::vector<RowWidgets> m_widgets;
    QWidget* m_body = nullptr;
};

} // namespace coterie::ui
