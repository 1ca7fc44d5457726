#pragma once

#include "ui/design/draft_keeper.h"
#include "ui/frame/notice_bar.h"

#include <QObject>

namespace coterie::ui {

class ActionRegistry;
class ExperimentDocument;

/// Shows what happened to the experiment's file or to unsaved work, with buttons for the possible
/// reactions: the file cannot be read or written, another program changed or removed it, an earlier
/// window ended without saving.
class FileNotices final : public QObject
{
    Q_OBJECT

public:
    /// Unsaved changes are kept in `draftFolder`.
    FileNotices(ExperimentDocument& document,
                ActionRegistry& actions,
                NoticeBar& bar,
                const QString& draftFolder,
                QObject* parent = nullptr);

    /// Offers the unsaved changes of an earlier window, if there are any.
    void offerDrafts() { m_keeper.lookForDrafts(); }

signals:
    /// A message that the user should see now, because it answers their action.
    void told();
    /// A message about a change from outside, which can wait.
    void noticed(const QString& sentence);

private:
    void tell(const QString& sentence, const std::vector<NoticeBar::Choice>& choices);
    void notice(const QString& sentence, const std::vector<NoticeBar::Choice>& choices);
    void tellFailure(const QString& sentence);
    void tellOvertaken(const QString& path);
    void tellChanged();
    void tellVanished();
    void tellDraft(const Draft& draft);
    [[nodiscard]] NoticeBar::Choice saveAs();
    [[nodiscard]] NoticeBar::Choice reload();

    ExperimentDocument& m_document;
    ActionRegistry& m_actions;
    NoticeBar& m_bar;
    FileWatch m_watch;
    DraftKeeper m_keeper;
    bool m_overtaken = false; ///< the bar says that another program changed the file before a save
};

/// The folder for unsaved changes, beside the user's settings.
[[nodiscard]] QString draftFolder();

} // namespace coterie::ui
