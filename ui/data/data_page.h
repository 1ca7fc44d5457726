#pragma once

#include "core/base/json_node.h"
#include "core/data/catalog.h"
#include "core/data/detect_data.h"
#include "core/experiment/experiment.h"
#include "ui/data/catalogue.h"
#include "ui/data/dataset_head.h"
#include "ui/data/sample_browser.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <deque>
#include <map>

class QListView;

namespace coterie::ui {

class ImportHead;

/// The data sets an experiment can use: a catalogue of cards, the samples of the chosen set, import
/// of the user's files, and downloads.
class DataPage final : public QWidget
{
    Q_OBJECT

public:
    DataPage(std::span<const CatalogEntry> catalog,
             const DataFolders& folders,
             QWidget* parent = nullptr);

    /// Offers the open experiment's data client by client; nothing if none is open.
    void setExperiment(const std::optional<RunPlan>& plan);
    /// Shows the card of this data set and its samples, or how to get them.
    void choose(const QString& name);
    /// Detects, previews and offers a file or folder of the user.
    void importPath(const QString& path);
    void askForImport(bool folder);

signals:
    /// The page starts to look for files, one set after another, with thumbnails. Listeners that
    /// need only one set need not wait for its turn.
    void lookingBegun();
    /// What belongs at /data/dataset of an experiment file, and whether the data say whose each
    /// sample is.
    void useRequested(const coterie::JsonNode& dataset, bool hasClients);
    /// Files of a set were found that were missing before.
    void datasetFound();
    /// A set that could not be read can be read now.
    void datasetMended();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeCatalogue();
    [[nodiscard]] QWidget* makeDetail();
    void connectDownloads();
    void lookUp(const QStringList& names);
    void lookUpChanged();
    void lookUpNext();
    void takeLookedUp(const DatasetCard& card);
    void lookUpExperiment();
    void showChosen();
    void showHead(const DatasetCard& card);
    void showDownload(const QString& name, const DownloadState& state);
    void load(std::function<LoadedData()> work);
    void readImport();
    void useImport();
    void planNext();
    [[nodiscard]] const DatasetCard* chosenCard() const;

    std::span<const CatalogEntry> m_catalog;
    DataFolders m_folders;
    CatalogueModel m_model;
    Downloads m_downloads;
    LatestJob m_looking;
    LatestJob m_checking;
    LatestJob m_loading;
    LatestJob m_detecting;
    LatestJob m_previewing;
    LatestJob m_linking;
    LatestJob m_planning;
    std::deque<QString> m_toLookUp;
    std::deque<QString> m_toPlan;
    std::map<QString, DownloadState> m_states; ///< for when their cards are chosen again
    std::optional<RunPlan> m_plan;
    std::optional<Result<DetectedData>> m_detected;
    QString m_importPath;
    bool m_importHasClients = false;
    bool m_useWhenRead = false; ///< it was asked for while the import was being read
    bool m_looked = false;
    QListView* m_list = nullptr;
    DatasetHead* m_head = nullptr;
    ImportHead* m_importHead = nullptr;
    SampleBrowser* m_browser = nullptr;
};

} // namespace coterie::ui
