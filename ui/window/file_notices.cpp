#include "ui/window/file_notices.h"

#include "ui/design/experiment_document.h"
#include "ui/frame/action_registry.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace coterie::ui {

FileNotices::FileNotices(ExperimentDocument& document,
                         ActionRegistry& actions,
                         NoticeBar& bar,
                         const QString& draftFolder,
                         QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_actions(actions)
    , m_bar(bar)
    , m_watch(document)
    , m_keeper(document, draftFolder)
{
    connect(&m_document, &ExperimentDocument::failed, this, &FileNotices::tellFailure);
    connect(&m_document, &ExperimentDocument::overtaken, this, &FileNotices::tellOvertaken);
    connect(&m_document, &ExperimentDocument::opened, &m_bar, &QWidget::hide);
    connect(&m_document, &ExperimentDocument::saved, &m_bar, &QWidget::hide);
    connect(&m_watch, &FileWatch::changedElsewhere, this, &FileNotices::tellChanged);
    connect(&m_watch, &FileWatch::vanished, this, &FileNotices::tellVanished);
    connect(&m_keeper, &DraftKeeper::found, this, &FileNotices::tellDraft);
}

NoticeBar::Choice FileNotices::saveAs()
{
    return {.text = tr("Save as…"),
            .tip = tr("Save the experiment to another file"),
            .act = [this] { m_actions.action(ActionId::SaveFileAs)->trigger(); }};
}

NoticeBar::Choice FileNotices::reload()
{
    return {.text = tr("Reload"),
            .tip = tr("Show the other program's version; Undo brings yours back"),
            .act = [this] { m_document.reload(); }};
}

void FileNotices::tellFailure(const QString& sentence)
{
    tell(sentence,
         m_document.isModified() ? std::vector{saveAs()} : std::vector<NoticeBar::Choice>());
}

void FileNotices::tellOvertaken(const QString& path)
{
    tell(tr("%1 was not saved, because another program changed it after it was opened here.")
             .arg(QFileInfo(path).fileName()),
         {{.text = tr("Overwrite"),
           .tip = tr("Replace the other program's version with yours"),
           .act = [this, path] { m_document.save(path, true); }},
          reload(),
          saveAs()});
    m_overtaken = true;
}

void FileNotices::tell(const QString& sentence, const std::vector<NoticeBar::Choice>& choices)
{
    m_overtaken = false;
    m_bar.say(sentence, choices);
    emit told();
}

void FileNotices::notice(const QString& sentence, const std::vector<NoticeBar::Choice>& choices)
{
    m_overtaken = false;
    m_bar.say(sentence, choices);
    emit noticed(sentence);
}

void FileNotices::tellChanged()
{
    if (m_overtaken && !m_bar.isHidden())
        return; // the bar offers more than this would
    const QString kept = m_document.isModified()
                             ? tr("Another program changed %1. Your changes are still here.")
                             : tr("Another program changed %1.");
    notice(kept.arg(QFileInfo(m_document.path()).fileName()), {reload()});
}

void FileNotices::tellVanished()
{
    m_document.loseFile();
    notice(tr("%1 was deleted or moved. The experiment is still open here.")
               .arg(QDir::toNativeSeparators(m_document.path())),
           {{.text = tr("Save"),
             .tip = tr("Save the experiment to this file again"),
             .act = [this] { m_document.save(m_document.path()); }},
            saveAs()});
}

void FileNotices::tellDraft(const Draft& draft)
{
    const QString what = draft.path.isEmpty() ? tr("an experiment that was never saved")
                                              : QDir::toNativeSeparators(draft.path);
    tell(tr("Coterie ended without saving your changes to %1. They can be restored.").arg(what),
         {{.text = tr("Restore"),
           .tip = tr("Restore the unsaved changes; nothing is written until you save"),
           .act =
               [this, draft] {
                   // The old copy is deleted once this window keeps its own.
                   connect(
                       &m_document,
                       &ExperimentDocument::opened,
                       this,
                       [draft] { DraftKeeper::discard(draft); },
                       static_cast<Qt::ConnectionType>(Qt::QueuedConnection
                                                       | Qt::SingleShotConnection));
                   m_document.restore(draft.path, draft.text);
               }},
          {.text = tr("Discard"), .tip = tr("Delete the unsaved changes for good"), .act = [draft] {
               DraftKeeper::discard(draft);
           }}});
}

QString draftFolder()
{
    return QFileInfo(QSettings().fileName()).absolutePath() + QStringLiteral("/drafts");
}

} // namespace coterie::ui
