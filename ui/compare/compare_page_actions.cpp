// What can be done to runs from the Compare page, and when.
#include "ui/compare/compare_page.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filing.h"
#include "ui/frame/action_menu.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>

#include <algorithm>

namespace coterie::ui {

void ComparePage::connectActions()
{
    const auto when = [this](ActionId id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::RefreshRuns, [this] { m_reader.readRuns(); });
    when(ActionId::OpenStoredRun, [this] { emit runsOpened(chosenRuns()); });
    when(ActionId::ResumeStoredRun, [this] { emit resumeRequested(resumableRuns()); });
    when(ActionId::FindRuns, [this] {
        m_actions.action(ActionId::ShowCompare)->trigger();
        m_filter->setFocus();
        m_filter->selectAll();
    });
    when(ActionId::TagRuns, [this] { m_filing->askForTags(); });
    when(ActionId::NameRuns, [this] { m_filing->askForName(); });
    when(ActionId::MoveRuns, [this] { m_filing->askForFolder(); });
    when(ActionId::PinRuns, [this] { m_edits->pinChosen(); });
    when(ActionId::DeleteRuns, [this] { m_edits->discardChosen(); });
    when(ActionId::UndoRunEdit, [this] { m_edits->undo(); });
    when(ActionId::RedoRunEdit, [this] { m_edits->redo(); });
    when(ActionId::ImportBundle, [this] {
        m_actions.action(ActionId::ShowCompare)->trigger();
        m_exports->askForBundle();
    });
    connect(m_exports, &RunExports::bundleChosen, m_edits, &RunEdits::importBundle);
    takeDrops(*this, false, [this](const QString& file) { m_edits->importBundle(file); });
}

std::vector<std::int64_t> ComparePage::resumableRuns() const
{
    std::vector<std::int64_t> runs;
    for (const std::int64_t id : m_choice->listed()) {
        const RunRow* row = m_model->find(id);
        if (row && row->status != RunStatus::Finished && row->status != RunStatus::Failed)
            runs.push_back(id);
    }
    return runs;
}

void ComparePage::enableActions()
{
    const std::vector<std::int64_t> runs = m_choice->listed();
    const bool any = !runs.empty();
    const auto other = std::ranges::find_if(runs, isOfOtherStore);
    const RunRow* ofOthers = other == runs.end() ? nullptr : m_model->find(*other);
    for (const ActionId id : {ActionId::OpenStoredRun,
                              ActionId::CopyRuns,
                              ActionId::ExportBundle,
                              ActionId::ExportTensorBoard})
        m_actions.action(id)->setEnabled(any);
    for (const ActionId id : {ActionId::TagRuns,
                              ActionId::NameRuns,
                              ActionId::MoveRuns,
                              ActionId::PinRuns,
                              ActionId::DeleteRuns})
        enableEdit(id, any, ofOthers);
    for (const ActionId id : {ActionId::ExportRuns, ActionId::ExportRunTable})
        m_actions.action(id)->setEnabled(!m_model->runs().empty());
    m_actions.action(ActionId::ExportModels)
        ->setEnabled(std::ranges::any_of(runs, [this](std::int64_t id) {
            const RunRow* row = m_model->find(id);
            return row && row->status == RunStatus::Finished;
        }));
    enableEdit(ActionId::ResumeStoredRun, !resumableRuns().empty(), ofOthers);
    const auto withRounds = std::ranges::count_if(runs, [this](std::int64_t id) {
        const RunRow* row = m_model->find(id);
        return row && row->hasRounds;
    });
    m_actions.action(ActionId::DiffRuns)->setEnabled(withRounds == 2 && runs.size() == 2);
    emit verifiableChosen(withRounds > 0);
    // It names the runs that it leaves out.
    m_actions.action(ActionId::ExportReport)->setEnabled(withRounds > 0);
    m_actions.action(ActionId::ExportTalk)->setEnabled(withRounds > 0);
    m_actions.action(ActionId::RunAsDesign)->setEnabled(runs.size() == 1);
    enableEdit(ActionId::ForkRun, withRounds == 1 && runs.size() == 1, ofOthers);
    QAction* undo = m_actions.action(ActionId::UndoRunEdit);
    undo->setEnabled(m_edits->canUndo());
    undo->setText(m_edits->canUndo() ? tr("%1: %2").arg(tr("&Undo"), m_edits->undoText())
                                     : tr("&Undo the last change to runs"));
    QAction* redo = m_actions.action(ActionId::RedoRunEdit);
    redo->setEnabled(m_edits->canRedo());
    redo->setText(m_edits->canRedo() ? tr("%1: %2").arg(tr("&Redo"), m_edits->redoText())
                                     : tr("&Redo the last change to runs"));
}

/// Of selected runs, `isPossible` if they are of one's own store; `ofOthers` is one that is not.
void ComparePage::enableEdit(ActionId id, bool isPossible, const RunRow* ofOthers)
{
    QAction& action = *m_actions.action(id);
    const QString usual = m_usualTips.try_emplace(id, action.statusTip()).first->second;
    action.setEnabled(isPossible && !ofOthers);
    coterie::ui::setToolTip(action, ofOthers ? otherStoreText(ofOthers->store) : usual);
}

} // namespace coterie::ui
