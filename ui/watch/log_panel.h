#pragma once

#include "ui/watch/group_changes.h"
#include "ui/watch/structure_panel.h"

class QLabel;
class QListWidget;
class QListWidgetItem;

namespace coterie::ui {

/// What happened in the run, in plain sentences, warnings with their sign. What happened in the
/// round on screen has a mark; what came after it stands back.
class LogPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit LogPanel(const WatchSubject& subject, QWidget* parent = nullptr);

signals:
    void roundChosen(int round);

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] PlainTable table() const override;

private:
    void addLine(const QString& text, Severity severity, int round);
    /// As high as its words need at the list's width.
    void fitLine(QListWidgetItem& item) const;
    /// From the line on that waits, as many as a moment allows; false: there are more.
    bool fitLines();
    /// What has come since the last time, in the order of the rounds, as much of it as a moment
    /// allows; false: there is more.
    bool addNews(const RunCurves& run);
    [[nodiscard]] static QString endOf(const RunCurves& run);
    void markRound(int round);
    void keepMarkedInView(QSize before);

    class Delegate;

    QListWidget* m_list = nullptr;
    Delegate* m_delegate = nullptr;
    QLabel* m_nothing = nullptr;
    std::optional<std::int64_t> m_shownRun;
    std::size_t m_shownEvents = 0;
    std::size_t m_shownGroups = 0; ///< records of groups
    GroupChanges m_groupChanges;   ///< up to there
    QString m_shownEnd;
    int m_fittedWidth = 0;
    int m_markedRow = -1; ///< the newest up to the round on screen
    int m_toFit = 0; ///< the first line whose height is that of another width or font
};

} // namespace coterie::ui
