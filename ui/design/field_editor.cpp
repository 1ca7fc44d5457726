#include "ui/design/field_editor.h"

#include "ui/design/choice_editor.h"
#include "ui/design/metric_editor.h"
#include "ui/design/prose_editor.h"
#include "ui/design/text_field_editor.h"
#include "ui/design/truth_editor.h"
#include "ui/frame/plot_theme.h"

#include <QEvent>
#include <QGuiApplication>

namespace coterie::ui {

FieldEditor::FieldEditor(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    raiseFields();
}

bool FieldEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange)
        raiseFields();
    return QWidget::event(event);
}

void FieldEditor::raiseFields()
{
    // On a dark card the style draws a field's edge too dark to be seen.
    QPalette raised;
    const QPalette colours = QGuiApplication::palette();
    if (isDark(colours))
        raised.setColor(QPalette::Base, colours.color(QPalette::Button));
    setPalette(raised);
}

FieldEditor* makeFieldEditor(const FormRow& row, QWidget* parent)
{
    switch (row.descriptor->type) {
    case ParameterType::Word:
        return new ChoiceEditor(row, parent);
    case ParameterType::Boolean:
        // A sweep over yes and no needs a place to say so.
        if (row.style.mayBeSwept)
            return new ChoiceEditor(row, parent);
        return new TruthEditor(row, parent);
    case ParameterType::Text:
        if (row.style.metric)
            return new MetricEditor(row, parent);
        if (row.style.prose)
            return new ProseEditor(row, parent);
        break;
    default:
        break;
    }
    return new TextFieldEditor(row, parent);
}

} // namespace coterie::ui
