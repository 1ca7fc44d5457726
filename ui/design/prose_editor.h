#pragma once

#include "ui/design/field_editor.h"

class QPlainTextEdit;

namespace coterie::ui {

/// Some sentences, on as many lines as they need.
class ProseEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ProseEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPlainTextEdit* m_text = nullptr;
    bool m_continues = false;
};

} // namespace coterie::ui
