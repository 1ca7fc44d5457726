#pragma once

#include "core/data/catalog.h"
#include "core/experiment/parameters.h"
#include "ui/design/template_hints.h"
#include "ui/latest_job.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QListWidget;

namespace coterie::ui {

/// The heading of a folder: "papers/hcct" reads "Papers · HCCT".
[[nodiscard]] QString folderTitle(const QString& group);

/// The name of an experiment below its folder's heading, without a repeated paper name.
[[nodiscard]] QString titleInFolder(const QString& name, const QString& group);

/// File names, with as many folders as are needed to tell them apart.
[[nodiscard]] QStringList titlesOf(const QStringList& paths);

/// Whether the file ships with the program: it is in that folder or embedded in the program.
[[nodiscard]] bool isTemplate(const QString& path, const QString& folder);

struct ExperimentFile
{
    QString path = {};
    QString group = {}; ///< folder relative to the list's folder: "papers/hcct"; empty at the top
    QString name = {};
    QString description = {};
    QString problem = {}; ///< a sentence, if the file is unusable
    QString missing = {}; ///< the data set, if its files are missing
    int runs = 0;
    TemplateHint hint = {}; ///< its texts and settings
};

/// The experiment files of a folder and its subfolders: the quickstart first, then those at the
/// top. Reads them: call it off the GUI thread.
[[nodiscard]] std::vector<ExperimentFile>
experimentFilesIn(const QString& folder, const Registry& registry, const DataFolders& data);

/// The shipped experiments and the recent files.
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
    /// Reads the folder again; the list updates later.
    void reload();
    /// The shipped experiments.
    [[nodiscard]] const std::vector<ExperimentFile>& files() const { return m_files; }
    /// Their texts.
    [[nodiscard]] const std::vector<TemplateHint>& hints() const { return m_hints; }

signals:
    /// The folder has been read.
    void loaded();
    void fileChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showFiles(const std::vector<ExperimentFile>& files);
    void styleHeadings();
    void fitRecent();
    void markCurrent();
    QListWidget* makeList(const QString& name);

    const Registry& m_registry;
    QString m_folder;
    DataFolders m_dataFolders;
    std::vector<ExperimentFile> m_files;
    std::vector<TemplateHint> m_hints;
    QString m_current;
    LatestJob m_reading;
    QListWidget* m_templates = nullptr;
    QListWidget* m_recent = nullptr;
    QWidget* m_recentTitle = nullptr;
};

} // namespace coterie::ui
