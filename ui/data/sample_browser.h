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

/// A data set that was read, and who holds what of it where that is known.
struct LoadedData
{
    std::shared_ptr<const Dataset> dataset;
    Shards shards;   ///< empty: no split belongs to it
    QString problem; ///< the reader's sentence; the data set is absent then
};

/// Reads or makes a data set. Call it off the GUI thread.
[[nodiscard]] LoadedData loadedData(const Part& dataset, const DataFolders& folders);
/// The data of an experiment's run, prepared and split among its clients. Likewise.
[[nodiscard]] LoadedData loadedData(const RunPlan& plan, const DataFolders& folders);

/// Which samples a person wants to see; what is absent does not matter.
struct SampleChoice
{
    bool test = false;
    std::optional<std::int32_t> label = {};
    std::optional<std::int32_t> domain = {};
    std::optional<std::size_t> client = {};
};

struct ChosenSamples
{
    bool official = false; ///< of the official test samples, else of the training samples
    std::vector<std::int32_t> indices;
};
/// A client's test samples are its own share of the training samples, or official ones.
[[nodiscard]] ChosenSamples chosenSamples(const LoadedData& data, const SampleChoice& choice);

class SampleGrid;

/// The samples of one data set to look through: by class, domain and client; pictures, slices of
/// scans, or the rows of a table.
class SampleBrowser final : public QWidget
{
    Q_OBJECT

public:
    explicit SampleBrowser(QWidget* parent = nullptr);

    void showData(LoadedData data);
    /// Nothing to look through: says why.
    void showWords(const QString& sentence);
    [[nodiscard]] const LoadedData& data() const { return m_data; }

private:
    [[nodiscard]] QWidget* makeFilters();
    QComboBox* makeFilter(const QString& name, const QString& label, const QString& tip);
    void fillFilters();
    [[nodiscard]] SampleChoice choice() const;
    void choose();
    void showChosen(const ChosenSamples& chosen, SampleTable table);

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
