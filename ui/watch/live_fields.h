#pragma once

#include "core/experiment/live_change.h"

#include <QLabel>
#include <QLineEdit>
#include <QString>

namespace coterie::ui {

/// The typed text as a change of a setting, or what is wrong with it; `nextRound` is the first
/// round in which it would take effect.
[[nodiscard]] Result<LiveChange>
typedChange(const QString& text, const LiveSetting& setting, int nextRound);

/// For a sentence, without symbols that have an index: plain text cannot set it low.
[[nodiscard]] QString liveName(const LiveSetting& setting);
/// Rich text, beside or above the field.
[[nodiscard]] QString liveLabel(const LiveSetting& setting);
/// What it is and which values are allowed.
[[nodiscard]] QString liveMeaning(const LiveSetting& setting);
/// "Must be a number, more than 0 (is "fast")."
[[nodiscard]] QString liveProblem(const Error& why);

/// Has a red edge while the problem below it is shown.
class EdgedEdit final : public QLineEdit
{
public:
    EdgedEdit(const QString& text, const QLabel& problem, QWidget* parent)
        : QLineEdit(text, parent)
        , m_problem(problem)
    {}

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const QLabel& m_problem;
};

} // namespace coterie::ui
