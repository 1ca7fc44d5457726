#include "ui/frame/number_box.h"

#include "ui/numbers.h"

#include <QRegularExpression>

namespace coterie::ui {

NumberBox::NumberBox(QWidget* parent)
    : QDoubleSpinBox(parent)
{}

QString NumberBox::textFromValue(double value) const
{
    return localNumber(QString::number(value, 'f', decimals()));
}

double NumberBox::valueFromText(const QString& text) const
{
    return typedNumber(withoutUnit(text)).value_or(value());
}

/// What is no number yet is still being typed.
QValidator::State NumberBox::validate(QString& text, int&) const
{
    static const QRegularExpression kOther(QStringLiteral("[^-+−\\d.,eE\\s]"));
    const QString typed = withoutUnit(text);
    if (typed.contains(kOther))
        return QValidator::Invalid;
    const std::optional<double> number = typedNumber(typed);
    return number && *number >= minimum() && *number <= maximum() ? QValidator::Acceptable
                                                                  : QValidator::Intermediate;
}

QString NumberBox::withoutUnit(QString text) const
{
    if (!suffix().isEmpty() && text.endsWith(suffix()))
        text.chop(suffix().size());
    return text;
}

} // namespace coterie::ui
