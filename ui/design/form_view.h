#pragma once

#include "ui/design/form_row.h"
#include "ui/design/json_change.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QToolButton;

namespace coterie::ui {

class ExperimentDocument;
class FieldEditor;

/// Rows of settings: label and symbol, editor, unit, reset button and problem. Edits change the
/// document; those of one typing or drag are one undo step.
class FormView : public QWidget
{
    Q_OBJECT

public:
    /// The changes that set the value of a row, or reset it if absent.
    using Write = std::function<std::vector<JsonChange>(
        const JsonNode& root, const FormRow& row, const std::optional<JsonNode>& value)>;

    /// `label` names the undo step; by default "Change" with the row's label.
    FormView(ExperimentDocument& document, Write write, const QString& label = {});

    /// Rows of the same settings keep their editors, so that typing is not interrupted.
    void showRows(const std::vector<FormRow>& rows);
    /// With labels above their fields, as those that do not fit beside each other.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    [[nodiscard]] ExperimentDocument& document() const { return m_document; }
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct RowWidgets
    {
        QLabel* label = nullptr;
        FieldEditor* editor = nullptr;
        QWidget* field = nullptr; ///< the editor, or what holds a short one with its unit
        QLabel* unit = nullptr;
        QToolButton* reset = nullptr;
        QLabel* problem = nullptr;
    };

    void rebuild();
    void takeFont();
    void arrange();
    [[nodiscard]] int labelsWidth() const;
    /// Of the column of units that are not right behind their numbers.
    [[nodiscard]] int unitsWidth() const;
    /// Of the row's field with the column of units, which is so wide, and its button.
    [[nodiscard]] int fieldWidth(const RowWidgets& row, int units) const;
    /// For each row, whether its field is below its label. All but lines of text are alike.
    [[nodiscard]] std::vector<bool> rowsBelow() const;
    [[nodiscard]] RowWidgets makeRow(std::size_t index, const FormRow& row);
    void showRow(const RowWidgets& widgets, const FormRow& row);
    void takeEdit(std::size_t index, const std::optional<JsonNode>& value, bool continues);

    ExperimentDocument& m_document;
    Write m_write;
    QString m_label;
    std::vector<FormRow> m_rows;
    std::vector<RowWidgets> m_widgets;
    QWidget* m_body = nullptr;
    std::vector<bool> m_isBelow; ///< as arranged
    int m_mergeId = -1;
};

} // namespace coterie::ui
