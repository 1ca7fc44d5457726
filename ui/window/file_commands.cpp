#include "ui/window/file_commands.h"

#include "ui/design/checked_experiment.h"
#include "ui/design/experiment_document.h"
#include "ui/design/experiment_list.h"
#include "ui/frame/action_registry.h"
#include "ui/remembered_folder.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>

#include <utility>

namespace coterie::ui {

namespace {

constexpr qsizetype kMostRecent = 8;

const QString kRecentKey = QStringLiteral("recentFiles");

} // namespace

FileCommands::FileCommands(ExperimentDocument& document,
                           ActionRegistry& actions,
                           QString folder,
                           QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_folder(std::move(folder))
    , m_window(window)
    , m_recent(QSettings().value(kRecentKey).toStringList().mid(0, kMostRecent))
{
    const auto when = [&](ActionId id, auto slot) {
        connect(actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::NewExperiment, &FileCommands::begin);
    when(ActionId::OpenFile, &FileCommands::chooseFile);
    when(ActionId::SaveFile, [this] { save(false); });
    when(ActionId::SaveFileAs, [this] { save(true); });
    connect(&m_document, &ExperimentDocument::opened, this, &FileCommands::addRecent);
    connect(&m_document, &ExperimentDocument::opened, this, [this] { m_pathBeingRead.clear(); });
    connect(&m_document, &ExperimentDocument::saved, this, &FileCommands::addRecent);
    connect(
        &m_document,
        &ExperimentDocument::saved,
        this,
        [this] {
            if (const auto then = std::exchange(m_onceSaved, {}))
                then();
        },
        Qt::QueuedConnection); // after all other receivers of the signal
    connect(&m_document, &ExperimentDocument::failed, this, [this] {
        m_onceSaved = {};
        // Not a file that was opened but cannot be written.
        QStringList readable = m_recent;
        if (readable.removeAll(QFileInfo(std::exchange(m_pathBeingRead, {})).absoluteFilePath())
            > 0)
            setRecent(readable);
    });
    // The user has to decide first, and the next save may come much later.
    connect(&m_document, &ExperimentDocument::overtaken, this, [this] { m_onceSaved = {}; });
}

bool FileCommands::open(const QString& path, const std::function<void()>& begun)
{
    if (!mayDropEdits([this, path, begun] { open(path, begun); }))
        return false;
    m_pathBeingRead = path;
    m_document.open(path);
    emit openingBegun();
    if (begun)
        begun();
    return true;
}

bool FileCommands::begin()
{
    if (!mayDropEdits([this] { begin(); }))
        return false;
    m_pathBeingRead.clear();
    m_document.begin(newExperiment());
    emit openingBegun();
    return true;
}

bool FileCommands::replace(const QString& label, const QString& text)
{
    if (!mayDropEdits([this, label, text] { replace(label, text); }))
        return false;
    m_pathBeingRead.clear();
    m_document.replace(label, text);
    emit openingBegun();
    return true;
}

void FileCommands::chooseFile()
{
    const QString file = m_document.path();
    QFileDialog dialog(
        m_window, tr("Open experiment"), {}, tr("Experiments (*.json);;All files (*)"));
    dialog.setFileMode(QFileDialog::ExistingFile);
    rememberFolder(
        dialog, FolderFor::Experiments, file.isEmpty() ? m_folder : QFileInfo(file).path());
    if (dialog.exec() == QDialog::Accepted)
        open(dialog.selectedFiles().value(0));
}

QString FileCommands::askWhere()
{
    const QFileInfo place(suggestedPath());
    QFileDialog dialog(m_window, tr("Save experiment"), {}, tr("Experiments (*.json)"));
    rememberFolder(dialog, FolderFor::Experiments);
    dialog.setDirectory(place.path());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("json")); // the lists show only *.json
    dialog.selectFile(place.fileName());
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void FileCommands::save(bool elsewhere)
{
    QString path = m_document.path();
    if (elsewhere || path.isEmpty() || isTemplate(path, m_folder))
        path = askWhere();
    if (path.isEmpty())
        m_onceSaved = {};
    else
        m_document.save(path);
}

/// The user's own file keeps its place; templates and new experiments go to the folder used last,
/// or to the documents.
QString FileCommands::suggestedPath() const
{
    const QString path = m_document.path();
    if (!path.isEmpty() && !isTemplate(path, m_folder))
        return path;
    const QString name = path.isEmpty() ? tr("new experiment.json") : QFileInfo(path).fileName();
    QString folder = rememberedFolder(FolderFor::Experiments);
    if (folder.isEmpty() || isTemplate(QDir(folder).filePath(name), m_folder))
        folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(folder).filePath(name);
}

bool FileCommands::mayDropEdits(const std::function<void()>& then)
{
    if (!m_document.isModified())
        return true;
    const auto answer =
        QMessageBox::question(m_window,
                              tr("Unsaved experiment"),
                              tr("The experiment has unsaved changes. Save them?"),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    if (answer == QMessageBox::Save) {
        m_onceSaved = then;
        save(false);
    }
    return answer == QMessageBox::Discard;
}

void FileCommands::fillMenu(QMenu* menu)
{
    m_menu = menu;
    showRecent();
}

void FileCommands::addRecent()
{
    if (m_document.isNew())
        return;
    const QString file = QFileInfo(m_document.path()).absoluteFilePath();
    if (!m_recent.isEmpty() && m_recent.front() == file)
        return;
    QStringList files = m_recent;
    files.removeAll(file);
    files.prepend(file);
    setRecent(files.mid(0, kMostRecent));
}

void FileCommands::setRecent(const QStringList& files)
{
    m_recent = files;
    QSettings().setValue(kRecentKey, m_recent);
    showRecent();
    emit recentChanged();
}

void FileCommands::showRecent()
{
    if (!m_menu)
        return;
    m_menu->clear();
    for (const QString& path : m_recent)
        m_menu->addAction(QDir::toNativeSeparators(path), this, [this, path] { open(path); });
    m_menu->setEnabled(!m_recent.isEmpty());
}

} // namespace coterie::ui
