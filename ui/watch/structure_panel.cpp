#include "ui/watch/structure_panel.h"

#include "ui/frame/small_widgets.h"
#include "ui/views/view_frame.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace coterie::ui {

StructurePanel::StructurePanel(const WatchSubject& subject, QWidget* parent)
    : QWidget(parent)
    , m_subject(subject)
    , m_head(new QHBoxLayout)
    , m_ofRun(new ElidedLabel(this))
{
    m_ofRun->setObjectName(QStringLiteral("ofRun"));
    m_ofRun->setForegroundRole(QPalette::PlaceholderText);
    m_ofRun->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_head->setContentsMargins(10, 6, 8, 2);
    m_head->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(m_head);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&subject.shown, &ShownRound::changed, this, [this] { markDirty(); });
    connect(&subject.selection, &ClientSelection::changed, this, [this] { markDirty(); });
}

StructurePanel::~StructurePanel()
{
    m_subject.timer.forget(*this);
}

void StructurePanel::addBar(QWidget* bar)
{
    layout()->addWidget(bar);
}

void StructurePanel::setPicture(QWidget* view, const QString& name)
{
    setFrame(new ViewFrame(
        view, pictureOf(*view, name), [this] { return table(); }, this));
}

void StructurePanel::setTableView(QWidget* view, const QString& name)
{
    setFrame(new ViewFrame(
        view, name, [this] { return table(); }, this));
}

void StructurePanel::setFrame(ViewFrame* frame)
{
    m_frame = frame;
    static_cast<QVBoxLayout*>(layout())->addWidget(frame, 1);
    if (m_head->isEmpty())
        m_head->addStretch(1);
    constexpr int kStretch = 100; // an elided label has no width of its own
    m_head->addWidget(m_ofRun, kStretch);
    m_head->addWidget(frame->button());
}

void StructurePanel::setRun(const RunViewModel* runs, std::optional<std::int64_t> run)
{
    if (m_runs != runs) {
        if (m_runs)
            disconnect(m_runs, nullptr, this, nullptr);
        m_runs = runs;
        if (runs) {
            connect(runs, &RunViewModel::cleared, this, [this] { markDirty(); });
            connect(runs, &RunViewModel::runChanged, this, [this] { markDirty(); });
        }
    }
    m_run = run;
    markDirty();
}

const RunCurves* StructurePanel::run() const
{
    return m_runs && m_run ? m_runs->find(*m_run) : nullptr;
}

void StructurePanel::refresh()
{
    const RunCurves* shown = run();
    const bool sameRun = shown && m_subject.shown.run() == m_run;
    nameRun(shown);
    show(shown, sameRun ? m_subject.shown.report().get() : nullptr);
    m_frame->updateTable();
}

void StructurePanel::nameRun(const RunCurves* shown)
{
    const bool areSeveral = shown && m_runs->runs().size() > 1;
    m_ofRun->setVisible(areSeveral);
    m_ofRun->setText(areSeveral ? shown->title.fullLabel() : QString());
    m_ofRun->setToolTip(
        areSeveral ? tr("%1. Select another run in the list of runs").arg(shown->title.fullLabel())
                   : QString());
}

bool StructurePanel::isOnScreen() const
{
    return isVisible() && !window()->isMinimized();
}

void StructurePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty();
}

void StructurePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markDirty();
}

int roundOf(const RunCurves& run, const RoundReport* report)
{
    return report ? report->round : run.round;
}

std::vector<int> groupColours(const RunCurves& run, int round, std::size_t clients)
{
    const RoundGroups* formed = run.groupsAt(round);
    return formed ? formed->ofClients(formed->colours, clients) : std::vector<int>(clients, -1);
}

} // namespace coterie::ui
