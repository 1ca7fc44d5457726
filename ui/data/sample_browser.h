#pragma once

#include "ui/data/sample_choice.h"
#include "ui/data/sample_table_model.h"
#include "ui/latest_job.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QStackedWidget;
class QTableView;

namespace coterie::ui {

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
