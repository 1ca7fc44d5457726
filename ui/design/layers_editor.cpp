#include "ui/design/layers_editor.h"

#include "core/experiment/json_reader.h"
#include "core/experiment/layers_json.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/design/problem_words.h"
#include "ui/design/section_page.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/layer_texts.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kWideEditor = 120; ///< in characters: the list and the chosen layer fit side by side
constexpr int kMostSaidProblems = 4; ///< said below the list; the overview has all

/// The layers before the first that cannot be read, as an experiment has them.
std::vector<LayerSettings>
readableLayers(const JsonNode& list, const std::string& place, const Registry& registry)
{
    ProblemLog problems;
    std::vector<LayerSettings> layers = readLayers(JsonCursor(list, place, problems), registry);
    if (problems.empty())
        return layers;
    const auto path = layerPathOf(problems.inOrder().front().place, place);
    JsonNode before = list;
    before.items.resize(std::min(path ? path->front() : 0, before.items.size()));
    return before.items.empty() ? std::vector<LayerSettings>()
                                : readableLayers(before, place, registry);
}

/// The first sentence.
QString firstSentence(const QString& text)
{
    const qsizetype end = text.indexOf(QStringLiteral(". "));
    return end < 0 ? text : text.left(end + 1);
}

/// Of the experiment's partition; nothing where the data decide.
std::optional<qint64> partitionedClients(const RunPlan& run)
{
    const Parameter* clients = run.data.partition.parameters.find("clients");
    const auto* count = clients && clients->values.size() == 1
                            ? std::get_if<std::int64_t>(&clients->values.front())
                            : nullptr;
    const bool isSaid = count && *count > 0 && run.clients.overrides.empty();
    return isSaid ? std::optional(qint64(*count)) : std::nullopt;
}

} // namespace

LayersEditor::LayersEditor(ExperimentDocument& document, std::shared_ptr<RunData> runData)
    : m_document(document)
    , m_data(std::move(runData))
    , m_tree(new LayerTree(document.registry().layers, this))
    , m_facts(named(makeExplanation(), "layerFacts"))
    , m_problem(named(new QLabel(this), "layerProblems"))
    , m_chosenBox(new QWidget(this))
    , m_chosenTitle(makeHeading({}))
    , m_form(new PartForm(tr("Layer"), document))
{
    for (const NamedPart& word : document.registry().layers)
        (word.name == kBlockWord ? m_blockWord : m_plainWords).push_back(word);
    m_problem->setWordWrap(true);
    auto* chosen = columnIn(m_chosenBox, 8);
    chosen->addWidget(m_chosenTitle);
    chosen->addWidget(m_form);
    chosen->addStretch(1); // the form's own stretch has none: its fields stay where they are
    auto* layers = new QVBoxLayout;
    layers->setSpacing(6);
    layers->addWidget(makeButtons());
    layers->addWidget(m_tree);
    layers->addWidget(m_problem);
    layers->addWidget(m_facts);
    layers->addStretch();
    m_halves = columnIn(this, 10);
    m_halves->addLayout(layers);
    m_halves->addWidget(m_chosenBox);
    connect(m_tree, &LayerTree::chosenChanged, this, &LayersEditor::showChosen);
    connect(m_tree,
            &LayerTree::dropped,
            this,
            [this](const LayerRange& range, const LayerPath& target) {
                edit(tr("Move a layer"), movedTo(m_list, range, target));
            });
}

QWidget* LayersEditor::makeButtons()
{
    m_buttons = new QWidget(this);
    auto* row = rowIn(m_buttons, 4);
    m_tools = new QWidget(m_buttons);
    auto* tools = rowIn(m_tools, 4);
    const auto addButton = [&](const char* name, QBoxLayout* line) {
        auto* button = named(new QToolButton(m_buttons), name);
        button->setAutoRaise(true);
        button->setIconSize({18, 18});
        line->addWidget(button);
        return button;
    };
    m_edit = addButton("editLayers", row);
    m_edit->setIcon(icon(QStringLiteral("model")));
    m_edit->setText(tr("Edit its layers"));
    m_edit->setToolTip(tr("List the layers of this model in the experiment, to change them"));
    m_edit->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_edit, &QToolButton::clicked, this, &LayersEditor::listThem);

    m_add = addButton("addLayer", tools);
    m_add->setIcon(icon(QStringLiteral("add")));
    m_add->setText(tr("Add a layer"));
    m_add->setToolTip(tr("Add a layer behind the chosen one (Ins)"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* words = named(new QMenu(m_add), "layerWords", tr("Kinds of layers"));
    for (const NamedPart& word : m_document.registry().layers) {
        // Not behind a tab: menus reserve the width of what stands there twice.
        QAction* entry = words->addAction(QStringLiteral("%1 – %2").arg(
            fromCore(word.title), firstSentence(fromCore(word.meaning))));
        entry->setData(toQString(word.name));
        connect(entry, &QAction::triggered, this, [this, &word] { add(word); });
    }
    m_add->setMenu(words);
    m_insert = new QAction(icon(QStringLiteral("add")), tr("Add a layer…"), m_tree);
    m_insert->setObjectName(QStringLiteral("insertLayer"));
    m_insert->setShortcut(Qt::Key_Insert);
    m_insert->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(m_insert);
    connect(m_insert, &QAction::triggered, m_add, &QToolButton::showMenu);

    const auto addKeyed = [&](const char* name,
                              const char* iconName,
                              const QString& text,
                              const QString& tip,
                              const QList<QKeySequence>& keys,
                              void (LayersEditor::*slot)()) {
        auto* action = new QAction(icon(QString::fromLatin1(iconName)), text, m_tree);
        action->setObjectName(QLatin1String(name));
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setToolTip(
            keys.isEmpty()
                ? tip
                : tr("%1 (%2)").arg(tip, keys.front().toString(QKeySequence::NativeText)));
        m_tree->addAction(action);
        connect(action, &QAction::triggered, this, slot);
        auto* button = addButton("", tools);
        button->setDefaultAction(action);
        button->setObjectName(QLatin1String(name) + QStringLiteral("Button"));
        button->setAccessibleName(text);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        return action;
    };
    m_copy = addKeyed("copyLayer",
                      "copy",
                      tr("Duplicate"),
                      tr("Duplicate the chosen layers"),
                      {Qt::CTRL | Qt::Key_D},
                      &LayersEditor::copy);
    m_up = addKeyed("layerUp",
                    "up",
                    tr("Move up"),
                    tr("Move the chosen layers up, also into or out of a block"),
                    {Qt::ALT | Qt::Key_Up},
                    &LayersEditor::moveUp);
    m_down = addKeyed("layerDown",
                      "down",
                      tr("Move down"),
                      tr("Move the chosen layers down, also into or out of a block"),
                      {Qt::ALT | Qt::Key_Down},
                      &LayersEditor::moveDown);
    m_wrap = addKeyed("wrapLayers",
                      "forward",
                      tr("Put into a block"),
                      tr("Put the chosen layers into a new block, which can be repeated"),
                      {Qt::ALT | Qt::Key_Right},
                      &LayersEditor::wrap);
    m_takeOut = addKeyed("takeOutLayers",
                         "back",
                         tr("Take out of the block"),
                         tr("Take the chosen layers out of their block; a chosen block is replaced "
                            "by its layers"),
                         {Qt::ALT | Qt::Key_Left},
                         &LayersEditor::takeOut);
    m_remove = addKeyed("removeLayer",
                        "delete",
                        tr("Delete"),
                        tr("Delete the chosen layers"),
                        {Qt::Key_Delete},
                        &LayersEditor::remove);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    row->addWidget(m_tools);
    row->addStretch();
    return m_buttons;
}

void LayersEditor::show(const PartPlace& place)
{
    const auto root = m_document.json();
    if (!root)
        return;
    m_place = place;
    m_isOwn = saysLayers(*root, place);
    const std::optional<JsonNode> list = layersInForce(*root, place, m_document.registry());
    setVisible(list.has_value());
    m_list = list.value_or(JsonNode::list());
    readShape();
    refresh();
}

void LayersEditor::reveal(const std::string& pointer)
{
    if (const auto path = layerPathOf(pointer, listPointer()))
        m_tree->choose({.first = *path});
}

void LayersEditor::readDataAgain()
{
    m_of.reset();
    readShape();
}

/// Reads the data that the file names now, unless they have been read.
void LayersEditor::readShape()
{
    const auto& clients = m_document.checked().clients;
    if (!clients) {
        m_reading.cancel();
        m_of.reset();
        m_shape.reset();
        return;
    }
    if (m_of && m_of->data.dataset == clients->run.data.dataset
        && m_of->data.preprocess == clients->run.data.preprocess)
        return;
    m_of = clients->run;
    m_shape.reset();
    m_whyNoShape = tr("Reading the data set…");
    m_reading.run(
        [data = m_data, plan = *m_of]() -> Result<DataShape> {
            const auto dataset = data->samplesToDeal(plan);
            if (!dataset)
                return Unexpected<Error>{dataset.error()};
            return DataShape{.shape = (*dataset)->train.shape, .classes = (*dataset)->classes};
        },
        [this](const Result<DataShape>& read) {
            if (read) {
                m_shape = *read;
            } else {
                m_whyNoShape = troubleText(
                    read.error(),
                    tr("Shapes and counts appear here when the data set's files are on this "
                       "machine."),
                    m_document);
            }
            refresh();
        });
}

std::optional<ListFigures> LayersEditor::figures() const
{
    if (!m_shape)
        return std::nullopt;
    const std::vector<LayerSettings> layers =
        readableLayers(m_list, listPointer(), m_document.registry());
    ListFigures found = figuresOf(layers, m_shape->shape, m_shape->classes, listPointer());
    if (layers.size() < m_list.items.size())
        found.misfit.reset(); // it ends where a setting is wrong, which is a problem of its own
    return found;
}

void LayersEditor::refresh()
{
    const std::optional<ListFigures> found = figures();
    Problems problems;
    for (const Error& problem : m_document.checked().problems)
        if (m_isOwn && isUnder(problem.place, listPointer()))
            problems.push_back(problem);
    // The check of the runs says the same later.
    if (m_isOwn && found && found->misfit
        && std::ranges::find(problems, found->misfit->place, &Error::place) == problems.end())
        problems.push_back(*found->misfit);
    m_tree->setEditable(m_isOwn);
    m_tree->showLayers(m_list, found, listPointer(), problems);
    QStringList sentences;
    for (const Error& problem : problems)
        if (sentences.size() < kMostSaidProblems) {
            const auto path = layerPathOf(problem.place, listPointer());
            sentences
                << (path ? tr("Layer %1: %2").arg(toQString(layerNumber(*path)), complaint(problem))
                         : complaint(problem));
        }
    m_problem->setText(sentences.join(u'\n'));
    m_problem->setVisible(!sentences.isEmpty());
    m_problem->setPalette(problemPalette(palette()));
    showFacts(found);
    showChosen();
}

void LayersEditor::showFacts(const std::optional<ListFigures>& figures)
{
    if (!m_shape || !figures) {
        m_facts->setText(m_of ? m_whyNoShape
                              : tr("Shapes and counts appear here when the settings of the data "
                                   "have no problems."));
        return;
    }
    QStringList facts;
    const SampleShape& shape = m_shape->shape;
    const QString sample =
        shape.plane() > 1 ? layerShapeText(shape)
                          : counted(qsizetype(shape.channels), tr("1 number"), tr("%1 numbers"));
    facts << (m_shape->classes > 0
                  ? tr("For samples of %1 in %2")
                        .arg(sample,
                             counted(qsizetype(m_shape->classes), tr("1 class"), tr("%1 classes")))
                  : tr("For samples of %1").arg(sample));
    if (figures->misfit) { // there is nothing to count
        m_facts->setText(facts.front());
        return;
    }
    facts << counted(qsizetype(figures->parameters), tr("1 parameter"), tr("%1 parameters"));
    facts << tr("%1 multiply-adds per sample").arg(countText(qint64(figures->multiplyAdds)));
    const auto root = m_document.json();
    std::string precision = root ? textAt(*root, m_place.pointer + "/precision") : std::string();
    if (root && precision.empty() && !m_place.common.empty())
        precision = textAt(*root, m_place.common + "/precision");
    const bool isDouble = precision == "float64";
    const double bytes = double(figures->parameters + figures->buffers) * (isDouble ? 8 : 4);
    facts << tr("%1 per model").arg(dataSizeText(bytes));
    const auto& plan = m_document.checked().clients;
    if (const auto clients = plan ? partitionedClients(plan->run) : std::nullopt)
        facts << tr("%1 for the models of %2")
                     .arg(dataSizeText(bytes * double(*clients)),
                          counted(*clients, tr("1 client"), tr("%1 clients")));
    m_facts->setText(facts.join(QStringLiteral(" · ")));
}

PartPlace LayersEditor::chosenPlace() const
{
    const std::optional<LayerRange> range = m_tree->chosen();
    const JsonNode* layer = range ? layerAt(m_list, range->first) : nullptr;
    const bool isOfBlock = layer && isBlock(*layer);
    PartPlace place{.pointer = range ? layerPointer(listPointer(), range->first) : std::string(),
                    .known = isOfBlock ? m_blockWord : m_plainWords,
                    .nameKey = "layer"};
    if (isOfBlock)
        place.otherKeys = {"layers"};
    return place;
}

void LayersEditor::showChosen()
{
    const std::optional<LayerRange> range = m_tree->chosen();
    const bool shows = m_isOwn && range && layerAt(m_list, range->first);
    m_chosenBox->setVisible(shows);
    if (shows) {
        m_chosenTitle->setText(
            tr("Settings of layer %1").arg(toQString(layerNumber(range->first))));
        m_form->show(chosenPlace());
    }
    enableActions();
}

void LayersEditor::enableActions()
{
    const std::optional<LayerRange> range = m_tree->chosen();
    const bool has = m_isOwn && range && layerAt(m_list, range->first);
    m_edit->setVisible(!m_isOwn);
    m_tools->setVisible(m_isOwn);
    m_insert->setVisible(m_isOwn); // and else without its key
    for (QAction* action : {m_copy, m_up, m_down, m_wrap, m_takeOut, m_remove}) {
        action->setVisible(m_isOwn);
        action->setEnabled(has);
    }
    if (!has)
        return;
    m_up->setEnabled(movedBy(m_list, *range, -1).has_value());
    m_down->setEnabled(movedBy(m_list, *range, 1).has_value());
    m_takeOut->setEnabled(outOfBlock(m_list, *range).has_value());
}

void LayersEditor::edit(const QString& label, const std::optional<EditedLayers>& edited)
{
    if (!m_isOwn || !edited)
        return;
    if (m_document.apply(label, layerChanges(listPointer(), m_list, edited->list)))
        m_tree->choose(edited->chosen);
}

void LayersEditor::listThem()
{
    if (const auto root = m_document.json())
        if (m_document.apply(tr("List the layers of the model"),
                             listLayers(*root, m_place, m_document.registry())))
            m_tree->setFocus();
}

void LayersEditor::add(const NamedPart& word)
{
    edit(tr("Add a layer"), withNewLayer(m_list, m_tree->chosen(), word));
}

void LayersEditor::copy()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Duplicate a layer"), withCopies(m_list, *range));
}

void LayersEditor::moveUp()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Move a layer"), movedBy(m_list, *range, -1));
}

void LayersEditor::moveDown()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Move a layer"), movedBy(m_list, *range, 1));
}

void LayersEditor::wrap()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Put layers into a block"), withBlockAround(m_list, *range));
}

void LayersEditor::takeOut()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Take layers out of a block"), outOfBlock(m_list, *range));
}

void LayersEditor::remove()
{
    if (const auto range = m_tree->chosen())
        edit(tr("Delete a layer"), withoutLayers(m_list, *range));
}

void LayersEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_problem->setPalette(problemPalette(palette()));
}

/// With much room the chosen layer stands beside the list.
void LayersEditor::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kWideEditor * fontMetrics().averageCharWidth();
    m_halves->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_halves->setSpacing(isWide ? 24 : 10);
    m_halves->setStretch(0, isWide ? 3 : 0);
    m_halves->setStretch(1, isWide ? 2 : 0);
}

} // namespace coterie::ui
