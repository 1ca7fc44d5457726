#pragma once

#include <QDoubleSpinBox>

namespace coterie::ui {

/// A box for a number, in the format of the window's language, that takes a comma and a point as
/// the decimal sign.
class NumberBox : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit NumberBox(QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& place) const override;
    /// Leaves the text as it is: Qt's own removes thousands signs, and makes 5 of "0.5." in German.
    void fixup(QString& /*text*/) const override {}

private:
    [[nodiscard]] QString withoutUnit(QString text) const;
};

} // namespace coterie::ui
