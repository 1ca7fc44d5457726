#include "ui/design/design_page.h"

#include "ui/design/experiment_list.h"
#include "ui/design/json_editor.h"
#include "ui/design/outline_view.h"
#include "ui/frame/accent_button.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/elided_label.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace coterie::ui {

namespace {

constexpr int kPointerRole = Qt::UserRole + 1;

/// A button that shows and does what an action says.
void bind(QPushButton* button, QAction* action)
{
    button->setToolTip(action->toolTip());
    button->setEnabled(action->isEnabled());
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(
        action, &QAction::changed, button, [=] { button->setEnabled(action->isEnabled()); });
}

} // namespace

DesignPage::DesignPage(ExperimentDocument& document,
                       const Registry& registry,
                       ActionRegistry& actions,
                       const QString& experimentsFolder,
                       QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_registry(registry)
    , m_actions(actions)
    , m_files(new ExperimentList(registry, experimentsFolder, this))
    , m_stack(new QStackedWidget(this))
{
    auto* empty = new EmptyState(
        {.icon = QStringLiteral("open"),
         .title = tr("No experiment is open"),
         .text = tr("Choose one at the left, open a file, or drag an experiment's JSON file "
                    "onto the window."),
         .button = tr("Open a file…"),
         .tip = m_actions.action(ActionId::OpenFile)->toolTip(),
         .buttonIcon = QStringLiteral("open")},
        this);
    connect(
        empty, &EmptyState::buttonClicked, m_actions.action(ActionId::OpenFile), &QAction::trigger);

    m_outline = new OutlineView(this);
    auto* told = new QWidget(this);
    auto* toldLayout = new QVBoxLayout(told);
    toldLayout->setContentsMargins({});
    toldLayout->setSpacing(0);
    toldLayout->addWidget(makeHead());
    toldLayout->addWidget(m_outline, 1);

    auto* open = new QSplitter(Qt::Horizontal, this);
    open->setChildrenCollapsible(false);
    open->addWidget(told);
    open->addWidget(makeSource());
    open->setSizes({620, 520});
    m_stack->addWidget(empty);
    m_stack->addWidget(open);

    m_failure = new QLabel(this);
    m_failure->setObjectName(QStringLiteral("failure"));
    m_failure->setWordWrap(true);
    m_failure->setAutoFillBackground(true);
    m_failure->setBackgroundRole(QPalette::ToolTipBase);
    m_failure->setContentsMargins(14, 8, 14, 8);
    m_failure->hide();
    auto* right = new QWidget(this);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins({});
    rightLayout->setSpacing(0);
    rightLayout->addWidget(m_failure);
    rightLayout->addWidget(m_stack, 1);

    auto* all = new QSplitter(Qt::Horizontal, this);
    all->setChildrenCollapsible(false);
    all->addWidget(m_files);
    all->addWidget(right);
    all->setStretchFactor(1, 1);
    all->setSizes({250, 1110});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(all);

    connect(m_files, &ExperimentList::fileChosen, this, &DesignPage::fileChosen);
    connect(&m_document, &ExperimentDocument::opened, this, &DesignPage::showOpened);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &DesignPage::showChecked);
    connect(&m_document, &ExperimentDocument::edited, this, &DesignPage::showHead);
    connect(&m_document, &ExperimentDocument::saved, this, &DesignPage::showHead);
    connect(&m_document, &ExperimentDocument::failed, this, &DesignPage::showFailure);
}

QWidget* DesignPage::makeHead()
{
    auto* head = new QWidget(this);
    m_title = new QLabel(head);
    m_title->setObjectName(QStringLiteral("experimentTitle"));
    m_title->setWordWrap(true);
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_path = new ElidedLabel(head);
    m_path->setForegroundRole(QPalette::PlaceholderText);
    auto* run = new AccentButton(tr("Run"), head);
    run->setObjectName(QStringLiteral("runButton"));
    run->setIcon(icon(QStringLiteral("run")));
    bind(run, m_actions.action(ActionId::RunExperiment));
    auto* save = new QToolButton(head);
    save->setDefaultAction(m_actions.action(ActionId::SaveFile));
    save->setAutoRaise(true);
    save->setIconSize({20, 20});
    m_runs = new QLabel(head);
    m_runs->setToolTip(tr("Every arm with every seed and every setting is a run of its own"));
    m_runs->setForegroundRole(QPalette::PlaceholderText);

    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(10);
    facts->addWidget(m_runs);
    facts->addWidget(m_path, 1);
    words->addLayout(facts);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(16, 14, 16, 10);
    layout->setSpacing(12);
    layout->addLayout(words, 1);
    layout->addWidget(save);
    layout->addWidget(run);
    return head;
}

QWidget* DesignPage::makeSource()
{
    m_editor = new JsonEditor(this);
    m_editor->setToolTip(tr("The experiment's file; what is typed here is checked at once"));
    m_verdict = new QLabel(this);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setToolTip(tr("The text is checked whenever typing rests"));
    m_verdict->setContentsMargins(14, 6, 14, 6);
    m_problems = new QListWidget(this);
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setAccessibleName(tr("Problems of the experiment"));
    m_problems->setToolTip(tr("Choose a problem to see its place in the text"));
    m_problems->setFrameShape(QFrame::NoFrame);
    m_problems->setWordWrap(true);
    m_problems->setIconSize({18, 18});
    m_problems->setMaximumHeight(180);
    const auto show = [this](const QListWidgetItem* item) {
        m_editor->showPlace(item->data(kPointerRole).toString());
    };
    connect(m_problems, &QListWidget::itemActivated, this, show);
    connect(m_problems, &QListWidget::itemClicked, this, show);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_document.setText(m_editor->toPlainText());
    });

    auto* source = new QWidget(this);
    auto* layout = new QVBoxLayout(source);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_verdict);
    layout->addWidget(m_problems);
    return source;
}

void DesignPage::setRecentFiles(const QStringList& paths)
{
    m_files->setRecent(paths);
}

void DesignPage::showOpened()
{
    m_failure->hide();
    m_stack->setCurrentIndex(1);
    m_title->setText(QFileInfo(m_document.path()).completeBaseName());
    const QSignalBlocker silence(m_editor);
    m_editor->setPlainText(m_document.text());
    m_files->setCurrent(m_document.path());
    m_outline->tell({}, {}, {});
    showHead();
}

void DesignPage::showChecked()
{
    const CheckedExperiment& checked = m_document.checked();
    m_problems->clear();
    for (const Error& problem : checked.problems) {
        auto* item = new QListWidgetItem(
            icon(QStringLiteral("warning")), toQString(problem.sentence()), m_problems);
        item->setData(kPointerRole, toQString(problem.place));
    }
    m_problems->setVisible(!checked.problems.empty());
    // While the text has problems the outline keeps telling the last experiment that was right.
    if (checked.experiment)
        m_outline->tell(toQString(checked.experiment->description),
                        toQString(checked.experiment->lookFor),
                        outlineOf(*checked.experiment, *checked.plans, m_registry));
    showHead();
}

void DesignPage::showHead()
{
    const CheckedExperiment& checked = m_document.checked();
    if (checked.experiment)
        m_title->setText(toQString(checked.experiment->name));
    const QString file = QDir::toNativeSeparators(m_document.path());
    m_path->setText(m_document.isModified() ? tr("%1 (changed, not saved)").arg(file) : file);
    m_path->setToolTip(file);
    m_runs->setText(checked.plans ? counted(
                        static_cast<qsizetype>(checked.plans->size()), tr("1 run"), tr("%1 runs"))
                                  : QString());
    const auto problems = static_cast<int>(checked.problems.size());
    if (m_document.isChecking())
        m_verdict->setText(tr("Checking…"));
    else if (problems > 0)
        m_verdict->setText(counted(problems,
                                   tr("1 problem: choose it to see its place"),
                                   tr("%1 problems: choose one to see its place")));
    else
        m_verdict->setText(tr("✓ Ready to run"));
}

void DesignPage::showFailure(const QString& sentence)
{
    m_failure->setText(sentence);
    m_failure->show();
}

} // namespace coterie::ui
