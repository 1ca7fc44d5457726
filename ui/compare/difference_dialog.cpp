#include "ui/compare/difference_dialog.h"

#include "core/base/try.h"
#include "core/metrics/metric_infos.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/difference_views.h"
#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/group_river_view.h"
#include "ui/views/line_plot.h"
#include "ui/views/picture_export.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace coterie::ui {

namespace {

/// Names whole, as long as half of the width is left to the values beside them.
class NamesTable final : public QTableView
{
public:
    using QTableView::QTableView;

    void fitNames()
    {
        QHeaderView* header = horizontalHeader();
        if (header->count() == 0)
            return;
        const int names = std::max(sizeHintForColumn(0), header->sectionSizeHint(0));
        header->setSectionResizeMode(0, QHeaderView::Fixed);
        header->resizeSection(0, std::min(names, viewport()->width() / 2));
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QTableView::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            fitNames();
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QTableView::resizeEvent(event);
        fitNames();
    }
};

Result<RunDifference> ask(const StoreFiles& stores, const std::array<std::int64_t, 2>& runs)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    COTERIE_TRY(const RunRow one, store->run(runs[0]));
    COTERIE_TRY(const RunRow other, store->run(runs[1]));
    return differenceOf(*store, {one, other});
}

Result<TwoReports>
askRound(const StoreFiles& stores, const std::array<std::int64_t, 2>& runs, int round)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    return reportsOf(*store, runs, round);
}

constexpr int kNumbersTab = 1; ///< after the settings

PlainTable matrixTable(const MatrixPicture& picture)
{
    PlainTable table;
    table.header = {picture.rowWord, picture.columnWord, picture.valueWord};
    for (const int row : picture.rows)
        for (const int column : picture.columns)
            table.rows.push_back({row, column, picture.valueAt(row, column)});
    return table;
}

PlainTable flowTable(const std::vector<RiverRound>& flow)
{
    PlainTable table;
    table.header = {say("Client"), say("Group in the first"), say("Group in the second")};
    if (flow.empty())
        return table;
    const auto cell = [](int colour) { return colour < 0 ? QVariant() : QVariant(colour + 1); };
    for (std::size_t client = 0; client < flow.front().colourOfClient.size(); ++client)
        table.rows.push_back({int(client),
                              cell(flow.front().colourOfClient[client]),
                              cell(flow.back().colourOfClient[client])});
    return table;
}

} // namespace

DifferenceDialog::DifferenceDialog(StoreFiles stores,
                                   const std::array<std::int64_t, 2>& runs,
                                   QWidget* parent)
    : QDialog(parent)
    , m_stores(std::move(stores))
    , m_runs(runs)
    , m_noReports(tr("No round has been read yet."))
    , m_title(named(textLabel(this, QPalette::WindowText), "differenceRuns"))
    , m_verdict(named(textLabel(this, QPalette::WindowText), "differenceVerdict"))
    , m_tabs(named(new QTabWidget(this), "differenceTabs"))
    , m_round(named(new QSpinBox(this), "differenceRound", tr("Round")))
{
    setObjectName(QStringLiteral("differenceDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(
        tr("Difference of run %1 and run %2")
            .arg(toQString(m_stores.numberText(runs[0])), toQString(m_stores.numberText(runs[1]))));
    m_title->setTextFormat(Qt::PlainText); // it quotes names from files
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setText(tr("Reading both runs…"));
    m_tabs->setDocumentMode(true);
    m_round->setToolTip(tr("Choose the round of the matrices and the groups"));
    m_round->setEnabled(false);
    addTable(m_settings, "differentSettings", tr("Settings"));
    m_numbersNote = named(textLabel(this), "differenceNumbersNote");
    addTable(m_numbers, "differentNumbers", tr("Numbers"), m_numbersNote);
    addCurves();
    addMatrices();
    addGroups();
    m_roundPart = labelled(tr("&Round"), m_round);
    m_tabs->setCornerWidget(m_roundPart);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DifferenceDialog::offerRound);
    offerRound();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter must not close
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Close this dialog"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_round, &QSpinBox::valueChanged, this, &DifferenceDialog::readRound);
    auto* layout = columnIn(this, 8, {14, 12, 14, 12});
    layout->addWidget(m_title);
    layout->addWidget(m_verdict);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(buttons);
    resize(onScreen(*this, {860, 640}));
    read();
}

void DifferenceDialog::addTab(QWidget* controls,
                              QWidget* note,
                              ViewFrame* view,
                              const QString& title)
{
    auto* pane = new QWidget(this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(2, 6, 2, 2);
    if (controls)
        head->addWidget(controls);
    if (note)
        head->addWidget(note, 1);
    else
        head->addStretch(1);
    head->addWidget(view->button());
    auto* layout = columnIn(pane, 0);
    layout->addLayout(head);
    layout->addWidget(view, 1);
    m_tabs->addTab(pane, title);
}

void DifferenceDialog::addTable(PlainTableModel*& model,
                                const char* name,
                                const QString& title,
                                QWidget* note)
{
    auto* table = named(new NamesTable(this), name, title);
    table->setToolTip(tr("Point at a value to see all of it"));
    model = new PlainTableModel(table);
    table->setModel(model);
    dressTable(*table);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    connect(model, &QAbstractItemModel::modelReset, table, &NamesTable::fitNames);
    connect(model, &QAbstractItemModel::dataChanged, table, &NamesTable::fitNames);
    connect(model, &QAbstractItemModel::rowsInserted, table, &NamesTable::fitNames);
    auto* frame = new ViewFrame(
        table, {.name = QLatin1String(name)}, [model] { return model->table(); }, this);
    addTab(nullptr, note, frame, title);
}

/// Where it rules what is shown.
void DifferenceDialog::offerRound()
{
    const QWidget* tab = m_tabs->currentWidget();
    m_roundPart->setVisible(tab && (tab->isAncestorOf(m_matrix) || tab->isAncestorOf(m_flow)));
}

void DifferenceDialog::addCurves()
{
    auto* drawing = new QWidget(this);
    m_legend = new PlotLegend(drawing);
    m_plot = new LinePlot(drawing);
    auto* layout = columnIn(drawing, 2);
    layout->addWidget(m_legend);
    layout->addWidget(m_plot, 1);
    // Queued, because during a resize the plot still has its old size.
    connect(m_plot, &LinePlot::redrawWanted, m_plot, &LinePlot::redraw, Qt::QueuedConnection);
    connect(m_legend, &PlotLegend::hiddenChanged, m_plot, &LinePlot::setHidden);
    auto* controls = new QWidget(this);
    m_metric = named(new QComboBox(controls), "differenceMetric", tr("Metric"));
    m_metric->setToolTip(tr("Choose the metric of the curves"));
    keepToContents(*m_metric);
    m_subtracted = named(new QCheckBox(tr("&Subtracted"), controls), "differenceSubtracted");
    m_subtracted->setToolTip(tr("Show the second run minus the first, in place of both"));
    m_subtracted->setChecked(true);
    auto* row = rowIn(controls, 12);
    row->addWidget(m_metric);
    row->addWidget(m_subtracted);
    m_curves = new ViewFrame(
        drawing,
        m_plot->asPicture(QStringLiteral("difference")),
        [this] {
            return curveTable(m_difference, m_metric->currentData().toString().toStdString());
        },
        this);
    addTab(controls, nullptr, m_curves, tr("Curves"));
    connect(m_metric, &QComboBox::currentIndexChanged, this, &DifferenceDialog::showCurves);
    connect(m_subtracted, &QCheckBox::toggled, this, &DifferenceDialog::showCurves);
}

void DifferenceDialog::addMatrices()
{
    m_matrix = named(new MatrixView(this), "differenceMatrix", tr("Difference of the matrices"));
    m_matrix->setNothing(m_noReports);
    m_kind = named(new QComboBox(this), "differenceMatrixKind", tr("Matrix"));
    m_kind->setToolTip(tr("Choose which matrices are subtracted, second − first"));
    for (const MatrixWords& words : matrixKinds())
        if (isReported(words.kind))
            m_kind->addItem(say(words.title), int(words.kind));
    m_matrixFrame = new ViewFrame(
        m_matrix,
        pictureOf(*m_matrix, QStringLiteral("matrix-difference")),
        [this] { return matrixTable(m_matrix->picture()); },
        this);
    m_matrixNote = named(textLabel(this), "differenceMatrixNote");
    addTab(m_kind, m_matrixNote, m_matrixFrame, tr("Matrices"));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &DifferenceDialog::showRound);
}

void DifferenceDialog::addGroups()
{
    m_flow = named(new GroupRiverView(this), "differenceFlow", tr("Groups of both runs"));
    m_flow->setColumnNames({tr("Run %1").arg(toQString(m_stores.numberText(m_runs[0]))),
                            tr("Run %1").arg(toQString(m_stores.numberText(m_runs[1])))});
    m_flow->setNothing(m_noReports);
    m_flowNote = named(textLabel(this), "differenceFlowNote");
    m_flowNote->setTextFormat(Qt::PlainText); // it may quote a file's path
    m_flowFrame = new ViewFrame(
        m_flow,
        pictureOf(*m_flow, QStringLiteral("group-flow")),
        [this] { return flowTable(m_flow->rounds()); },
        this);
    addTab(nullptr, m_flowNote, m_flowFrame, tr("Groups"));
}

void DifferenceDialog::read()
{
    m_reading.run([stores = m_stores, runs = m_runs] { return ask(stores, runs); },
                  [this](Result<RunDifference> found) {
                      if (!found)
                          return m_verdict->setText(toQString(found.error().sentence()));
                      take(std::move(*found));
                  });
}

void DifferenceDialog::take(RunDifference difference)
{
    m_difference = std::move(difference);
    m_title->setText(runTitle(m_difference.runs[0]) + QLatin1Char('\n')
                     + runTitle(m_difference.runs[1]));
    QString verdict = partingWords(m_difference);
    if (m_difference.settings.empty() && m_difference.environment.empty())
        verdict =
            tr("Settings, program, libraries, processor and device are the same.") + u' ' + verdict;
    m_verdict->setText(verdict);
    m_settings->setTable(settingsBeside(m_difference));
    m_matrix->setClientNames(m_difference.clientNames);
    m_flow->setClientNames(m_difference.clientNames);
    const PlainTable numbers = numbersBeside(m_difference);
    m_numbersNote->setText(numbersNote(m_difference));
    m_numbers->setTable(numbers);
    if (m_settings->table().rows.empty() && !numbers.rows.empty())
        m_tabs->setCurrentIndex(kNumbersTab);
    {
        const QSignalBlocker silence(m_metric);
        for (const MetricInfo& info : metricInfos())
            if (!m_difference.numbersOf(info.name).empty())
                m_metric->addItem(metricText(info.name), toQString(info.name));
    }
    m_plot->fitNext();
    showCurves();
    const int last = m_difference.lastCommonRound();
    const QSignalBlocker silence(m_round);
    m_round->setRange(0, last);
    // Before any training there is neither a matrix nor a group.
    const int parting = m_difference.parting ? m_difference.parting->round : last;
    m_round->setValue(parting > 0 ? parting : last);
    m_round->setEnabled(last > 0);
    readRound();
}

void DifferenceDialog::showCurves()
{
    const std::string metric = m_metric->currentData().toString().toStdString();
    PlotPicture picture = curvesBeside(m_difference, metric, m_subtracted->isChecked());
    m_legend->setLines(picture.lines);
    m_plot->fitNext();
    m_plot->setPicture(std::move(picture));
    m_curves->updateTable();
}

void DifferenceDialog::readRound()
{
    m_hasReports = false;
    m_noReports = tr("Reading…");
    showRound();
    m_roundReading.run([stores = m_stores,
                        runs = m_runs,
                        round = m_round->value()] { return askRound(stores, runs, round); },
                       [this](Result<TwoReports> found) {
                           m_hasReports = found.has_value();
                           if (m_hasReports)
                               m_reports = std::move(*found);
                           else
                               m_noReports = toQString(found.error().sentence());
                           showRound();
                       });
}

void DifferenceDialog::showRound()
{
    const auto kind = static_cast<MatrixKind>(m_kind->currentData().toInt());
    std::optional<MatrixPicture> matrix;
    std::vector<RiverRound> flow;
    QString note = m_noReports;
    if (m_hasReports) {
        matrix = matrixDifference(m_reports[0], m_reports[1], kind);
        flow = groupFlow(m_reports[0], m_reports[1]);
        note = flowText(m_reports[0], m_reports[1]);
    }
    const bool areSame = matrix && isWithoutDifference(*matrix);
    m_matrixNote->setText(areSame ? tr("This matrix is the same in both runs in round %1: every "
                                       "difference is 0.")
                                        .arg(m_round->value())
                                  : QString());
    if (matrix)
        m_matrix->setPicture(std::move(*matrix));
    else
        m_matrix->setNothing(m_hasReports
                                 ? noMatrixText(m_difference.runs, m_reports[0], m_reports[1], kind)
                                 : m_noReports);
    m_matrixFrame->updateTable();
    if (!m_hasReports)
        m_flow->setNothing(m_noReports);
    else if (flow.empty())
        m_flow->setNothing(noFlowText(m_difference.runs, m_reports[0], m_reports[1]));
    m_flow->setRounds(std::move(flow));
    m_flowNote->setText(note);
    m_flowFrame->updateTable();
}

} // namespace coterie::ui
