#include "ui/watch/watch_head.h"

#include "ui/client_texts.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/runs/run_view_model.h"
#include "ui/words.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <ranges>
#include <unordered_set>

namespace coterie::ui {

namespace {

/// Of a live run.
QString stateText(RunController::State state)
{
    return state == RunController::State::Running  ? WatchHead::tr("running now")
           : state == RunController::State::Paused ? WatchHead::tr("paused")
                                                   : WatchHead::tr("stopping at a safe point");
}

} // namespace

WatchHead::WatchHead(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_title(named(new QLabel(this), "watchTitle"))
    , m_which(named(new QLabel(this), "watchedRuns"))
    , m_lookFor(named(new ElidedLabel(this), "lookFor"))
    , m_figures(named(new QToolButton(this), "watchFigures", tr("Figures")))
    , m_backToLive(new QToolButton(this))
    , m_resume(named(new QToolButton(this), "resumeShown"))
{
    m_title->setFont(headingFont(m_title->font(), 1.35));
    m_which->setForegroundRole(QPalette::PlaceholderText);
    m_lookFor->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : std::initializer_list<QLabel*>{m_title, m_which, m_lookFor}) {
        label->setTextFormat(Qt::PlainText); // a name may contain any character
        label->setWordWrap(true);
    }
    m_lookFor->setMostLines(2); // the panels below need the room; all of it is in the tooltip
    m_figures->setText(tr("Fi&gures"));
    m_figures->setIcon(icon(QStringLiteral("compare")));
    setFigures({});
    m_figures->setPopupMode(QToolButton::InstantPopup);
    m_backToLive->setText(tr("Show live run"));
    m_backToLive->setToolTip(tr("Close the stored runs and show the live run"));
    m_backToLive->setIcon(icon(QStringLiteral("follow")));
    connect(m_backToLive, &QToolButton::clicked, this, &WatchHead::liveRequested);
    m_resume->setText(tr("Resume"));
    m_resume->setIcon(icon(QStringLiteral("resume")));
    connect(m_resume, &QToolButton::clicked, this, [this] { emit resumeRequested(m_stopped); });

    auto* layout = columnIn(this, 4, {16, 12, 14, 10});
    auto* line = new QHBoxLayout;
    auto* names = new QVBoxLayout;
    layout->addLayout(line);
    layout->addWidget(m_lookFor);
    line->setSpacing(6);
    line->addLayout(names, 1);
    names->setSpacing(2);
    names->addWidget(m_title);
    names->addWidget(m_which);
    for (QToolButton* button : {m_figures, m_backToLive, m_resume}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->hide();
        line->addWidget(button);
    }
    for (const ActionId id :
         {ActionId::ShowClients, ActionId::LogarithmicAxis, ActionId::FitCurves}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        line->addWidget(button);
    }
}

QString experimentsTitle(const QStringList& names)
{
    return names.size() > 2 ? WatchHead::tr("%1 experiments").arg(names.size())
                            : names.join(WatchHead::tr(" and "));
}

void WatchHead::setTitle(const QString& title)
{
    m_givenTitle = title;
    m_title->setText(title);
}

void WatchHead::setFigures(const QStringList& titles)
{
    m_figures->setVisible(!titles.isEmpty());
    if (QMenu* before = m_figures->menu()) // it may be open
        before->deleteLater();
    m_figures->setMenu(nullptr);
    m_figures->disconnect(this);
    if (titles.size() == 1) {
        m_figures->setToolTip(
            tr("Draw “%1” of all runs of the experiment in Compare").arg(titles.front()));
        connect(m_figures, &QToolButton::clicked, this, [this] { emit figureChosen(0); });
        return;
    }
    m_figures->setToolTip(tr("Draw a figure of the experiment in Compare, with all of its runs"));
    auto* menu = named(new QMenu(m_figures), "watchFigureMenu");
    for (qsizetype index = 0; index < titles.size(); ++index)
        connect(menu->addAction(QString(titles[index]).replace('&', QStringLiteral("&&"))),
                &QAction::triggered,
                this,
                [this, index] { emit figureChosen(std::size_t(index)); });
    m_figures->setMenu(menu);
}

void WatchHead::showRuns(const RunViewModel* runs, bool replayed, RunController::State state)
{
    const bool live = state != RunController::State::Idle;
    m_backToLive->setVisible(replayed && live);
    const QString lookFor = runs ? runs->lookFor() : QString();
    offerResume(runs, replayed, live);
    m_lookFor->setText(lookFor);
    m_lookFor->setToolTip(
        asWrappedTip(tr("Read what the experiment's author looks for: %1").arg(lookFor)));
    m_lookFor->setVisible(!lookFor.isEmpty());
    if (!runs || runs->isEmpty()) {
        m_title->setText(m_givenTitle);
        m_which->setText(live ? tr("preparing the data") : QString());
        return;
    }
    m_title->setText(experimentsTitle(runs->experiments()));
    const RunCurves& newest = runs->runs().back();
    const QString all = counted(qsizetype(runs->runs().size()),
                                newest.title.fullLabel(),
                                tr("%1 runs, see the list of runs"));
    m_which->setText(replayed ? tr("%1 · stored, replayed").arg(all)
                     : live   ? tr("%1 · %2").arg(newest.title.fullLabel(), stateText(state))
                     : runs->runs().size() == 1
                         ? tr("%1 · %2").arg(all, statusText(newest.status))
                         : tr("%1 · last run %2").arg(all, statusText(newest.status)));
}

void WatchHead::offerResume(const RunViewModel* runs, bool replayed, bool isLive)
{
    const bool offered = !m_stopped.empty();
    m_stopped.clear();
    if (runs && (replayed || !isLive)) {
        // A resumed run is listed twice, its newest part last.
        std::unordered_set<std::int64_t> seen;
        for (const RunCurves& run : runs->runs() | std::views::reverse)
            if (seen.insert(run.title.id).second && run.status == RunStatus::Stopped
                && !isOfOtherStore(run.title.id))
                m_stopped.push_back(run.title.id);
        std::ranges::reverse(m_stopped);
        for (const std::int64_t run : m_leftBehind)
            if (!replayed && seen.insert(run).second)
                m_stopped.push_back(run);
    }
    m_resume->setVisible(!m_stopped.empty());
    if (offered == m_stopped.empty())
        emit resumeOffered(!offered);
    m_resume->setToolTip(counted(std::ssize(m_stopped),
                                 tr("Resume the run after its last stored round"),
                                 tr("Resume %1 runs, each after its last stored round")));
}

} // namespace coterie::ui
