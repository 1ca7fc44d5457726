#pragma once

#include "core/collaboration/sufficient_table.h"
#include "ui/latest_job.h"

#include <QDialog>

#include <optional>
#include <vector>

class QLabel;
class QSplitter;
class QWidget;

namespace coterie::ui {

class LinePlot;
class PlainTableModel;
class PlotLegend;
class ViewFrame;

/// All-for-one's sufficient clusters: with how many clients one can collaborate at a precision, and
/// the bounds that follow. The same inputs, checks and numbers as `coterie-cli sufficient`.
class SufficientDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit SufficientDialog(QWidget* parent = nullptr);

    /// True until the table shows what the inputs give.
    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What a setting gives.
    struct Answer
    {
        SufficientSetting setting;
        std::vector<SufficientRow> rows;
        std::vector<SufficientCurve> curves;
    };

    QWidget* makeInputs();
    QWidget* makePlot();
    QWidget* makeTable();
    [[nodiscard]] SufficientTexts texts() const;
    void reset();
    void compute();
    void showProblem();
    void shareWidth();
    void showAnswer(const Answer& answer);

    std::vector<QWidget*> m_fields; ///< in the order of kSufficientInputs
    std::vector<QWidget*> m_labels;
    QWidget* m_inputs = nullptr;
    QSplitter* m_results = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_sizeNote = nullptr;
    QLabel* m_boundNote = nullptr;
    PlotLegend* m_legend = nullptr;
    LinePlot* m_plot = nullptr;
    ViewFrame* m_sizes = nullptr;
    PlainTableModel* m_bounds = nullptr;
    Answer m_answer;              ///< on screen; empty if an input is bad
    std::optional<Error> m_error; ///< of the inputs
    LatestJob m_job;
};

/// Brings the dialog of this window to the front.
void showSufficientClusters(QWidget& window);

} // namespace coterie::ui
