#include "ui/compare/run_edits.h"

#include "ui/compare/run_choice.h"
#include "ui/compare/run_table_model.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

RunEdits::RunEdits(StoreEditor& editor, RunTableModel& model, RunChoice& choice, QObject* parent)
    : QObject(parent)
    , m_editor(editor)
    , m_model(model)
    , m_choice(choice)
{
    connect(&model, &RunTableModel::noteTyped, this, &RunEdits::takeNote);
    connect(&model, &RunTableModel::tagsTyped, this, &RunEdits::takeTags);
}

std::vector<std::int64_t> RunEdits::chosenRuns() const
{
    return {m_choice.runs().begin(), m_choice.runs().end()};
}

void RunEdits::takeNote(std::int64_t run, const QString& note)
{
    const RunRow* row = m_model.find(run);
    const QString before = row ? toQString(row->note) : QString();
    m_editor.setNote(run,
                     note,
                     whenDone({.what = tr("The note of run %1 was changed").arg(run),
                               .undo = [this, run, before](StoreEditor::Outcome undone) {
                                   m_editor.setNote(run, before, std::move(undone));
                               }}));
}

void RunEdits::takeTags(std::int64_t run, const QStringList& tags)
{
    QStringList before;
    if (const RunRow* row = m_model.find(run))
        for (const std::string& tag : row->tags)
            before << toQString(tag);
    m_editor.setTags(run,
                     tags,
                     whenDone({.what = tr("The tags of run %1 were changed").arg(run),
                               .undo = [this, run, before](StoreEditor::Outcome undone) {
                                   m_editor.setTags(run, before, std::move(undone));
                               }}));
}

void RunEdits::pinChosen()
{
    const std::vector<std::int64_t> runs = chosenRuns();
    if (runs.empty())
        return;
    // All become what not all of them are yet.
    std::vector<std::int64_t> others;
    for (const std::int64_t id : runs)
        if (const RunRow* row = m_model.find(id); row && !row->pinned)
            others.push_back(id);
    const bool pins = !others.empty();
    const std::vector<std::int64_t> changed = pins ? others : runs;
    const auto count = static_cast<qsizetype>(changed.size());
    m_editor.pin(
        changed,
        pins,
        whenDone(
            {.what = pins ? counted(count, tr("1 run was pinned"), tr("%1 runs were pinned"))
                          : counted(count, tr("1 run was unpinned"), tr("%1 runs were unpinned")),
             .undo = [this, changed, pins](StoreEditor::Outcome undone) {
                 m_editor.pin(changed, !pins, std::move(undone));
             }}));
}

void RunEdits::discardChosen()
{
    const std::vector<std::int64_t> runs = chosenRuns();
    if (runs.empty())
        return;
    QString what = counted(
        static_cast<qsizetype>(runs.size()), tr("1 run was deleted"), tr("%1 runs were deleted"));
    // By what the store says: a program that was killed left its run behind as running.
    const bool mayGoOn = std::ranges::any_of(runs, [this](std::int64_t id) {
        const RunRow* row = m_model.find(id);
        return row && row->status < RunStatus::Finished;
    });
    if (mayGoOn)
        what += tr("; deleting does not stop a run that is going on or waiting");
    m_editor.discard(runs,
                     whenDone({.what = what, .undo = [this, runs](StoreEditor::Outcome undone) {
                                   m_editor.restore(runs, std::move(undone));
                               }}));
}

StoreEditor::Outcome RunEdits::whenDone(UndoStep step)
{
    return [this, step = std::move(step)](bool done) {
        if (!done)
            return;
        emit told(step.what, true);
        m_undo.push_back(step);
        emit undoChanged();
    };
}

void RunEdits::undo()
{
    if (m_undo.empty())
        return;
    const UndoStep step = std::move(m_undo.back());
    m_undo.pop_back(); // at once: pressing twice undoes two steps
    emit undoChanged();
    step.undo([this, step](bool undone) {
        if (undone)
            emit told(tr("Undone: %1").arg(step.what), !m_undo.empty());
        else
            m_undo.push_back(step);
        emit undoChanged();
    });
}

} // namespace coterie::ui
