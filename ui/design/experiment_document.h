#pragma once

#include "core/spec/experiment_json.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace coterie::ui {

/// What reading or checking an experiment gave: the experiment and its runs, or every problem at
/// once.
struct CheckedExperiment
{
    std::shared_ptr<const Experiment> experiment; ///< absent if there are problems
    std::shared_ptr<const std::vector<RunPlan>> plans;
    Problems problems;
};

/// The experiment on the Design page: its text, its file, and what the checker says of it. Reading,
/// checking and writing happen off the GUI thread; an answer about an older text is dropped.
class ExperimentDocument final : public QObject
{
    Q_OBJECT

public:
    explicit ExperimentDocument(const Registry& registry, QObject* parent = nullptr);

    void open(const QString& path);
    void save(const QString& path);
    /// The user typed; checked as soon as the typing rests.
    void setText(const QString& text);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] bool isModified() const { return m_text != m_savedText; }
    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty() && m_path.isEmpty(); }
    /// True while the text has been changed and not yet checked.
    [[nodiscard]] bool isChecking() const;
    /// Valid and checked: may be run.
    [[nodiscard]] bool isRunnable() const { return m_checked.experiment && !isChecking(); }
    [[nodiscard]] const CheckedExperiment& checked() const { return m_checked; }

signals:
    void opened();
    /// The text is another; `checked` follows.
    void edited();
    void checkedChanged();
    void saved();
    /// A file could not be read or written; the sentence names it and the reason.
    void failed(const QString& sentence);

private:
    void check();

    const Registry& m_registry;
    LatestJob m_reading;
    LatestJob m_checking;
    LatestJob m_writing;
    QTimer m_rest; // runs while the user is typing
    QString m_path;
    QString m_text;
    QString m_savedText;
    CheckedExperiment m_checked;
};

[[nodiscard]] CheckedExperiment checkExperiment(const std::string& json, const Registry& registry);

} // namespace coterie::ui
