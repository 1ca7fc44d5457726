#pragma once

#include "ui/numbers.h"
#include "ui/watch/live_fields.h"
#include "ui/words.h"

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

/// Changes settings of the live run: a field for each setting that may be changed, errors below it,
/// and a line that says which changes were requested and when they take effect. The run confirms a
/// change with its plan and an event.
class LiveChangePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LiveChangePanel(QWidget* parent = nullptr);

    /// The live run; null: none, or one that takes no changes.
    void setRun(const RunCurves* run);
    [[nodiscard]] bool hasRun() const { return m_run.has_value(); }
    /// Starts from the current or requested values.
    void beginTyping();
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
        std::optional<double> asked = {}; ///< requested, until the run confirms it
        /// Confirmed, for a round that has not begun.
        std::optional<RecordedChange> toCome = {};

        [[nodiscard]] double known() const
        {
            return asked.value_or(toCome ? toCome->change.value : setting.value);
        }
        [[nodiscard]] QString knownText() const { return exactNumberText(known()); }
    };

    void setPlan(const RunPlan& plan);
    static void showKnown(const Field& field);
    void rebuild(const std::vector<LiveSetting>& settings);
    [[nodiscard]] Field makeField(const LiveSetting& setting, int column);
    void take();
    void complain(const Field& field, const Error& why);
    static void clearProblem(const Field& field);
    void allowUse();
    void showAnswer();

    QGridLayout* m_grid = nullptr; ///< labels, fields, problems
    QLabel* m_title = nullptr;
    QToolButton* m_use = nullptr;
    QLabel* m_answer = nullptr;
    std::vector<Field> m_fields;
    std::optional<std::int64_t> m_run;
    std::shared_ptr<const RunPlan> m_plan; ///< in the fields
    int m_round = 0;                       ///< the run's newest
    QString m_state;                       ///< shown without a requested change
};

} // namespace coterie::ui
