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

QString FileNotices::fileName() const
{
    return QFileInfo(m_document.path()).fileName();
}

void FileNotices::tellFailure(const QString& sentence)
{
    std::vector<NoticeBar::Choice> choices;
    if (m_document.isModified())
        choices.push_back({.text = tr("Save as…"),
                           .tip = tr("Save the experiment to another file"),
                           .act = [this] { m_actions.action(ActionId::SaveFileAs)->trigger(); }});
    m_bar.say(sentence, choices);
    emit told();
}

void FileNotices::tellOvertaken(const QString& path)
{
    m_bar.say(tr("%1 was changed by another program since it was read here, so it was not saved.")
                  .arg(QFileInfo(path).fileName()),
              {{.text = tr("Save mine"),
                .tip = tr("Write what is shown here, in place of the other program's version"),
                .act = [this, path] { m_document.save(path, true); }},
               {.text = tr("Read theirs"),
                .tip = tr("Show the other program's version; undo brings yours back"),
                .act = [this] { m_document.reload(); }},
               {.text = tr("Save as…"),
                .tip = tr("Save the experiment to another file"),
                .act = [this] { m_actions.action(ActionId::SaveFileAs)->trigger(); }}});
    emit told();
}

void FileNotices::notice(const QString& sentence, const std::vector<NoticeBar::Choice>& choices)
{
    m_bar.say(sentence, choices);
    emit noticed(sentence);
}

void FileNotices::tellChanged()
{
    const QString kept = m_document.isModified()
                             ? tr("%1 was changed by another program. Your changes are kept here.")
                             : tr("%1 was changed by another program.");
    notice(kept.arg(fileName()),
           {{.text = tr("Read it again"),
             .tip = tr("Show the other program's version; undo brings yours back"),
             .act = [this] { m_document.reload(); }}});
}

void FileNotices::tellVanished()
{
    m_document.loseFile();
    notice(tr("%1 is no longer there. What is shown here is kept.")
               .arg(QDir::toNativeSeparators(m_document.path())),
           {{.text = tr("Write it again"),
             .tip = tr("Save the experiment to the file it came from"),
             .act = [this] { m_document.save(m_document.path()); }},
            {.text = tr("Save as…"),
             .tip = tr("Save the experiment to another file"),
             .act = [this] { m_actions.action(ActionId::SaveFileAs)->trigger(); }}});
}

void FileNotices::tellDraft(const Draft& draft)
{
    const QString what = draft.path.isEmpty() ? tr("an experiment that was never saved")
                                              : QDir::toNativeSeparators(draft.path);
    m_bar.say(tr("Coterie ended without saving your changes of %1. They are still here.").arg(what),
              {{.text = tr("Go on with them"),
                .tip = tr("Show the unsaved changes; nothing is written until you save"),
                .act =
                    [this, draft] {
                        // Only once this window keeps them itself is the old copy not needed.
                        connect(
                            &m_document,
                            &ExperimentDocument::opened,
                            this,
                            [draft] { DraftKeeper::discard(draft); },
                            static_cast<Qt::ConnectionType>(Qt::QueuedConnection
                                                            | Qt::SingleShotConnection));
                        m_document.restore(draft.path, draft.text);
                    }},
               {.text = tr("Forget them"),
                .tip = tr("Delete the unsaved changes for good"),
                .act = [draft] { DraftKeeper::discard(draft); }}});
    emit told();
}

QString draftFolder()
{
    return QFileInfo(QSettings().fileName()).absolutePath() + QStringLiteral("/drafts");
}

} // namespace coterie::ui
