#pragma once

#include "core/data/catalog.h"
#include "core/experiment/parameters.h"
#include "ui/latest_job.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QListWidget;

namespace coterie::ui {

/// What stands above the experiments of a folder: "papers/hcct" reads "Papers · HCCT".
[[nodiscard]] QString folderTitle(const QString& group);

/// What stands for an experiment beneath its folder's heading: where that names the paper already,
/// the name goes without it.
[[nodiscard]] QString titleInFolder(const QString& name, const QString& group);

/// Files by their names; those that share one with as much of their folders as tells them apart.
[[nodiscard]] QStringList titlesOf(const QStringList& paths);

/// Whether this file ships with the program, to start from: it lies in that folder, or in the
/// program itself.
[[nodiscard]] bool isTemplate(const QString& path, const QString& folder);

/// What is known of an experiment file without opening it.
struct ExperimentFile
{
    QString path;
    QString group; ///< the folder within the list's folder: "papers/hcct"; empty at its top
    QString name;
    QString description;
    QString problem; ///< a sentence if the file cannot be used
    QString missing; ///< the data set that it is about, where its files are not there
    int runs = 0;

    bool operator==(const ExperimentFile&) const = default;
};

/// The experiment files of a folder and the folders in it: those at its top first, and the
/// quickstart before all. Reads them: call it off the GUI thread.
[[nodiscard]] std::vector<ExperimentFile>
experimentFilesIn(const QString& folder, const Registry& registry, const DataFolders& data);

/// The files to start from: those that ship with the program, and the ones opened lately.
class ExperimentList final : public QWidget
{
    Q_OBJECT

public:
    ExperimentList(const Registry& registry,
                   const QString& folder,
                   DataFolders dataFolders,
                   QWidget* parent = nullptr);

    void setRecent(const QStringList& paths);
    void setCurrent(const QString& path);
    /// Reads the folder again; the answer arrives later.
    void reload();

signals:
    void fileChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showFiles(const std::vector<ExperimentFile>& files);
    void addHeading(const QString& group);
    void markCurrent();
    QListWidget* makeList(const QString& name);

    const Registry& m_registry;
    QString m_folder;
    DataFolders m_dataFolders;
    QString m_current;
    LatestJob m_reading;
    QListWidget* m_templates = nullptr;
    QListWidget* m_recent = nullptr;
    QWidget* m_recentTitle = nullptr;
};

} // namespace coterie::ui
