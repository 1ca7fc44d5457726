#include "ui/design/design_page.h"

#include "ui/design/canvas/partition_editor.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_list.h"
#include "ui/design/json_section.h"
#include "ui/design/model_offer.h"
#include "ui/design/overview.h"
#include "ui/design/problem_words.h"
#include "ui/design/run_check.h"
#include "ui/design/section_list.h"
#include "ui/design/section_page.h"
#include "ui/design/split_offer.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kOutlineWidth = 270;
constexpr int kSummaryWidth = 250;
constexpr int kNarrowPage = 1000;
constexpr int kNarrowOutline = 200;
constexpr int kNarrowSummary = 195;
constexpr int kClientsWidth = 820; ///< the bars of the clients with their numbers beside them

/// A button that shows and triggers an action.
void bind(QPushButton* button, QAction* action)
{
    const auto showAction = [button, action] {
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
    };
    showAction();
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button, showAction);
}

/// Two widgets side by side, of which one takes the room.
QSplitter* makeSplitter(QWidget* left, QWidget* right, int stretched)
{
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(stretched, 1);
    return splitter;
}

} // namespace

DesignPage::DesignPage(ExperimentDocument& document,
                       const Registry& registry,
                       ActionRegistry& actions,
                       const QString& experimentsFolder,
                       const DataFolders& dataFolders,
                       QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_registry(registry)
    , m_actions(actions)
    , m_experimentsFolder(experimentsFolder)
    , m_list(new SectionList(this)) // Tab reaches them in this order: outline, files, sections
    , m_files(new ExperimentList(registry, experimentsFolder, dataFolders, this))
    , m_stack(new QStackedWidget(this))
    , m_sections(new QStackedWidget(this))
    , m_overview(new Overview)
    , m_runData(std::make_shared<RunData>(dataFolders))
    , m_summary(new SummaryPanel(document, m_runData))
    , m_runCheck(new RunCheck(document, m_runData, dataFolders, this))
    , m_presence(new DataPresence(document, dataFolders, this))
    , m_missing(new NoticeBar(this, NoticeBar::Kind::Warning, QStringLiteral("missingData")))
    , m_notices(new NoticeBar(this))
{
    auto* empty =
        new EmptyState({.icon = QStringLiteral("open"),
                        .title = tr("No experiment is open"),
                        .text = tr("Choose an experiment at the left, create a new one, open a "
                                   "file (Ctrl+O), or drop an experiment file on the window."),
                        .button = tr("New experiment"),
                        .tip = m_actions.action(ActionId::NewExperiment)->toolTip(),
                        .buttonIcon = QStringLiteral("add")},
                       this);
    connect(empty,
            &EmptyState::buttonClicked,
            m_actions.action(ActionId::NewExperiment),
            &QAction::trigger);
    m_stack->addWidget(empty);
    m_stack->addWidget(makeExperiment());

    auto* left = new QWidget(this);
    auto* leftColumn = columnIn(left, 0, {0, 6, 0, 0}); // below the menu bar
    leftColumn->addWidget(m_list);
    leftColumn->addWidget(m_files, 1);
    m_list->hide(); // until an experiment is open
    auto* right = new QWidget(this);
    auto* rightColumn = columnIn(right, 0);
    rightColumn->addWidget(m_stack, 1);
    auto* offer = new NoticeBar(this, NoticeBar::Kind::Warning, QStringLiteral("splitOffer"));
    new SplitOffer(m_document, *m_runCheck, m_runData, *offer, this);
    rightColumn->addWidget(offer);
    auto* modelOffer = new NoticeBar(this, NoticeBar::Kind::Warning, QStringLiteral("modelOffer"));
    new ModelOffer(m_document, *m_runCheck, m_runData, *modelOffer, this);
    rightColumn->addWidget(modelOffer);
    rightColumn->addWidget(m_missing); // below, so that the page does not move when they appear
    rightColumn->addWidget(m_broken);
    m_notices->setParent(right);
    m_notices->floatOver(*m_stack);
    m_columns = makeSplitter(left, right, 1);
    columnIn(this, 0)->addWidget(m_columns);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] {
        m_isMoved = true;
        giveRoom();
    });

    for (int place = 0; place < kDesignSections; ++place) {
        const auto section = static_cast<DesignSection>(place);
        QAction* action = m_actions.action(sectionAction(section));
        connect(action, &QAction::triggered, this, [this, section] {
            m_actions.action(ActionId::ShowDesign)->trigger();
            showSection(section);
        });
        connect(&m_document, &ExperimentDocument::opened, action, [action] {
            action->setEnabled(true); // an experiment is open
        });
    }
    connect(m_runCheck, &RunCheck::changed, this, &DesignPage::showRunCheck);
    connect(m_presence, &DataPresence::changed, this, &DesignPage::showMissing);
    connect(m_presence, &DataPresence::arrived, this, &DesignPage::readDataAgain);
    connect(m_presence, &DataPresence::arrived, m_files, &ExperimentList::reload);
    connect(m_list, &SectionList::chosen, this, &DesignPage::showSection);
    connect(m_files, &ExperimentList::fileChosen, this, &DesignPage::fileChosen);
    connect(m_files, &ExperimentList::loaded, this, &DesignPage::showOverview);
    connect(&m_document, &ExperimentDocument::opened, this, &DesignPage::showOpened);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &DesignPage::showChecked);
    connect(&m_document, &ExperimentDocument::edited, this, &DesignPage::refreshSection);
    connect(&m_document, &ExperimentDocument::edited, this, &DesignPage::showHead);
    connect(&m_document, &ExperimentDocument::saved, this, &DesignPage::showHead);
    connect(&m_document, &ExperimentDocument::saved, this, [this] {
        m_files->setCurrent(m_document.path());
    });
}

QWidget* DesignPage::makeExperiment()
{
    m_broken = new QLabel(tr("The text in “View as JSON” is not valid JSON. This page shows the "
                             "last valid version. Fix the text to edit here again."),
                          this);
    m_broken->setObjectName(QStringLiteral("broken"));
    m_broken->setWordWrap(true);
    m_broken->setContentsMargins(16, 6, 16, 6);
    m_broken->setAutoFillBackground(true);
    m_broken->setBackgroundRole(QPalette::ToolTipBase);
    m_broken->hide();
    m_canvas = new PartitionEditor(m_document, m_registry, m_actions, m_runData);
    for (SectionPage* form : {makeDataSection(m_document, m_registry, m_runData),
                              makeClientsSection(m_document, m_registry, m_canvas),
                              makeModelSection(m_document, m_registry, m_runData),
                              makeLocalSection(m_document, m_registry),
                              makeArmsSection(m_document, m_registry, m_actions, m_runData),
                              makeRoundsSection(m_document, m_registry),
                              makeOutputSection(m_document, m_registry)})
        m_forms.emplace(form->section(), form);
    m_sections->addWidget(makeOverview());
    for (const auto& [section, form] : m_forms) // in the order of the outline
        m_sections->addWidget(form);
    m_json = new JsonSection(m_document);
    m_sections->addWidget(m_json);
    m_parts = makeSplitter(m_sections, m_summary, 0);
    auto* experiment = new QWidget(this);
    auto* column = columnIn(experiment, 0);
    column->addWidget(makeHead());
    column->addWidget(m_parts, 1);
    return experiment;
}

QWidget* DesignPage::makeOverview()
{
    m_problems = named(new ProblemList, "overviewProblems");
    connect(m_problems, &ProblemList::chosen, this, &DesignPage::showPlace);
    auto* overview = new QWidget(this);
    auto* column = columnIn(overview, 0);
    m_problemsBox = new QWidget(overview);
    auto* card = new Card;
    auto* cardLayout = columnIn(card, 8, {14, 11, 14, 12});
    cardLayout->addWidget(makeHeading(tr("Problems")));
    cardLayout->addWidget(m_problems);
    columnIn(m_problemsBox, 0, {16, 4, 16, 6})->addWidget(card); // aligns with the overview's cards
    m_problemsBox->hide();
    column->addWidget(m_problemsBox);
    column->addWidget(m_overview, 1);
    return overview;
}

QWidget* DesignPage::makeHead()
{
    auto* head = new QWidget(this);
    m_title = named(new QLabel(head), "experimentTitle");
    m_title->setTextFormat(Qt::PlainText); // a name may hold any character
    m_title->setWordWrap(true);
    m_title->setFont(headingFont(m_title->font(), 1.35));
    m_path = new ElidedLabel(head);
    m_path->setForegroundRole(QPalette::PlaceholderText);
    auto* run = named(new AccentButton(tr("Run", "verb"), head), "runButton");
    run->setIcon(icon(QStringLiteral("run")));
    bind(run, m_actions.action(ActionId::RunExperiment));
    m_runs = new QLabel(head);
    m_runs->setToolTip(tr("Counts one run per arm, seed and swept value"));
    m_runs->setForegroundRole(QPalette::PlaceholderText);

    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(10);
    facts->addWidget(m_runs);
    facts->addWidget(m_path, 1);
    words->addLayout(facts);
    auto* layout = rowIn(head, 8, {16, 14, 16, 10});
    layout->addLayout(words, 1);
    for (const ActionId id : {ActionId::Undo, ActionId::Redo, ActionId::SaveFile}) {
        auto* button = new QToolButton(head);
        button->setDefaultAction(m_actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        layout->addWidget(button);
    }
    layout->addSpacing(4);
    layout->addWidget(run);
    auto* elsewhere = named(new QToolButton(head), "runElsewhere", tr("Run on…"));
    elsewhere->setToolTip(tr("Choose where the experiment runs: on this machine or on a cluster"));
    elsewhere->setIcon(icon(QStringLiteral("down")));
    elsewhere->setAutoRaise(true);
    elsewhere->setPopupMode(QToolButton::InstantPopup);
    auto* places = new QMenu(elsewhere);
    places->setToolTipsVisible(true); // why one cannot be chosen
    const auto offer = [this, places](const QString& title, ActionId id) {
        QAction* action = m_actions.action(id);
        QAction* place = places->addAction(title, action, &QAction::trigger);
        const auto follow = [place, action] {
            place->setEnabled(action->isEnabled());
            place->setToolTip(action->toolTip());
        };
        follow();
        connect(action, &QAction::changed, place, follow);
    };
    offer(tr("&This machine"), ActionId::RunExperiment);
    offer(tr("&Slurm…"), ActionId::RunOnSlurm);
    elsewhere->setMenu(places);
    layout->addWidget(elsewhere);
    return head;
}

void DesignPage::reloadTemplates()
{
    m_files->reload();
}

void DesignPage::readDataAgain()
{
    for (const auto& [section, form] : m_forms)
        form->readDataAgain();
    m_canvas->dealAgain();
    m_summary->tryAgain();
    m_runCheck->checkAgain();
}

/// Back from another program, a file may be there.
bool DesignPage::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate && m_runCheck)
        m_runCheck->lookForWeights();
    return QWidget::event(event);
}

void DesignPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_presence->look(); // the Data page may have found them
    showMissing();
}

void DesignPage::showMissing()
{
    const std::optional<MissingData>& missing = m_presence->missing();
    m_list->setWarning(DesignSection::Data, missing ? missing->sentence() : QString());
    if (!missing)
        return m_missing->hide();
    m_missing->say(
        missing->sentence(),
        {{.text = tr("Open the Data page"),
          .tip = tr("Show this data set on the Data page"),
          .act = [this, name = toQString(missing->dataset.name)] { emit datasetWanted(name); }}});
}

/// In narrow windows the side columns shrink; otherwise the user's widths stay.
void DesignPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < kNarrowPage;
    if (m_isNarrow == isNarrow)
        return giveRoom();
    m_isNarrow = isNarrow;
    m_isMoved = false;
    const int side = isNarrow ? kNarrowOutline : kOutlineWidth;
    const int summary = isNarrow ? kNarrowSummary : kSummaryWidth;
    m_columns->setSizes({side, std::max(1, width() - side)});
    m_parts->setSizes({std::max(1, width() - side - summary), summary});
    giveRoom();
}

/// In a narrow window the drawing of the clients and the list of layers need the room of the
/// estimate. The clients need it where their numbers would go below the bars, and the page scroll.
void DesignPage::giveRoom()
{
    const auto shown = static_cast<DesignSection>(m_sections->currentIndex());
    const int usual = m_isNarrow.value_or(false) ? kNarrowOutline : kOutlineWidth;
    const int side = std::max(m_columns->sizes().value(0), // 0 before it is laid out
                              m_isMoved ? 0 : usual);
    const int room = width() - side;
    const bool isTight = shown == DesignSection::Model     ? m_isNarrow.value_or(false)
                         : shown == DesignSection::Clients ? room < kClientsWidth + kSummaryWidth
                                                           : false;
    m_summary->setVisible(!isTight);
}

void DesignPage::setRecentFiles(const QStringList& paths)
{
    m_files->setRecent(paths);
}

void DesignPage::showSection(DesignSection section)
{
    m_list->choose(section);
    m_sections->setCurrentIndex(int(section));
    giveRoom();
    showBroken();
    refreshSection();
}

void DesignPage::showPlace(const QString& pointer)
{
    const DesignSection section = sectionOf(pointer.toStdString());
    showSection(section);
    if (section == DesignSection::Json)
        return m_json->showPlace(pointer);
    m_forms.at(section)->reveal(pointer.toStdString());
    if (auto* editor = findChild<QWidget*>(pointer)) // object name of the setting's editor
        editor->setFocus();
}

void DesignPage::showFirstProblem()
{
    const Problems& problems = m_document.checked().problems;
    if (problems.empty())
        showSection(DesignSection::Overview);
    else
        showPlace(toQString(problems.front().place));
}

void DesignPage::showBroken()
{
    const bool seesText = m_sections->currentIndex() == int(DesignSection::Json);
    m_broken->setVisible(!m_document.checked().json && !m_document.isEmpty() && !seesText);
}

void DesignPage::refreshSection()
{
    const auto form = m_forms.find(static_cast<DesignSection>(m_sections->currentIndex()));
    if (form != m_forms.end() && m_document.json())
        form->second->refresh();
}

void DesignPage::showOpened()
{
    m_list->show();
    m_stack->setCurrentIndex(1);
    m_title->setText(QFileInfo(m_document.path()).completeBaseName());
    m_files->setCurrent(m_document.path());
    m_overview->tell({}, {}, {});
    m_list->setKnown(false);
    refreshSection();
    showHead();
}

/// Ticks wait for the answer to a new experiment. Later they vanish only if it takes long, because
/// they would flicker while a setting is typed. While the text has problems, nothing is known.
void DesignPage::showRunCheck()
{
    if (!m_runCheck->isPending())
        m_list->setKnown(m_document.checked().plans != nullptr);
    else if (m_runCheck->isSlow())
        m_list->setKnown(false);
}

void DesignPage::showChecked()
{
    const CheckedExperiment& checked = m_document.checked();
    std::array<int, kDesignSections> problems{};
    for (const Error& problem : checked.problems)
        ++problems[std::size_t(sectionOf(problem.place))];
    m_list->setProblems(problems);
    m_problems->show(checked.problems, [&](const Error& problem) {
        return problemInWords(problem, checked.json.get(), m_registry);
    });
    m_problemsBox->setVisible(!checked.problems.empty());
    for (const auto& [section, form] : m_forms)
        form->setEnabled(checked.json != nullptr);
    showBroken();
    // While there are problems, the overview keeps showing the last valid experiment.
    showOverview();
    refreshSection();
    showHead();
}

void DesignPage::showOverview()
{
    const CheckedExperiment& checked = m_document.checked();
    if (!checked.experiment)
        return;
    const Experiment told = withoutOutlivedHints(*checked.experiment, m_files->hints(), m_registry);
    const bool isOutlived = told.description != checked.experiment->description
                            || told.lookFor != checked.experiment->lookFor;
    QString lead =
        !told.description.empty() || !isOutlived
            ? toQString(told.description)
            : tr("The shipped description is hidden, because the experiment was changed and it may "
                 "no longer be true. Write your own under Output.");
    if (told.references.size() < checked.experiment->references.size()
        || told.figures.size() < checked.experiment->figures.size()) {
        lead += lead.isEmpty() ? QString() : QStringLiteral("\n");
        lead += tr("The paper's numbers and figures belong to other data. Runs are stored without "
                   "them.");
    }
    m_overview->tell(lead, toQString(told.lookFor), overviewOf(told, *checked.plans, m_registry));
}

const std::vector<ExperimentFile>& DesignPage::experimentFiles() const
{
    return m_files->files();
}

const std::vector<TemplateHint>& DesignPage::templateHints() const
{
    return m_files->hints();
}

void DesignPage::showHead()
{
    const CheckedExperiment& checked = m_document.checked();
    if (const std::string name = checked.json ? textAt(*checked.json, "/name") : std::string();
        !name.empty())
        m_title->setText(toQString(name)); // even while other parts have problems
    const QString file = QDir::toNativeSeparators(m_document.path());
    const bool isShipped = isTemplate(m_document.path(), m_experimentsFolder);
    m_path->setText(m_document.isNew() ? tr("Not saved yet")
                    : isShipped && m_document.isModified()
                        ? tr("Changed, not saved. Saving creates your own copy.")
                    : isShipped ? tr("Ships with Coterie. Saving creates your own copy.")
                    : m_document.isModified() ? tr("%1 (changed, not saved)").arg(file)
                                              : file);
    m_path->setToolTip(file);
    m_runs->setText(checked.plans ? counted(std::ssize(*checked.plans), tr("1 run"), tr("%1 runs"))
                                  : QString());
    m_runs->setVisible(!m_runs->text().isEmpty());
}

} // namespace coterie::ui
