#include "ui/watch/structure_panel.h"

#include "ui/frame/small_widgets.h"
#include "ui/views/painted_view.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

WatchPanel::WatchPanel(RefreshTimer& timer, const QMargins& headMargins, QWidget* parent)
    : QWidget(parent)
    , m_timer(timer)
    , m_head(new QHBoxLayout)
{
    m_head->setContentsMargins(headMargins);
    columnIn(this, 0)->addLayout(m_head);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void WatchPanel::setFrame(ViewFrame* frame)
{
    m_frame = frame;
    static_cast<QVBoxLayout*>(layout())->addWidget(frame, 1);
    m_head->addWidget(frame->button());
}

QSize WatchPanel::minimumSizeHint() const
{
    const QMargins margins = m_head->contentsMargins();
    int width = margins.left() + margins.right();
    int widgets = 0;
    for (int place = 0; place < m_head->count(); ++place) {
        const QWidget* widget = m_head->itemAt(place)->widget();
        if (!widget)
            continue;
        ++widgets;
        const bool hasOwn = widget->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored;
        width += std::max(widget->minimumWidth(), hasOwn ? widget->minimumSizeHint().width() : 0);
    }
    width += std::max(0, widgets - 1) * m_head->spacing();
    return QWidget::minimumSizeHint().expandedTo({width, 0});
}

void WatchPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty(); // data may have come while it was hidden
}

StructurePanel::StructurePanel(const WatchSubject& subject, QWidget* parent)
    : WatchPanel(subject.timer, {10, 6, 8, 2}, parent)
    , m_subject(subject)
    , m_ofRun(named(new ElidedLabel(this), "ofRun"))
{
    m_ofRun->setForegroundRole(QPalette::PlaceholderText);
    m_ofRun->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head()->setSpacing(8);
    connect(&subject.shown, &ShownRound::changed, this, [this] { markDirty(); });
    connect(&subject.selection, &ClientSelection::changed, this, [this] { markDirty(); });
}

void StructurePanel::setView(QWidget* view, PictureSource picture)
{
    if (head()->isEmpty())
        head()->addStretch(1);
    constexpr int kStretch = 100; // an elided label has no width of its own
    head()->addWidget(m_ofRun, kStretch);
    setFrame(new ViewFrame(
        view, std::move(picture), [this] { return table(); }, this));
}

void StructurePanel::setView(ClientView* view, const QString& name)
{
    setView(view, pictureOf(*view, name));
    m_clientView = view;
    connect(view, &ClientView::clientsChosen, &selection(), &ClientSelection::choose);
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

void StructurePanel::refresh()
{
    const RunCurves* shown = m_runs && m_run ? m_runs->find(*m_run) : nullptr;
    const RoundReport* report = shown && heldRun() == m_run ? heldReport().get() : nullptr;
    const bool areSeveral = shown && m_runs->runs().size() > 1;
    QString name = areSeveral ? shown->title.fullLabel() : QString();
    if (areSeveral && report) // runs may have different rounds
        name = tr("%1, round %2").arg(name, countText(report->round));
    m_ofRun->setVisible(areSeveral);
    m_ofRun->setText(name);
    m_ofRun->setToolTip(areSeveral ? tr("%1. Select another run in the list of runs").arg(name)
                                   : name);
    if (m_clientView && shown)
        m_clientView->setClientNames(shown->facts.clientNames);
    show(shown, report);
    if (m_clientView) {
        m_clientView->sayInstead(!shown ? tr("No rounds yet. The first finished round is "
                                             "shown here.")
                                 : shown->round < 0 ? noRoundText(*shown)
                                                    : QString());
        m_clientView->setSelected(selection().clients());
    }
    frame().updateTable();
}

void StructurePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markDirty();
}

QString noRoundText(const RunCurves& run)
{
    if (run.status == RunStatus::Failed || run.status == RunStatus::Stopped)
        return run.reason.isEmpty()
                   ? WatchPanel::tr("This run has no finished round: %1")
                         .arg(statusText(run.status))
                   : WatchPanel::tr("This run has no finished round. %1").arg(run.reason);
    return WatchPanel::tr("This run has no round yet. Its first finished round is shown here.");
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
