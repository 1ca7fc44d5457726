#pragma once

#include "ui/design/draft_keeper.h"
#include "ui/frame/notice_bar.h"

#include <QObject>

namespace coterie::ui {

class ActionRegistry;
class ExperimentDocument;

/// What may happen to the experiment's file, and to unsaved work, told in a sentence with what can
/// be done about it: it could not be read or written, somebody else changed it or took it away, an
/// earlier window ended without saving.
class FileNotices final : public QObject
{
    Q_OBJECT

public:
    /// Unsaved work is kept in `draftFolder`.
    FileNotices(ExperimentDocument& document,
                ActionRegistry& actions,
                NoticeBar& bar,
                const QString& draftFolder,
                QObject* parent = nullptr);

    /// Offers what an earlier window left behind, if it left anything.
    void offerDrafts() { m_keeper.lookForDrafts(); }

signals:
    /// Something is said that the user should see now: an answer to what was asked for.
    void told();
    /// The same, but it came from outside and can wait.
    void noticed(const QString& sentence);

private:
    void notice(const QString& sentence, const std::vector<NoticeBar::Choice>& choices);
    void tellFailure(const QString& sentence);
    void tellOvertaken(const QString& path);
    void tellChanged();
    void tellVanished();
    void tellDraft(const Draft& draft);
    [[nodiscard]] QString fileName() const;

    ExperimentDocument& m_document;
    ActionRegistry& m_actions;
    NoticeBar& m_bar;
    FileWatch m_watch;
    DraftKeeper m_keeper;
};

/// Where unsaved work is kept: beside the user's settings.
[[nodiscard]] QString draftFolder();

} // namespace coterie::ui
