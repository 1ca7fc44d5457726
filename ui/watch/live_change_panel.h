#pragma once

#include "core/experiment/live_change.h"
#include "core/run/run_events.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace coterie::ui {

struct RunCurves;

/// What was typed for a setting as a change, or why it cannot be; `nextRound` is the first that it
/// would hold for.
[[nodiscard]] Result<LiveChange>
typedChange(const QString& text, const LiveSetting& setting, int nextRound);

/// Changes settings of the run that is going on: a field for each that its plan lets be changed,
/// what is wrong beneath it, and a line on what was asked for and when it holds. The change itself
/// comes back with the run's plan and as an event of the run.
class LiveChangePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LiveChangePanel(QWidget* parent = nullptr);

    /// The run that is going on; null: none, or one that takes no changes.
    void setRun(const RunCurves* run);
    [[nodiscard]] bool hasRun() const { return m_run.has_value(); }
    /// From the values that hold or were asked for.
    void beginTyping();
    /// The run did not take what was asked for.
    void refuse(const Error& why);

signals:
    /// From the next round on.
    void changeChosen(const coterie::LiveChange& change);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field
    {
        LiveSetting setting;
        QLabel* label = nullptr;
        QLineEdit* edit = nullptr;
        QLabel* problem = nullptr;
        std::optional<double> asked; ///< until the run has it
        /// What the run has, for a round that is still to come.
        std::optional<RecordedChange> toCome = {};

        [[nodiscard]] double known() const
        {
            return asked.value_or(toCome ? toCome->change.value : setting.value);
        }
    };

    void setPlan(const RunPlan& plan);
    void setToCome(const RunCurves& run);
    void showKnown(const Field& field);
    void rebuild(const std::vector<LiveSetting>& settings);
    [[nodiscard]] Field makeField(const LiveSetting& setting, int column);
    void take();
    void complain(Field& field, const Error& why);
    void clearProblem(Field& field);
    void allowUse();
    void showAnswer();

    QGridLayout* m_grid = nullptr; ///< labels, fields, problems
    QLabel* m_title = nullptr;
    QToolButton* m_use = nullptr;
    QLabel* m_answer = nullptr;
    std::vector<Field> m_fields;
    std::optional<std::int64_t> m_run;
    std::shared_ptr<const RunPlan> m_plan; ///< that the fields show
    int m_round = 0;                       ///< the run's newest
    QString m_state;                       ///< what there is to say while nothing was asked for
};

} // namespace coterie::ui
