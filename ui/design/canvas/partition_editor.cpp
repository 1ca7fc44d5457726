#include "ui/design/canvas/partition_editor.h"

#include "ui/design/canvas/client_inspector.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/design/canvas/partition_side.h"
#include "ui/design/canvas/sketch_json.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/flow_layout.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/figure_dialog.h"
#include "ui/words.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kSlowSketchMs = 300;
constexpr int kNarrow = 780; // below this, the numbers do not fit beside the bars
constexpr int kLeastWidth = 480;
constexpr int kLeastSide = 240;
constexpr int kMostSide = 320;
constexpr int kSideHeight = 210;
constexpr int kLowest = 460;       // with the numbers below the bars
constexpr int kLowestBeside = 360; // where the page fits a usual window, so that it need not scroll

/// A check box, because a checked button is easily missed among commands.
QCheckBox* checkBoxOf(QAction& action, QWidget* parent)
{
    auto* box = new QCheckBox(action.iconText(), parent);
    box->setToolTip(action.toolTip());
    box->setChecked(action.isChecked());
    box->setEnabled(action.isEnabled());
    box->setFocusPolicy(Qt::TabFocus); // a click leaves the focus on the canvas
    QObject::connect(box, &QCheckBox::toggled, &action, &QAction::setChecked);
    QObject::connect(&action, &QAction::toggled, box, &QCheckBox::setChecked);
    QObject::connect(
        &action, &QAction::enabledChanged, box, [box](bool enabled) { box->setEnabled(enabled); });
    return box;
}

} // namespace

PartitionEditor::PartitionEditor(ExperimentDocument& document,
                                 const Registry& registry,
                                 ActionRegistry& actions,
                                 std::shared_ptr<RunData> runData)
    : m_document(document)
    , m_registry(registry)
    , m_data(std::move(runData))
    , m_ahead(new DragStatistics(registry, m_data, this))
    , m_canvas(new PartitionCanvas(actions))
    , m_side(new PartitionSide)
    , m_legend(new KindLegend)
    , m_inspector(new ClientInspector(*m_canvas))
    , m_notice(new NoticeBar(this, NoticeBar::Kind::Warning, QStringLiteral("clientsNotice")))
{
    setObjectName(QStringLiteral("partitionEditor"));
    m_slow.setSingleShot(true);
    m_slow.setInterval(kSlowSketchMs);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        m_title->setTexts(tr("Assigning the samples…"), {});
    });

    auto* drawing = new QWidget(this);
    auto* drawingLayout = columnIn(drawing, 0);
    drawingLayout->addWidget(makeTools(actions));
    drawingLayout->addWidget(m_canvas, 1);
    drawingLayout->addWidget(m_inspector);
    m_notice->setParent(drawing);
    m_notice->floatOver(*m_canvas);

    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(drawing);
    m_splitter->addWidget(m_side);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({820, kMostSide});
    columnIn(this)->addWidget(m_splitter);
    setMinimumSize(kLeastWidth,
                   kLowest); // otherwise the page would be as wide as both side by side
    connect(m_canvas, &PartitionCanvas::said, this, &PartitionEditor::say);
    connect(m_canvas, &PartitionCanvas::edited, this, &PartitionEditor::takeEdit);
    connect(m_canvas, &PartitionCanvas::dragged, this, &PartitionEditor::followDrag);
    connect(m_canvas, &PartitionCanvas::dragDropped, this, &PartitionEditor::showStatistics);
    connect(m_ahead, &DragStatistics::arrived, this, [this](const auto& statistics) {
        m_side->setStatistics(statistics);
        m_inspector->showClients(m_canvas->shownSketch(), m_canvas->selected());
    });
    connect(
        m_canvas, &PartitionCanvas::selectionChanged, this, [this](const std::set<int>& picked) {
            m_side->setSelected(picked);
            m_inspector->showClients(m_canvas->sketch(), picked);
        });
    connect(m_side, &PartitionSide::widthBesideChanged, this, &PartitionEditor::fitSide);
    connect(m_side, &PartitionSide::clientsChosen, m_canvas, &PartitionCanvas::setSelected);
    connect(actions.action(ActionId::SaveClientsPicture), &QAction::triggered, this, [this] {
        showFigureDialog(*this, picture());
    });
    connect(actions.action(ActionId::CopyClientsPicture), &QAction::triggered, this, [this] {
        copyPicture(picture());
    });
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &PartitionEditor::showChecked);
    connect(&m_document, &ExperimentDocument::edited, this, [this] {
        if (m_takingEdit)
            return;
        m_notice->hide(); // it was about clients as they were
        m_canvas->setStale(m_preview.has_value());
    });
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        forget(tr("The clients appear when the experiment has been checked."));
    });
    forget(tr("Open an experiment to see its clients."));
}

QSize PartitionEditor::sizeHint() const
{
    return {QWidget::sizeHint().width(), minimumHeight()};
}

void PartitionEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitSide();
}

/// In narrow windows, and where the font is large, the numbers go below the bars.
void PartitionEditor::fitSide()
{
    const int least = m_side->widthBeside();
    const bool isNarrow = width() < std::max(kNarrow, kLeastWidth + least);
    const Qt::Orientation wanted = isNarrow ? Qt::Vertical : Qt::Horizontal;
    const bool turned = m_splitter->orientation() != wanted;
    m_splitter->setOrientation(wanted);
    m_side->setOrientation(isNarrow ? Qt::Horizontal : Qt::Vertical);
    m_side->setMaximumWidth(
        isNarrow ? QWIDGETSIZE_MAX
                 : std::max(least, std::clamp(width() * 3 / 10, kLeastSide, kMostSide)));
    setMinimumHeight(isNarrow ? kLowest : kLowestBeside);
    if (turned && isNarrow)
        m_splitter->setSizes({height() - kSideHeight, kSideHeight});
}

QWidget* PartitionEditor::makeTools(const ActionRegistry& actions)
{
    auto* tools = new QWidget(this);
    auto* layout = columnIn(tools, 6, {6, 6, 8, 6});
    auto* row = new FlowLayout(2, 2); // in a large font it needs several lines
    for (const ActionId which : {ActionId::CopyClients,
                                 ActionId::SplitClients,
                                 ActionId::MergeClients,
                                 ActionId::DeleteClients,
                                 ActionId::ResetClients,
                                 ActionId::NewEdge,
                                 ActionId::TakeFromOthers}) {
        if (which == ActionId::TakeFromOthers) { // a toggle
            auto* apart = new QWidget(tools);
            rowIn(apart, 0, {10, 0, 0, 0})->addWidget(checkBoxOf(*actions.action(which), apart));
            row->addWidget(apart);
            continue;
        }
        auto* button = new QToolButton(tools);
        button->setDefaultAction(actions.action(which));
        if (which == ActionId::NewEdge)
            actions.action(which)->setIconText(tr("New edge")); // shorter, to fit the row
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    m_title = named(new ElidedLabel(tools), "splitTitle");
    m_title->setContentsMargins(12, 0, 8, 0);
    m_title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_title);
    m_kinds = named(new QComboBox(tools), "countedBy", tr("Meaning of the colours"));
    m_kinds->setToolTip(tr("Choose what the colours show and what edits count"));
    m_kinds->addItem(tr("by class"), int(HoldingKind::Class));
    m_kinds->addItem(tr("by domain"), int(HoldingKind::Domain));
    m_kinds->hide();
    row->addWidget(m_kinds);
    layout->addLayout(row);
    layout->addWidget(m_legend);
    connect(m_kinds, &QComboBox::activated, this, [this](int index) {
        m_kind = static_cast<HoldingKind>(m_kinds->itemData(index).toInt());
        if (m_wish) {
            m_wish->kind = m_kind;
            deal();
        }
    });
    return tools;
}

/// The legend above all bars.
PictureSource PartitionEditor::picture()
{
    const QString name = QStringLiteral("clients");
    return {.name = name, .take = [this, name] {
                Figure figure{.name = name};
                if (m_canvas->sketch().held.empty())
                    return figure;
                const auto legend = std::make_shared<KindLegend>();
                legend->setPalette(figurePalette());
                legend->setKinds(m_canvas->sketch().kindNames);
                constexpr int kLeft = 12;
                constexpr int kAir = 6;
                const auto legendHeight = [legend](int width, const FigureStyle& style) {
                    legend->setFont(style.font);
                    const int height = legend->heightForWidth(width - 2 * kLeft);
                    const bool isShown = height > 0 && style.legend != FigureLegend::None;
                    return isShown ? height + 2 * kAir : 0;
                };
                figure.heightAt = [this, legendHeight](int width, const FigureStyle& style) {
                    return legendHeight(width, style) + m_canvas->pictureHeight(width);
                };
                figure.paint = [this, legend, legendHeight](
                                   QPainter& painter, const QSize& size, const FigureStyle& style) {
                    const int high = legendHeight(size.width(), style);
                    const bool isBelow = style.legend == FigureLegend::Below;
                    const int bars = m_canvas->pictureHeight(size.width());
                    if (high > 0) {
                        const QPoint corner(kLeft, kAir + (isBelow ? bars : 0));
                        painter.translate(corner);
                        legend->paintInto(painter, {size.width() - 2 * kLeft, high - 2 * kAir});
                        painter.translate(-corner);
                    }
                    painter.translate(0, isBelow ? 0 : high);
                    m_canvas->paintPicture(painter, size.width(), figureTheme(style.font));
                };
                if (m_canvas->sketch().kindNames.size() > 1)
                    figure.own.legendPlaces = {
                        FigureLegend::Above, FigureLegend::None, FigureLegend::Below};
                return figure;
            }};
}

/// The numbers beside the bars follow the drag.
void PartitionEditor::followDrag()
{
    const PartitionSketch& sketch = m_canvas->sketch();
    const std::optional<SketchEdit>& edit = m_canvas->dragEdit();
    if (!edit || edit->after.held == sketch.held)
        return showStatistics();
    m_inspector->showClients(m_canvas->shownSketch(), m_canvas->selected()); // needs no computation
    m_ahead->follow(
        {.before = sketch, .edit = *edit, .text = m_document.text(), .kind = sketch.kind});
}

void PartitionEditor::showStatistics()
{
    m_ahead->stop();
    if (m_preview)
        m_side->setStatistics(m_preview->dealt.statistics);
    m_side->setSelected(m_canvas->selected());
    m_inspector->showClients(m_canvas->sketch(), m_canvas->selected());
}

void PartitionEditor::takeEdit(const QString& label,
                               const std::vector<JsonChange>& changes,
                               bool continues)
{
    dropWish();
    if (!continues)
        m_mergeId = m_document.newMergeId();
    const QScopedValueRollback taking(m_takingEdit, true);
    const QString before = m_document.text();
    const QString said = std::exchange(m_said, {});
    if (m_document.apply(label, changes, m_mergeId)) {
        showSketch();
        if (!said.isEmpty() && m_document.text() != before)
            m_notice->sayUndoable(said, m_document.undoStack());
        else
            m_notice->say(said);
        return;
    }
    showPreviewSketch();
    showStatistics();
    say(tr("Nothing was changed because the experiment is not valid JSON. Fix the text in “View as "
           "JSON”."),
        false);
}

void PartitionEditor::say(const QString& sentence, bool undoable)
{
    m_said.clear();
    if (undoable)
        m_said = sentence; // shown with the edit's undo step, which follows
    else
        m_notice->say(sentence);
}

/// The drawing stays while data or clients have problems.
void PartitionEditor::showChecked()
{
    const CheckedExperiment& checked = m_document.checked();
    if (!isVisible())
        return;
    if (checked.clients)
        showPlan(checked.clients->run, checked.clients->seedVaries, checked.clients->saysNewcomers);
    else if (checked.json && textAt(*checked.json, "/data/partition/scheme") == "byHand"
             && !valueAt(*checked.json, "/data/partition/counts")
             && !m_canvas->sketch().held.empty())
        m_notice->say(
            tr("A partition by hand needs the counts of every client."),
            {{.text = tr("Use the drawn counts"),
              .tip = tr("Write the counts of the bars into the file"),
              .act = [this] {
                  takeEdit(tr("Make the partition by hand"), asByHand(m_canvas->sketch()), false);
              }}});
    else if (!m_preview)
        forget(tr("Fix the problems in Data and Clients to see the clients."));
}

void PartitionEditor::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showChecked();
}

void PartitionEditor::showPlan(const RunPlan& plan, bool seedVaries, bool saysNewcomers)
{
    Wish wish{
        .plan = plan, .seedVaries = seedVaries, .saysNewcomers = saysNewcomers, .kind = m_kind};
    if (m_wish == wish) {
        if (!m_dealing.isBusy())
            m_canvas->setStale(false); // the edit did not concern the clients
        return;
    }
    if (m_preview && m_preview->of.plan.data.dataset != plan.data.dataset) {
        m_kind.reset(); // another data set has its own default
        wish.kind.reset();
    }
    m_wish = std::move(wish);
    deal();
}

void PartitionEditor::deal()
{
    m_slow.start();
    if (!m_preview)
        m_canvas->setNothing(tr("Reading the data set and assigning its samples…"),
                             PartitionCanvas::Nothing::ForAMoment);
    m_dealing.run(
        [data = m_data, wish = *m_wish] { return previewPartition(*data, wish.plan, wish.kind); },
        [this, wish = *m_wish](Result<PartitionPreview> dealt) {
            m_slow.stop();
            showPreview(wish, std::move(dealt));
        });
}

void PartitionEditor::dealAgain()
{
    if (m_wish)
        deal();
}

void PartitionEditor::showPreview(const Wish& wish, Result<PartitionPreview> dealt)
{
    if (!dealt) {
        m_preview.reset();
        m_canvas->setNothing(
            troubleText(dealt.error(),
                        tr("The clients appear when the data set's files are on this machine."),
                        m_document));
        showSketch();
        emit previewed();
        return;
    }
    m_preview = {.of = wish, .dealt = std::move(*dealt)};
    showPreviewSketch();
    showStatistics();
    emit previewed();
}

void PartitionEditor::showPreviewSketch()
{
    if (!m_preview)
        return;
    const RunPlan& plan = m_preview->of.plan;
    const NamedPart* scheme = findPart(m_registry.partitions, plan.data.partition.name);
    PartitionSketch sketch = sketchOf(m_preview->dealt,
                                      plan,
                                      fromCore(scheme ? scheme->title : plan.data.partition.name),
                                      m_preview->of.seedVaries);
    sketch.source.saysNewcomers = m_preview->of.saysNewcomers;
    m_canvas->setSketch(sketch);
    showSketch();
}

void PartitionEditor::showSketch()
{
    const PartitionSketch& sketch = m_canvas->sketch();
    m_legend->setKinds(sketch.kindNames);
    m_inspector->showClients(sketch, m_canvas->selected());
    m_kinds->setVisible(m_preview && m_preview->dealt.hasClasses && m_preview->dealt.hasDomains);
    m_kinds->setCurrentIndex(m_kinds->findData(int(sketch.kind)));
    const QString whole = tr("%1, %2, partition seed %3")
                              .arg(clientCountText(sketch.clients()), sketch.datasetTitle)
                              .arg(sketch.source.partitionSeed);
    const QString seed = tr("seed %1").arg(sketch.source.partitionSeed);
    const QMargins around = m_title->contentsMargins();
    m_title->setMinimumWidth(m_title->fontMetrics().horizontalAdvance(seed) + around.left()
                             + around.right());
    if (sketch.held.empty())
        m_title->setTexts({}, {});
    else
        m_title->setTexts(whole, seed);
    m_side->setVisible(!sketch.held.empty());
}

/// What was requested is out of date.
void PartitionEditor::dropWish()
{
    m_dealing.cancel();
    m_ahead->stop();
    m_slow.stop();
    m_wish.reset();
}

/// Shows a sentence instead of clients.
void PartitionEditor::forget(const QString& sentence)
{
    dropWish();
    m_preview.reset();
    m_notice->hide();
    m_canvas->setNothing(sentence);
    showSketch();
}

} // namespace coterie::ui
