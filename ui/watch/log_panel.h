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

/// Says for round after round who trains with whom since then. A method may group only the
/// participants of a round; a client in none of its groups stays in the group it was in.
class GroupChanges final
{
public:
    /// "clients 0 and 1 formed group 1; client 5 left group 2"; empty if nothing changed. Many
    /// changes are counted.
    [[nodiscard]] QString tell(const RoundGroups& formed);

private:
    /// The group of a client.
    struct Place
    {
        int colour = 0;
        bool isAlone = true;
    };

    std::map<int, Place> m_places; ///< by client
};

/// The events of a run as sentences, warnings with a sign. Events of the round on screen have a
/// mark; later ones are fainter.
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
    /// As high as its text needs at the list's width.
    void fitLine(QListWidgetItem& item) const;
    /// Fits the next lines, a limited number at once; false: there are more.
    bool fitLines();
    /// Adds new events in the order of their rounds, a limited number at once; false: there are
    /// more.
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
    std::size_t m_shownGroups = 0; ///< of run.groups
    GroupChanges m_groupChanges;   ///< up to there
    QString m_shownEnd;
    int m_fittedWidth = 0;
    int m_markedRow = -1; ///< the newest up to the round on screen
    int m_toFit = 0;      ///< the first line whose height is for another width or font
};

} // namespace coterie::ui
