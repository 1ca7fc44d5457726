#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace coterie {
struct ParameterDescriptor;
struct RunPlan;
} // namespace coterie

namespace coterie::ui {

struct RunCurves;

/// What was typed for a parameter: its number, or a sentence on what is needed.
struct TypedNumber
{
    std::optional<double> value;
    QString problem;
};

[[nodiscard]] TypedNumber typedNumber(const QString& text, const ParameterDescriptor& wanted);

/// The learning rate of this run's optimizer as it is described; null if it may not be changed
/// while the run goes on.
[[nodiscard]] const ParameterDescriptor* liveLearningRate(const RunPlan& plan);

/// Changes the learning rate of the run that is going on. It says what was used last, what was
/// asked for and when that holds; the change itself comes back as an event of the run.
class LiveChangeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit LiveChangeBar(QWidget* parent = nullptr);

    /// The run that is going on; null: none, or one that takes no changes.
    void setRun(const RunCurves* run);
    [[nodiscard]] bool hasRun() const { return m_descriptor != nullptr; }
    void beginTyping();

signals:
    /// The schedule shall start from this rate, from the next round on.
    void learningRateChosen(double first);

private:
    void take();
    void say(const QString& sentence);

    QLabel* m_label = nullptr;
    QLineEdit* m_field = nullptr;
    QToolButton* m_use = nullptr;
    QLabel* m_answer = nullptr;
    const ParameterDescriptor* m_descriptor = nullptr; // of a static table
    std::optional<std::int64_t> m_run;
    std::optional<double> m_asked;
    std::size_t m_changesKnown = 0; ///< events of the run that told of a change
    QString m_problem;
};

} // namespace coterie::ui
