#pragma once

#include "core/algorithms/what_if.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace coterie::ui {

/// Where a slider that multiplies stands: its middle is the recorded value itself, bit for bit, and
/// every kStepsPerDecade steps are a factor of ten, three of them to each side.
inline constexpr int kStepsPerDecade = 50;
inline constexpr int kLargestStep = 3 * kStepsPerDecade;

/// `recorded` times ten to the step's share of a decade; a recorded 0 gives 1 as its middle step's
/// neighbour would be 0 for ever, so steps then multiply 1 and only the middle is 0.
[[nodiscard]] double valueAtStep(double recorded, int step);
/// The step nearest to a value, for a slider that follows a typed number.
[[nodiscard]] int stepOfValue(double recorded, double value);

/// What a recorded partition was made with.
struct WhatIfBase
{
    double alpha = 1;
    int fixedGroups = 0; ///< 0: as many as pay off
    int clients = 0;

    bool operator==(const WhatIfBase&) const = default;
};

/// The recorded settings of a run whose groups can be formed anew; absent for any other method.
[[nodiscard]] std::optional<WhatIfBase> whatIfBase(const RunPlan& plan, std::size_t clients);

/// Asks "what if": another α or a given number of groups for the round on screen. It knows nothing
/// of rounds; whoever owns it computes the answer and hands it back to be said.
class WhatIfBar final : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfBar(QWidget* parent = nullptr);

    /// Another base resets the wish to what was recorded; the same one keeps it, round after round.
    void setBase(const WhatIfBase& base);
    /// What to change of the record; nothing where a control stands at what was recorded.
    [[nodiscard]] const WhatIf& wish() const { return m_wish; }
    [[nodiscard]] bool asksForTheRecord() const;
    /// A sentence on what came out, or why nothing did.
    void setAnswer(const QString& sentence);

signals:
    void wishChanged();

private:
    void chooseAlpha(double alpha);
    void chooseGroups(int groups);
    void reset();
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
