#pragma once

#include "ui/design/field_editor.h"

class QComboBox;
class QMenu;
class QToolButton;

namespace coterie::ui {

/// One of some words; where the row may be swept, a button beside it ticks several.
class ChoiceEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ChoiceEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

private:
    void addSeveral(const FormRow& row);
    void takeSeveral();

    QComboBox* m_choice = nullptr;
    QToolButton* m_several = nullptr;
    QMenu* m_menu = nullptr;
};

} // namespace coterie::ui
