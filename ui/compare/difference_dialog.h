#pragma once

#include "core/run/round_difference.h"
#include "core/run/run_difference.h"
#include "core/store/store_files.h"
#include "ui/latest_job.h"

#include <QDialog>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;
class QTabWidget;

namespace coterie::ui {

class GroupRiverView;
class LinePlot;
class MatrixView;
class PlainTableModel;
class PlotLegend;
class ViewFrame;

/// Two stored runs side by side: the settings that differ, the first round in which they part,
/// their curves and matrices subtracted, and the way from the groups of one to those of the other.
/// The same numbers as `coterie-cli diff`.
class DifferenceDialog final : public QDialog
{
    Q_OBJECT

public:
    DifferenceDialog(StoreFiles stores,
                     const std::array<std::int64_t, 2>& runs,
                     QWidget* parent = nullptr);

    /// True until everything chosen is on screen.
    [[nodiscard]] bool isBusy() const { return m_reading.isBusy() || m_roundReading.isBusy(); }

private:
    void addTab(QWidget* controls, QWidget* note, ViewFrame* view, const QString& title);
    void addTable(PlainTableModel*& model,
                  const char* name,
                  const QString& title,
                  QWidget* note = nullptr);
    void offerRound();
    void addCurves();
    void addMatrices();
    void addGroups();
    void read();
    void take(RunDifference difference);
    void showCurves();
    void readRound();
    void showRound();

    StoreFiles m_stores;
    std::array<std::int64_t, 2> m_runs;
    RunDifference m_difference;
    TwoReports m_reports;
    bool m_hasReports = false;
    QString m_noReports; ///< why there are none
    LatestJob m_reading;
    LatestJob m_roundReading;

    QLabel* m_title = nullptr;
    QLabel* m_verdict = nullptr;
    QTabWidget* m_tabs = nullptr;
    QSpinBox* m_round = nullptr;
    QWidget* m_roundPart = nullptr; ///< with its label
    QLabel* m_numbersNote = nullptr;
    PlainTableModel* m_settings = nullptr;
    PlainTableModel* m_numbers = nullptr;
    QComboBox* m_metric = nullptr;
    QCheckBox* m_subtracted = nullptr;
    LinePlot* m_plot = nullptr;
    PlotLegend* m_legend = nullptr;
    ViewFrame* m_curves = nullptr;
    QComboBox* m_kind = nullptr;
    QLabel* m_matrixNote = nullptr;
    MatrixView* m_matrix = nullptr;
    ViewFrame* m_matrixFrame = nullptr;
    QLabel* m_flowNote = nullptr;
    GroupRiverView* m_flow = nullptr;
    ViewFrame* m_flowFrame = nullptr;
};

} // namespace coterie::ui
