#pragma once

#include "core/algorithms/hcct_partition.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace coterie::ui {

/// The steps of a slider that multiplies: its middle is the recorded value itself, bit for bit, and
/// kStepsPerDecade steps are a factor of ten, with three decades to each side.
inline constexpr int kStepsPerDecade = 50;
inline constexpr int kLargestStep = 3 * kStepsPerDecade;

/// recorded · 10^(step / kStepsPerDecade). For a recorded 0 the steps multiply 1, and only the
/// middle is 0.
[[nodiscard]] double valueAtStep(double recorded, int step);
[[nodiscard]] int stepOfValue(double recorded, double value);

/// The recorded settings.
struct WhatIfBase
{
    double alpha = 1;
    int fixedGroups = 0; ///< 0: the method decides
    int clients = 0;

    bool operator==(const WhatIfBase&) const = default;
};

/// Absent for methods whose groups cannot be formed with other settings.
[[nodiscard]] std::optional<WhatIfBase> whatIfBase(const RunPlan& plan, std::size_t clients);

/// Chooses another α or number of groups for the round on screen. Its owner computes the groups and
/// sets the text of the answer.
class WhatIfBar final : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfBar(QWidget* parent = nullptr);

    /// A different base resets the wish; the same one keeps it from round to round.
    void setBase(const WhatIfBase& base);
    /// What to change; nothing for a control at the recorded value.
    [[nodiscard]] const WhatIf& wish() const { return m_wish; }
    [[nodiscard]] bool asksForTheRecord() const { return !m_wish.alpha && !m_wish.fixedGroups; }
    void setAnswer(const QString& text);

signals:
    void wishChanged();

private:
    void setWish(const WhatIf& wish);
    void showWish();

    WhatIfBase m_base;
    WhatIf m_wish;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_alpha = nullptr;
    QSpinBox* m_groups = nullptr;
    QToolButton* m_reset = nullptr;
    QLabel* m_answer = nullptr;
};

} // namespace coterie::ui
