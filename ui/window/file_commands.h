#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace coterie::ui {

/// The files opened lately, newest first, kept in the user's settings.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype kMost = 8;

    explicit RecentFiles(QObject* parent = nullptr);

    void add(const QString& path);
    /// A file that could not be opened is of no use in the list.
    void remove(const QString& path);
    [[nodiscard]] const QStringList& paths() const { return m_paths; }

signals:
    void changed();

private:
    void keep();

    QStringList m_paths;
};

class ActionRegistry;
class ExperimentDocument;

/// Beginning, opening and saving the experiment: the file dialogs, the recent files and the
/// question about unsaved changes. Templates are never written to unasked: saving one asks for a
/// name.
class FileCommands final : public QObject
{
    Q_OBJECT

public:
    /// `window` owns it and dialogs open over it; `folder` holds the templates.
    FileCommands(ExperimentDocument& document,
                 ActionRegistry& actions,
                 QString folder,
                 QWidget* window);

    /// Asks first if there are unsaved changes; `false` if the user wants to keep them, or have
    /// them saved first. `begun` is called when the file is being read, be it later.
    bool open(const QString& path, const std::function<void()>& begun = {});
    /// The same, with an experiment that has no file yet.
    bool begin();
    /// True if nothing is unsaved or the user lets it go. If the user wants it saved first: false,
    /// and `then` is called once the file is written.
    [[nodiscard]] bool mayDropEdits(const std::function<void()>& then);
    [[nodiscard]] const QStringList& recent() const { return m_recent.paths(); }
    /// Lists the recent files in this menu, now and whenever they change.
    void fillMenu(QMenu* menu);

signals:
    /// A file is being read, or a new experiment made.
    void openingBegun();
    void recentChanged();

private:
    void chooseFile();
    [[nodiscard]] QString askWhere();
    void save(bool elsewhere);
    [[nodiscard]] QString suggestedPath() const;
    void showRecent();

    ExperimentDocument& m_document;
    QString m_folder;
    QWidget* m_window = nullptr;
    QMenu* m_menu = nullptr;
    RecentFiles m_recent;
    QString m_pathBeingRead;
    std::function<void()> m_onceSaved;
};

} // namespace coterie::ui
