#pragma once

#include "ui/design/field_editor.h"

class QCheckBox;

namespace coterie::ui {

/// Yes or no.
class TruthEditor final : public FieldEditor
{
    Q_OBJECT

public:
    TruthEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

protected:
    bool event(QEvent* event) override;

private:
    void raiseBox();

    QCheckBox* m_box = nullptr;
};

} // namespace coterie::ui
