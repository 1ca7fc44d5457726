#include "ui/watch/watch_head.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/icons.h"
#include "ui/runs/run_view_model.h"
#include "ui/words.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace coterie::ui {

namespace {

QString stateText(RunController::State state)
{
    switch (state) {
    case RunController::State::Running:
        return WatchHead::tr("running now");
    case RunController::State::Paused:
        return WatchHead::tr("paused");
    case RunController::State::Stopping:
        return WatchHead::tr("stopping at a safe point");
    case RunController::State::Idle:
        break;
    }
    return {};
}

} // namespace

WatchHead::WatchHead(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_which(new QLabel(this))
    , m_lookFor(new QLabel(this))
    , m_backToLive(new QToolButton(this))
    , m_resume(new QToolButton(this))
{
    m_title->setObjectName(QStringLiteral("watchTitle"));
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_which->setObjectName(QStringLiteral("watchedRuns"));
    m_which->setForegroundRole(QPalette::PlaceholderText);
    m_lookFor->setObjectName(QStringLiteral("lookFor"));
    m_lookFor->setForegroundRole(QPalette::PlaceholderText);
    m_lookFor->setToolTip(tr("See what the experiment's author looks for"));
    for (QLabel* label : {m_title, m_which, m_lookFor}) {
        label->setTextFormat(Qt::PlainText); // a name may contain any character
        label->setWordWrap(true);
    }
    m_backToLive->setText(tr("Show live run"));
    m_backToLive->setToolTip(tr("Close the stored runs and show the live run"));
    m_backToLive->setIcon(icon(QStringLiteral("follow")));
    m_backToLive->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_backToLive->hide();
    connect(m_backToLive, &QToolButton::clicked, this, &WatchHead::liveRequested);

    m_resume->setObjectName(QStringLiteral("resumeShown"));
    m_resume->setText(tr("Resume"));
    m_resume->setIcon(icon(QStringLiteral("resume")));
    m_resume->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_resume->hide();
    connect(m_resume, &QToolButton::clicked, this, [this] { emit resumeRequested(m_stopped); });

    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(m_title);
    names->addWidget(m_which);
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addLayout(names, 1);
    line->addWidget(m_backToLive);
    line->addWidget(m_resume);
    for (const ActionId id :
         {ActionId::ShowClients, ActionId::LogarithmicAxis, ActionId::FitCurves}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(actions.action(id));
        button->setAutoRaise(true);
        button->setIconSize({20, 20});
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        line->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 14, 10);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_lookFor);
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

void WatchHead::showRuns(const RunViewModel* runs, bool replayed, RunController::State state)
{
    const bool live = state != RunController::State::Idle;
    m_backToLive->setVisible(replayed && live);
    const QString lookFor = runs ? runs->lookFor() : QString();
    offerResume(runs, live && !replayed);
    m_lookFor->setText(lookFor);
    m_lookFor->setVisible(!lookFor.isEmpty());
    if (!runs || runs->isEmpty()) {
        m_title->setText(m_givenTitle);
        m_which->setText(live ? tr("preparing the data") : QString());
        return;
    }
    m_title->setText(experimentsTitle(runs->experiments()));
    const RunCurves& newest = runs->runs().back();
    const QString all = counted(static_cast<qsizetype>(runs->runs().size()),
                                newest.title.fullLabel(),
                                tr("%1 runs, see the list of runs"));
    if (replayed)
        m_which->setText(tr("%1 · stored, replayed").arg(all));
    else if (live)
        m_which->setText(tr("%1 · %2").arg(newest.title.fullLabel(), stateText(state)));
    else if (runs->runs().size() == 1)
        m_which->setText(tr("%1 · %2").arg(all, statusText(newest.status)));
    else
        m_which->setText(tr("%1 · last run %2").arg(all, statusText(newest.status)));
}

void WatchHead::offerResume(const RunViewModel* runs, bool isLive)
{
    const bool offered = !m_stopped.empty();
    m_stopped.clear();
    if (runs && !isLive) {
        std::unordered_set<std::int64_t>
            seen; // a resumed run is listed twice, its newest part last
        for (const RunCurves& run : runs->runs() | std::views::reverse)
            if (seen.insert(run.title.id).second && run.status == RunStatus::Stopped)
                m_stopped.push_back(run.title.id);
        std::ranges::reverse(m_stopped);
    }
    m_resume->setVisible(!m_stopped.empty());
    if (offered == m_stopped.empty())
        emit resumeOffered(!offered);
    m_resume->setToolTip(counted(std::ssize(m_stopped),
                                 tr("Resume the run after its last stored round"),
                                 tr("Resume %1 runs, each after its last stored round")));
}

} // namespace coterie::ui
