#include "ui/watch/dendrogram_panel.h"

#include "ui/frame/elided_label.h"
#include "ui/frame/icons.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/merge_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

namespace coterie::ui {

namespace {

constexpr int kStepMilliseconds = 450;

} // namespace

DendrogramPanel::DendrogramPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new DendrogramView(this))
    , m_axis(new QComboBox(this))
    , m_summary(new ElidedLabel(this))
    , m_play(new QToolButton(this))
    , m_steps(new QSlider(Qt::Horizontal, this))
    , m_player(new QTimer(this))
{
    m_axis->addItem(tr("In order"), static_cast<int>(MergeAxis::Order));
    m_axis->addItem(tr("By gain"), static_cast<int>(MergeAxis::Score));
    m_axis->setObjectName(QStringLiteral("mergeAxis"));
    m_axis->setAccessibleName(tr("What the axis counts"));
    m_axis->setToolTip(tr("Gains may rise and fall from merge to merge, so they are drawn in order "
                          "unless you ask for the gains themselves"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_play->setIcon(icon(QStringLiteral("run")));
    m_play->setAutoRaise(true);
    m_play->setAccessibleName(tr("Play the merges"));
    m_play->setToolTip(tr("Do this round's merges one after another"));
    m_steps->setObjectName(QStringLiteral("mergeSteps"));
    m_steps->setAccessibleName(tr("How many of this round's merges are drawn"));
    m_steps->setToolTip(tr("Drag to see this round's merges one after another"));
    m_steps->setMaximumWidth(140);
    m_player->setInterval(kStepMilliseconds);
    head()->addWidget(m_axis);
    head()->addWidget(m_summary, 1);
    head()->addWidget(m_play);
    head()->addWidget(m_steps);
    setView(m_view);

    connect(m_axis, &QComboBox::currentIndexChanged, this, [this] {
        m_view->setAxis(static_cast<MergeAxis>(m_axis->currentData().toInt()));
    });
    connect(m_steps, &QSlider::valueChanged, this, &DendrogramPanel::showSteps);
    connect(m_play, &QToolButton::clicked, this, &DendrogramPanel::play);
    connect(m_player, &QTimer::timeout, this, [this] {
        if (m_steps->value() >= m_steps->maximum())
            m_player->stop();
        else
            m_steps->setValue(m_steps->value() + 1);
    });
    connect(m_view, &DendrogramView::clientsChosen, &selection(), &ClientSelection::choose);
}

void DendrogramPanel::show(const RunCurves* run, const RoundReport* report)
{
    DendrogramPicture picture;
    if (run && report && report->grouping && !report->grouping->groups.empty()) {
        picture.grouping = *report->grouping;
        picture.clients = static_cast<int>(report->clients.size());
        picture.colourOfClient = groupColours(*run, report->round, report->clients.size());
    }
    m_summary->setText(picture.clients > 0 ? groupingText(picture.grouping) : QString());
    m_summary->setToolTip(m_summary->text());
    const int merges = static_cast<int>(picture.grouping.merges.size());
    const bool distances =
        merges > 0 && picture.grouping.merges.front().kind == MergeKind::Distance;
    m_axis->setVisible(!distances);
    m_play->setEnabled(merges > 0);
    m_steps->setEnabled(merges > 0);
    const bool atEnd = m_steps->value() == m_steps->maximum();
    {
        const QSignalBlocker silence(m_steps);
        m_steps->setRange(0, merges);
        if (atEnd)
            m_steps->setValue(merges);
    }
    m_view->setPicture(std::move(picture));
    m_view->setSelected(selection().clients());
    showSteps();
}

void DendrogramPanel::play()
{
    m_steps->setValue(0);
    m_player->start();
}

void DendrogramPanel::showSteps()
{
    const bool all = m_steps->value() == m_steps->maximum();
    m_view->setSteps(all ? std::nullopt : std::optional(m_steps->value()));
}

} // namespace coterie::ui
