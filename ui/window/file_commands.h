#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace coterie::ui {

class ActionRegistry;
class ExperimentDocument;

/// Creates, opens and saves the experiment: file dialogs, recent files and the question about
/// unsaved changes. Saving a template asks for a file name.
class FileCommands final : public QObject
{
    Q_OBJECT

public:
    /// `window` is the owner and the parent of dialogs; `folder` has the templates.
    FileCommands(ExperimentDocument& document,
                 ActionRegistry& actions,
                 QString folder,
                 QWidget* window);

    /// Asks first if there are unsaved changes. Returns `false` if the user cancels, or saves
    /// first; `begun` is called once reading starts, also if that is after saving.
    bool open(const QString& path, const std::function<void()>& begun = {});
    /// The same, for a new experiment without a file.
    bool begin();
    /// The same, with this text, as one undo step.
    bool replace(const QString& label, const QString& text);
    /// True if there are no unsaved changes or the user discards them. If the user saves: false,
    /// and `then` is called once the file is written.
    [[nodiscard]] bool mayDropEdits(const std::function<void()>& then);
    /// The recently opened files, newest first, kept in the user's settings.
    [[nodiscard]] const QStringList& recent() const { return m_recent; }
    /// Lists the recent files in this menu and keeps it up to date.
    void fillMenu(QMenu* menu);

signals:
    /// A file is being read, or a new experiment was made.
    void openingBegun();
    void recentChanged();

private:
    void chooseFile();
    [[nodiscard]] QString askWhere();
    void save(bool elsewhere);
    [[nodiscard]] QString suggestedPath() const;
    void addRecent();
    void setRecent(const QStringList& files);
    void showRecent();

    ExperimentDocument& m_document;
    QString m_folder;
    QWidget* m_window = nullptr;
    QMenu* m_menu = nullptr;
    QStringList m_recent;
    QString m_pathBeingRead;
    std::function<void()> m_onceSaved;
};

} // namespace coterie::ui
