#pragma once

#include "core/experiment/experiment_json.h"
#include "ui/design/json_change.h"
#include "ui/design/sound_clients.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace coterie::ui {

/// What reading or checking an experiment gave: the experiment and its runs, or every problem at
/// once.
struct CheckedExperiment
{
    std::shared_ptr<const JsonNode> json;         ///< absent if the text is no JSON
    std::shared_ptr<const Experiment> experiment; ///< absent if there are problems
    std::shared_ptr<const std::vector<RunPlan>> plans;
    Problems problems;
    /// Who holds what; also of an experiment with problems, where that much is sound.
    std::shared_ptr<const ClientsPlan> clients;
};

/// The experiment on the Design page: its text, its file, and what the checker says of it. The text
/// is the one truth; forms and drawings change it in place, so what they do not touch keeps the
/// formatting its author gave it. Every change is one step of the undo stack, and undo restores the
/// text bit for bit. Reading, checking and writing happen off the GUI thread; an answer about an
/// older text is dropped.
class ExperimentDocument final : public QObject
{
    Q_OBJECT

public:
    explicit ExperimentDocument(const Registry& registry, QObject* parent = nullptr);
    ~ExperimentDocument() override;

    void open(const QString& path);
    /// An experiment that has no file yet; `opened` follows.
    void begin(const QString& text);
    /// Writes the text there. A file that somebody else has changed since it was read or saved is
    /// left alone, and `overtaken` emitted, unless it may be overwritten.
    void save(const QString& path, bool overwrite = false);
    /// Reads the file again as one step of the undo stack, so that what was here is not lost.
    void reload();
    /// The file is gone: what is here is unsaved again.
    void loseFile();
    /// Takes over unsaved work, of a file or (empty path) of none; `opened` follows.
    void restore(const QString& path, const QString& text);
    /// The user typed; checked as soon as the typing rests. What is typed without a rest is one
    /// step of the undo stack.
    void setText(const QString& text);
    /// Makes these changes as one step of the undo stack, named by the label ("Change alpha").
    /// Steps that follow each other with the same id ≥ 0 become one: a slider being dragged. False,
    /// and nothing has changed, if the text is no JSON or the changes do not fit it.
    bool apply(const QString& label, const std::vector<JsonChange>& changes, int mergeId = -1);
    /// An id that no step has had yet: ask for one when a drag begins.
    [[nodiscard]] int newMergeId() { return ++m_mergeId; }

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] const QString& text() const { return m_text; }
    /// As it was last read from the file or written there.
    [[nodiscard]] const QString& savedText() const { return m_savedText; }
    /// The text as a tree, as it is now; absent while it is no JSON, and while it is being typed.
    [[nodiscard]] const std::shared_ptr<const JsonNode>& json() const { return m_json; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] bool isModified() const { return m_text != m_savedText; }
    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty() && m_path.isEmpty(); }
    /// There is one, and it has no file yet.
    [[nodiscard]] bool isNew() const { return m_path.isEmpty() && !m_text.isEmpty(); }
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
    /// Nothing was written to this file: somebody else has changed it.
    void overtaken(const QString& path);
    /// A file could not be read or written; the sentence names it and the reason.
    void failed(const QString& sentence);

private:
    class Edit;
    struct Opened;

    void take(Opened opened);

    void showText(const QString& text, bool typed);
    void check();

    const Registry& m_registry;
    LatestJob m_reading;
    LatestJob m_checking;
    LatestJob m_writing;
    QTimer m_rest;  // runs while the user is typing
    QTimer m_pause; // runs until the typing has rested long enough for a new undo step
    QUndoStack m_undo;
    QString m_path;
    QString m_text;
    QString m_savedText;
    std::shared_ptr<const JsonNode> m_json;
    CheckedExperiment m_checked;
    int m_mergeId = 0;
    int m_typingId = -1;
};

/// Reads the JSON and, if it is one, the experiment and its runs.
[[nodiscard]] CheckedExperiment checkExperiment(const std::string& json, const Registry& registry);

} // namespace coterie::ui
