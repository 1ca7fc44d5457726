#pragma once

#include "ui/compare/view_state.h"

#include <QObject>
#include <QString>

#include <vector>

class QAction;
class QComboBox;
class QMenu;
class QWidget;

namespace coterie::ui {

class ActionRegistry;
class FilterEdit;
class FolderTree;
class RunColumnChoice;
class RunEdits;
class RunFilterProxy;

/// The views of the table of runs that the store keeps under a name: opens, saves, updates, renames
/// and deletes them, each change with its undo.
class SavedViews final : public QObject
{
    Q_OBJECT

public:
    /// What a view says something about.
    struct Parts
    {
        RunEdits& edits;
        FilterEdit& filter;
        QComboBox& grouping;
        RunColumnChoice& columns;
        RunFilterProxy& proxy;
        FolderTree& folders;
        ComparePanes& panes;
    };

    /// `page` is the parent of the dialogs.
    SavedViews(const Parts& parts, ActionRegistry& actions, QWidget* page);

    void setViews(const std::vector<SavedView>& views) { m_views = views; }
    [[nodiscard]] const std::vector<SavedView>& views() const { return m_views; }
    void fillMenu(QMenu& menu);

    [[nodiscard]] ViewState state() const;
    void show(const ViewState& state);
    void open(const QString& name);
    void save(const QString& name);
    void update(const QString& name);
    void rename(const QString& from, const QString& to);
    void remove(const QString& name);

signals:
    void said(const QString& sentence);

private:
    [[nodiscard]] const SavedView* find(const QString& name) const;
    [[nodiscard]] QString troubleWith(const QString& name, const QString& but) const;
    void askForName();
    void askForNewName(const QString& name);

    Parts m_parts;
    ActionRegistry& m_actions;
    QWidget* m_page;
    std::vector<SavedView> m_views; ///< by name
    QString m_open;                 ///< the one that was opened or saved last
};

} // namespace coterie::ui
