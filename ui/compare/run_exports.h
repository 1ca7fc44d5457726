#pragma once

#include <QObject>
#include <QString>

class QMenu;
class QWidget;

namespace coterie::ui {

class ActionRegistry;
class RunChoice;
class RunTree;
class StoreEditor;

/// What of the stored runs is written into files or copied: the table as it stands on screen, and
/// all that the store holds of the chosen runs. The editor tells what came of it.
class RunExports final : public QObject
{
    Q_OBJECT

public:
    struct Source
    {
        RunTree& table;
        RunChoice& choice;
        StoreEditor& editor;
    };

    /// `page` is the parent of the dialogs.
    RunExports(const Source& source, ActionRegistry& actions, QWidget* page);

    /// The "Export" menu.
    void fillMenu(QMenu& menu);
    /// The chosen runs as one table of this export kind, or as a bundle.
    void exportTo(const QString& kind, const QString& file);
    void exportBundleTo(const QString& folder);
    /// The table as it stands; the file's ending says the form: .tex, .md or, for anything else,
    /// CSV.
    void exportTableTo(const QString& file);
    /// The chosen lines, heads above, tabs between the cells.
    void copyLines() const;

private:
    void askForKind(const QString& kind);
    void askForTable();
    void askForFolder();

    Source m_source;
    ActionRegistry& m_actions;
    QWidget* m_page;
};

} // namespace coterie::ui
