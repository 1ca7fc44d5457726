#pragma once

#include "core/spec/descriptor.h"

#include <QWidget>

class QFormLayout;

namespace coterie::ui {

/// The parameters of an imported data set as fields: a choice for words, a line for names of files
/// and columns, a number. What is wrong with a value is for the reader to say.
class PartFields final : public QWidget
{
    Q_OBJECT

public:
    explicit PartFields(QWidget* parent = nullptr);

    void showPart(const NamedPart& kind, const Part& part);
    [[nodiscard]] const Part& part() const { return m_part; }

signals:
    /// A user changed a value.
    void edited(const Part& part);

private:
    QWidget* makeField(const ParameterDescriptor& parameter);
    void set(const ParameterDescriptor& parameter, const ParameterValue& value);

    Part m_part;
    QFormLayout* m_form = nullptr;
};

} // namespace coterie::ui
