#pragma once

#include "ui/watch/structure_panel.h"

#include <QString>

#include <cstddef>
#include <map>

class QLabel;
class QListWidget;

namespace coterie::ui {

struct RoundGroups;

/// Says for round after round who trains with whom since then. A method may group only the
/// participants of a round; a client in none of its groups stays in the group it was in.
class GroupChanges final
{
public:
    /// "clients 0 and 1 formed group 1; client 5 left group 2"; empty if nothing changed. Many
    /// changes are counted. Clients have these names; see FederationFacts.
    [[nodiscard]] QString tell(const RoundGroups& formed, std::span<const std::string> names = {});

private:
    std::map<int, int> m_groupOf; ///< by client; those alone are not in it
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
    /// Makes the next lines as high as their text needs at the list's width, a limited number at
    /// once; false: there are more.
    bool fitLines();
    /// Adds new events in the order of their rounds, a limited number at once; false: there are
    /// more.
    bool addNews(const RunCurves& run);
    void markRound(int round);

    class Delegate;

    QListWidget* m_list = nullptr;
    Delegate* m_delegate = nullptr;
    QLabel* m_nothing = nullptr;
    struct Shown
    {
        std::optional<std::int64_t> run;
        std::size_t events = 0;
        std::size_t groups = 0; ///< of run.groups
        GroupChanges changes;   ///< up to there
        QString end;
    };
    Shown m_shown;
    int m_fittedWidth = 0;
    int m_markedRow = -1; ///< the newest up to the round on screen
    int m_toFit = 0;      ///< the first line whose height is for another width or font
};

} // namespace coterie::ui
