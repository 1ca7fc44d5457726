#include "ui/data/part_fields.h"

#include "ui/words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace coterie::ui {

namespace {

ParameterValue valueOf(const Part& part, const ParameterDescriptor& parameter)
{
    const Parameter* set = part.parameters.find(parameter.name);
    return set ? set->values.front() : parameter.defaultValue();
}

} // namespace

PartFields::PartFields(QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins({});
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(6);
}

void PartFields::showPart(const NamedPart& kind, const Part& part)
{
    m_part = part;
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    for (const ParameterDescriptor& parameter : kind.parameters) {
        QWidget* field = makeField(parameter);
        if (!field)
            continue;
        field->setObjectName(QStringLiteral("field.") + toQString(parameter.name));
        field->setToolTip(toQString(parameter.meaning));
        auto* label = new QLabel(labelOf(parameter), this);
        label->setToolTip(field->toolTip());
        label->setBuddy(field);
        m_form->addRow(label, field);
    }
}

QWidget* PartFields::makeField(const ParameterDescriptor& parameter)
{
    const ParameterValue value = valueOf(m_part, parameter);
    switch (parameter.type) {
    case ParameterType::Word: {
        auto* box = new QComboBox(this);
        for (const std::string_view word : parameter.words)
            box->addItem(choiceText(parameter, toQString(word)), toQString(word));
        box->setCurrentIndex(box->findData(toQString(std::get<std::string>(value))));
        box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(box, &QComboBox::activated, this, [this, &parameter, box](int index) {
            set(parameter, box->itemData(index).toString().toStdString());
        });
        return box;
    }
    case ParameterType::Text: {
        auto* line = new QLineEdit(toQString(std::get<std::string>(value)), this);
        line->setCursorPosition(0);
        line->setPlaceholderText(toQString(parameter.meaning));
        connect(line, &QLineEdit::editingFinished, this, [this, &parameter, line] {
            set(parameter, line->text().toStdString());
        });
        return line;
    }
    case ParameterType::Integer: {
        auto* number = new QSpinBox(this);
        number->setRange(static_cast<int>(parameter.minimum), static_cast<int>(parameter.maximum));
        number->setValue(static_cast<int>(std::get<std::int64_t>(value)));
        number->setKeyboardTracking(false);
        number->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(number, &QSpinBox::valueChanged, this, [this, &parameter](int now) {
            set(parameter, std::int64_t{now});
        });
        return number;
    }
    default:
        return nullptr; // no reader of files has other parameters
    }
}

void PartFields::set(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (value == valueOf(m_part, parameter))
        return;
    if (value == parameter.defaultValue())
        m_part.parameters.remove(parameter.name);
    else
        m_part.parameters.set(parameter.name, value);
    emit edited(m_part);
}

} // namespace coterie::ui
