#pragma once

#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QObject>
#include <QString>

#include <map>
#include <optional>

class QAction;

namespace coterie::ui {

/// Everything a user can do. An entry here and one in window_actions.cpp add an action to the
/// menus, the command palette and the shortcut test.
enum class ActionId
{
    NewExperiment,
    OpenFile,
    SaveFile,
    SaveFileAs,
    OpenStore,
    Quit,
    Undo,
    Redo,
    Preferences,
    RunExperiment,
    RunOnSlurm,
    RunQuickstart,
    PauseRun,
    StepRun,
    StopRun,
    ChangeSettings,
    ImportDataFile,
    ImportDataFolder,
    ShowOverviewSection, // in the order of the outline
    ShowDataSection,
    ShowClientsSection,
    ShowModelSection,
    ShowLocalSection,
    ShowArmsSection,
    ShowRoundsSection,
    ShowOutputSection,
    ShowJsonSection,
    AddArm,
    CopyArm,
    ArmUp,
    ArmDown,
    RemoveArm,
    ShowDesign,
    ShowWatch,
    ShowCompare,
    ShowData,
    SufficientClusters,
    CopyClients,
    SplitClients,
    MergeClients,
    DeleteClients,
    ResetClients,
    SelectAllClients,
    TakeFromOthers,
    NewEdge,
    EdgeAbove,
    EdgeBelow,
    RenameEdge,
    RemoveEdge,
    ArriveEarlier,
    ArriveLater,
    ArriveAtStart,
    SaveClientsPicture,
    CopyClientsPicture,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    Follow,
    FitCurves,
    LogarithmicAxis,
    ShowClients,
    ResetLayout,
    ClearPicked,
    PreviousRound,
    NextRound,
    PlayRounds,
    WatchedAsDesign,
    ForkWatched,
    ShowParent,
    OpenStoredRun,
    ResumeStoredRun,
    DiffRuns,
    VerifyRuns,
    RunAsDesign,
    ForkRun,
    RefreshRuns,
    FindRuns,
    SaveView,
    ShowFolders,
    CopyRuns,
    TagRuns,
    NameRuns,
    MoveRuns,
    PinRuns,
    DeleteRuns,
    UndoRunEdit,
    RedoRunEdit,
    ExportRuns,
    ExportRunTable,
    ExportReport,
    ExportTalk,
    ExportBundle,
    ExportTensorBoard,
    ExportModels,
    ImportBundle,
    CommandPalette,
    Manual,
    Tour,
    HelpOnFocus,
    About,
};

/// Which menu an action belongs to, in their order.
enum class ActionSection
{
    File,
    Edit,
    Design,
    Clients,
    Run,
    View,
    Watch,
    Compare,
    Help
};

struct ActionSpec
{
    std::optional<ActionId> id = {}; ///< absent: found by its name
    ActionSection section = ActionSection::File;
    QString name = {}; ///< the object name, "file.open"
    QString text = {};
    QString tooltip = {};
    QString icon = {};
    QKeySequence shortcut = {};
    bool checkable = false;
    Qt::ShortcutContext context = Qt::WindowShortcut;
};

/// Owns every user action.
class ActionRegistry final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    QAction* add(const ActionSpec& spec);
    /// The action must have been added.
    [[nodiscard]] QAction* action(ActionId id) const;
    [[nodiscard]] QAction* action(const QString& name) const;
    [[nodiscard]] QList<QAction*> section(ActionSection section) const;
    [[nodiscard]] const QList<QAction*>& all() const { return m_all; }

private:
    std::map<ActionId, QAction*> m_actions;
    QMap<ActionSection, QList<QAction*>> m_sections;
    QList<QAction*> m_all; // in the order added
};

/// Sets the tooltip, with the action's keys after it, and the status tip.
void setToolTip(QAction& action, const QString& words);
[[nodiscard]] QString sectionTitle(ActionSection section);
/// The same with the "&" before the letter that opens its menu.
[[nodiscard]] QString menuTitle(ActionSection section);

} // namespace coterie::ui
