#pragma once

#include "ui/design/checked_experiment.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace coterie::ui {

/// The experiment on the Design page: its text, file and problems. The text is the single source;
/// forms and drawings splice changes into it, so that other parts keep their formatting. Every
/// change is one undo step, and undo restores the text exactly. Reading, checking and writing
/// happen off the GUI thread; late answers are dropped.
class ExperimentDocument final : public QObject
{
    Q_OBJECT

public:
    explicit ExperimentDocument(const Registry& registry);

    void open(const QString& path);
    /// Starts an experiment without a file; `opened` follows.
    void begin(const QString& text);
    /// The same as one undo step: undo brings back the present experiment with its file.
    void replace(const QString& label, const QString& text);
    /// Writes the text. If another program changed the file, emits `overtaken` instead, unless
    /// `overwrite`.
    void save(const QString& path, bool overwrite = false);
    /// Reloads the file as one undo step, so that the current text is not lost.
    void reload();
    /// The file is gone: the text counts as unsaved.
    void loseFile();
    /// Restores unsaved work, with a file or (empty path) without; `opened` follows.
    void restore(const QString& path, const QString& text);
    /// The user typed. Checked when typing pauses; typing without a pause is one undo step.
    void setText(const QString& text);
    /// Applies changes as one undo step with this label ("Change alpha"). Consecutive steps with
    /// the same id ≥ 0 merge, as when dragging a slider. Returns false and changes nothing if the
    /// text is not valid JSON or the changes do not fit it.
    bool apply(const QString& label, const std::vector<JsonChange>& changes, int mergeId = -1);
    /// An unused id; call it when a drag begins.
    [[nodiscard]] int newMergeId() { return ++m_mergeId; }

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] const QString& text() const { return m_text; }
    /// As last read or written.
    [[nodiscard]] const QString& savedText() const { return m_savedText; }
    /// The current text as a tree; absent while it is invalid or being typed.
    [[nodiscard]] const std::shared_ptr<const JsonNode>& json() const { return m_json; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return m_text != m_savedText; }
    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty() && m_path.isEmpty(); }
    /// An experiment without a file.
    [[nodiscard]] bool isNew() const { return m_path.isEmpty() && !m_text.isEmpty(); }
    /// A file is being written; what became of it is not known yet.
    [[nodiscard]] bool isWriting() const { return m_writing.isBusy(); }
    /// The text has changed and is not checked yet.
    [[nodiscard]] bool isChecking() const { return m_rest.isActive() || m_checking.isBusy(); }
    /// Valid and checked, so it can be run.
    [[nodiscard]] bool isRunnable() const
    {
        return m_checked.experiment && m_checked.problems.empty() && !isChecking();
    }
    /// What these runs refuse before their first round, and the experiment as they store it;
    /// ignored if the text has changed since.
    void takeRunProblems(const std::shared_ptr<const std::vector<RunPlan>>& of,
                         const Problems& problems,
                         const std::shared_ptr<const Experiment>& identified = nullptr);
    [[nodiscard]] const CheckedExperiment& checked() const { return m_checked; }
    [[nodiscard]] const Registry& registry() const { return m_registry; }

signals:
    void opened();
    /// The text has changed; `checkedChanged` follows.
    void edited();
    void checkedChanged();
    void saved();
    /// Nothing was written: another program has changed this file.
    void overtaken(const QString& path);
    /// Reading or writing failed; the sentence names the file and the reason.
    void failed(const QString& sentence);

private:
    class Edit;
    class Replacement;
    struct Opened;

    void read(std::function<Opened()> work);
    /// Shows the other experiment, which becomes the present one.
    void exchange(Opened& other);
    /// Makes this the text as one undo step, if it differs.
    void push(const QString& label, const QString& text, int id = -1, bool typed = false);
    void showText(const QString& text, bool typed);
    void check();

    const Registry& m_registry;
    LatestJob m_reading;
    LatestJob m_checking;
    LatestJob m_writing;
    QTimer m_rest;  // runs while the user is typing
    QTimer m_pause; // runs until the next undo step begins
    QUndoStack m_undo;
    QString m_path;
    QString m_text;
    QString m_savedText;
    std::shared_ptr<const JsonNode> m_json;
    CheckedExperiment m_checked;
    int m_mergeId = 0;
    int m_typingId = -1;
    int m_number = 0; ///< of the present experiment; an answer about another one is dropped
    int m_lastNumber = 0;
};

} // namespace coterie::ui
