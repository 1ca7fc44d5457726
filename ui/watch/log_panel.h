#pragma once

#include "ui/watch/structure_panel.h"

#include <QString>

#include <cstddef>
#include <map>

class QLabel;
class QListWidget;
class QListWidgetItem;

namespace coterie::ui {

struct RoundGroups;

/// Tells of round after round who trains with whom since then and did not before. A method may
/// group only those who take part in a round: whoever is in none of its groups stays where it was.
class GroupChanges final
{
public:
    /// "clients 0 and 1 formed group 1; client 5 left group 2"; nothing where all is as it was.
    /// Many changes are counted.
    [[nodiscard]] QString tell(const RoundGroups& formed);

private:
    /// The group that a client is in.
    struct Place
    {
        int colour = 0;
        bool isAlone = true;
    };

    std::map<int, Place> m_places; ///< by client
};

/// What happened in the run, in plain sentences, warnings with their sign. What happened in the
/// round on screen has a mark; what came after it stands back.
class LogPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit LogPanel(const WatchSubject& subject, QWidget* parent = nullptr);

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
    int m_toFit = 0;      ///< the first line whose height is that of another width or font
};

} // namespace coterie::ui
