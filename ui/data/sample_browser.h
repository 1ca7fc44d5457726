#pragma once

#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "core/experiment/experiment.h"
#include "ui/data/sample_table_model.h"
#include "ui/latest_job.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QSlider;
class QStackedWidget;
class QTableView;

namespace coterie::ui {

struct LoadedData
{
    std::shared_ptr<const Dataset> dataset = {};
    Shards shards = {};   ///< empty without a partition
    QString problem = {}; ///< the reader's sentence; then there is no data set
};

/// Loads or generates a data set. Call it off the GUI thread.
[[nodiscard]] LoadedData loadedData(const Part& dataset, const DataFolders& folders);
/// The data of an experiment's run, preprocessed and divided among its clients. Call it off the GUI
/// thread.
[[nodiscard]] LoadedData loadedData(const RunPlan& plan, const DataFolders& folders);

/// Which samples to show; absent filters match all.
struct SampleChoice
{
    bool test = false;
    std::optional<std::int32_t> label = {};
    std::optional<std::int32_t> domain = {};
    std::optional<std::size_t> client = {};
};

struct ChosenSamples
{
    bool official = false; ///< indices of official test samples, else of training samples
    std::vector<std::int32_t> indices;
};
/// A client's test samples are its own share of the training samples, or official ones.
[[nodiscard]] ChosenSamples chosenSamples(const LoadedData& data, const SampleChoice& choice);

class SampleGrid;

/// Browses the samples of a data set by class, domain and client, as pictures, slices of scans or
/// table rows.
class SampleBrowser final : public QWidget
{
    Q_OBJECT

public:
    explicit SampleBrowser(QWidget* parent = nullptr);

    void showData(LoadedData data);
    /// Shows a sentence instead of samples.
    void showWords(const QString& sentence);
    [[nodiscard]] const LoadedData& data() const { return m_data; }

private:
    [[nodiscard]] QWidget* makeFilters();
    QComboBox* makeFilter(const QString& name, const QString& label, const QString& tip);
    void fillFilters();
    void nameDomains(bool besideClients);
    [[nodiscard]] SampleChoice choice() const;
    void choose();
    void showChosen(const ChosenSamples& chosen, const PlainTable& table);

    LoadedData m_data;
    LatestJob m_choosing;
    SampleTableModel m_rows;
    QWidget* m_filters = nullptr;
    QComboBox* m_part = nullptr;
    QComboBox* m_class = nullptr;
    QComboBox* m_domain = nullptr;
    QComboBox* m_client = nullptr;
    QLabel* m_count = nullptr;
    QWidget* m_depthRow = nullptr;
    QSlider* m_depth = nullptr;
    QLabel* m_depthWords = nullptr;
    QStackedWidget* m_stack = nullptr;
    SampleGrid* m_grid = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_words = nullptr;
    QLabel* m_chosenWords = nullptr;
};

} // namespace coterie::ui
