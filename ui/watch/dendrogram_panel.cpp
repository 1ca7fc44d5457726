#include "ui/watch/dendrogram_panel.h"

#include "core/math/linkage.h"
#include "ui/core_sentences.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

namespace coterie::ui {

namespace {

constexpr int kStepMilliseconds = 450;

/// Each client's colour: a group takes the colour that most of its members have in the record.
std::vector<int> followedColours(std::span<const int> recorded,
                                 std::span<const std::vector<int>> groups,
                                 int clients)
{
    GroupColours colours(recorded);
    static_cast<void>(colours.add(groups));
    std::vector<int> followed;
    for (int client = 0; client < clients; ++client)
        followed.push_back(colours.colourOf(client));
    return followed;
}

/// The answer to a what-if in a round that formed no groups: it names the nearest one that did.
QString noGroupsText(const std::vector<RoundGroups>& formed, int here)
{
    const auto nearest = std::ranges::min_element(
        formed, {}, [here](const RoundGroups& groups) { return std::abs(groups.round - here); });
    return nearest == formed.end()
               ? DendrogramPanel::tr("No round has formed groups.")
               : DendrogramPanel::tr("No groups formed in this round. Try round %1.")
                     .arg(nearest->round);
}

} // namespace

DendrogramPanel::DendrogramPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new DendrogramView(this))
    , m_axis(named(new QComboBox(this), "mergeAxis", tr("Axis of the merges")))
    , m_summary(new ElidedLabel(this))
    , m_play(new QToolButton(this))
    , m_steps(named(new QSlider(Qt::Horizontal, this), "mergeSteps", tr("Number of merges drawn")))
    , m_which(named(new QComboBox(this), "whichGrouping", tr("Groups or sampling clusters")))
    , m_ask(named(new QToolButton(this), "askWhatIf"))
    , m_whatIf(new WhatIfBar(this))
    , m_why(named(new ElidedLabel(this), "mergeWhy"))
{
    m_axis->addItem(tr("In order"), int(MergeAxis::Order));
    m_axis->addItem(tr("By gain"), int(MergeAxis::Score));
    m_axis->setToolTip(
        tr("Draw the merges by their order, or by their gains, which may rise and fall "
           "from merge to merge"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_play->setIcon(icon(QStringLiteral("run")));
    m_play->setText(tr("Merges"));
    m_play->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_play->setAutoRaise(true);
    m_play->setAccessibleName(tr("Play the merges"));
    m_play->setToolTip(tr("Play this round's merges one after another"));
    m_steps->setRange(0, 0); // at its end, so that the first round is drawn whole
    m_steps->setToolTip(tr("Drag to see this round's merges one after another"));
    m_steps->setMaximumWidth(140);
    auto* player = new QTimer(this);
    player->setInterval(kStepMilliseconds);
    m_which->addItems({tr("Groups"), tr("Sampling clusters")});
    m_which->setToolTip(tr("Choose groups, whose clients share a model, or sampling clusters, from "
                           "which participants are drawn"));
    connect(m_which, &QComboBox::currentIndexChanged, this, [this] { markDirty(); });
    m_ask->setText(tr("What if…"));
    m_ask->setCheckable(true);
    m_ask->setToolTip(
        tr("Recompute this round's groups with another α or number of groups, without "
           "training"));
    m_whatIf->hide();
    head()->addWidget(m_ask); // first: the others come and go with the round
    head()->addWidget(m_which);
    head()->addWidget(m_axis);
    head()->addWidget(m_summary, 1);
    head()->addWidget(m_play);
    head()->addWidget(m_steps);
    addBar(m_whatIf);
    setView(m_view, QStringLiteral("dendrogram"));
    m_why->setTextFormat(Qt::PlainText);
    m_why->setWordWrap(true);
    m_why->setContentsMargins(12, 2, 12, 6);
    fitWhy();
    m_why->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    addBar(m_why);

    connect(m_ask, &QToolButton::toggled, this, [this](bool open) {
        m_whatIf->setVisible(open);
        m_asked.reset();
        markDirty();
    });
    connect(m_whatIf, &WhatIfBar::wishChanged, this, [this] { markDirty(); });
    connect(m_axis, &QComboBox::currentIndexChanged, this, [this] {
        m_view->setAxis(static_cast<MergeAxis>(m_axis->currentData().toInt()));
    });
    connect(m_steps, &QSlider::valueChanged, this, &DendrogramPanel::showSteps);
    connect(m_play, &QToolButton::clicked, this, [this, player] {
        m_steps->setValue(0);
        player->start();
    });
    connect(player, &QTimer::timeout, this, [this, player] {
        if (m_steps->value() >= m_steps->maximum())
            player->stop();
        else
            m_steps->setValue(m_steps->value() + 1);
    });
    connect(m_view, &DendrogramView::cutMoved, this, &DendrogramPanel::colourTheCut);
    connect(m_view, &DendrogramView::whyChanged, this, [this] {
        m_why->setText(m_view->why());
        m_why->setToolTip(m_view->why());
    });
}

DendrogramPanel::~DendrogramPanel()
{
    disconnect(m_view, nullptr, this, nullptr); // it emits when it loses the focus
}

void DendrogramPanel::show(const RunCurves* run, const RoundReport* report)
{
    DendrogramPicture picture;
    const auto plan = run ? run->planAt(report ? report->round : run->round) : nullptr;
    const std::optional<WhatIfBase> base =
        plan ? whatIfBase(*plan, run->facts.trainSamples.size()) : std::nullopt;
    m_ask->setVisible(base.has_value());
    m_whatIf->setVisible(base && m_ask->isChecked());
    if (base)
        m_whatIf->setBase(*base);
    const bool groups = report && report->grouping && !report->grouping->groups.empty();
    const bool clusters =
        report && report->samplingClusters && !report->samplingClusters->groups.empty();
    m_which->setVisible(groups && clusters);
    if (!groups || (clusters && m_which->currentIndex() == 1)) // else another round's would stay
        m_whatIf->setAnswer(run && report && !groups ? noGroupsText(run->groups, report->round)
                                                     : QString());
    picture.neverGroups = run && run->groups.empty() && run->samplingClusters.empty();
    if (run && (groups || clusters)) {
        picture.clients = int(report->clients.size());
        picture.colourOfClient = groupColours(*run, report->round, report->clients.size());
        picture.samples = clusters && (!groups || m_which->currentIndex() == 1);
        picture.grouping = picture.samples ? *report->samplingClusters : *report->grouping;
        const RoundGroups* known =
            picture.samples ? run->samplingClustersOf(report->round) : run->groupsAt(report->round);
        if (known && known->order)
            picture.order = *known->order;
        picture.participants = report->participants;
        if (picture.samples)
            picture.colourOfClient =
                known ? known->ofClients(known->colours, report->clients.size())
                      : followedColours({}, picture.grouping.groups, picture.clients);
        else if (std::optional<Grouping> other = shownGrouping(*run, *report)) {
            picture.colourOfClient =
                followedColours(picture.colourOfClient, other->groups, picture.clients);
            picture.grouping = std::move(*other);
            picture.isWhatIf = true;
        }
        if (!picture.isWhatIf) {
            picture.round = report->round;
            if (known)
                picture.joinedOfClient = known->joinedOfClients(report->clients.size());
        }
    }
    m_why->setVisible(picture.clients > 0);
    const int merges = int(picture.grouping.merges.size());
    const bool distances =
        merges > 0 && picture.grouping.merges.front().kind == MergeKind::Distance;
    m_axis->setVisible(merges > 0 && !distances);
    m_play->setVisible(merges > 0);
    m_steps->setVisible(merges > 0);
    const bool atEnd = m_steps->value() == m_steps->maximum();
    const QSignalBlocker silence(m_steps);
    m_steps->setRange(0, merges);
    if (atEnd)
        m_steps->setValue(merges);
    m_view->setPicture(std::move(picture));
    colourTheCut();
    showSteps();
}

/// The groups to draw instead of the recorded ones; absent: the recorded ones, also while the first
/// answer is being computed.
std::optional<Grouping> DendrogramPanel::shownGrouping(const RunCurves& run,
                                                       const RoundReport& report)
{
    if (m_whatIf->isHidden())
        return std::nullopt;
    if (m_whatIf->asksForTheRecord()) {
        m_asked.reset();
        m_whatIf->setAnswer(tr("As recorded: %1").arg(groupingText(*report.grouping)));
        return std::nullopt;
    }
    if (!report.gram && report.grouping->merges.empty()) {
        m_whatIf->setAnswer(tr("This round formed no new groups, or kept no Gram matrix. Choose "
                               "another round."));
        return std::nullopt;
    }
    const Question question{.run = run.title.id, .round = report.round, .wish = m_whatIf->wish()};
    if (m_asked != question) {
        m_asked = question;
        m_job.run([plan = run.planAt(report.round),
                   facts = run.facts,
                   held = heldReport(),
                   wish = question.wish] { return whatIf(*plan, facts, *held, wish); },
                  [this, question](const Result<Grouping>& answer) {
                      m_answer.emplace(question, answer);
                      markDirty();
                  });
    }
    if (!m_answer || m_answer->first.run != run.title.id || m_answer->first.round != report.round) {
        m_whatIf->setAnswer({});
        return std::nullopt;
    }
    const Result<Grouping>& answer = m_answer->second;
    if (!answer) {
        QString why = sentenceFromCore(answer.error().complaint());
        why[0] = why[0].toUpper();
        m_whatIf->setAnswer(why);
        return std::nullopt;
    }
    // While a newer answer is computed, the last one stays on screen.
    m_whatIf->setAnswer(tr("With these settings %1 would have formed. The run formed %2.")
                            .arg(groupsText(std::ssize(answer->groups)),
                                 groupsText(std::ssize(report.grouping->groups))));
    return *answer;
}

void DendrogramPanel::changeEvent(QEvent* event)
{
    StructurePanel::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_why)
        fitWhy();
}

void DendrogramPanel::fitWhy()
{
    m_why->setFixedHeight(2 * fontMetrics().lineSpacing() + 8);
}

PlainTable DendrogramPanel::table() const
{
    const Grouping& grouping = m_view->picture().grouping;
    const auto count = std::size_t(m_view->picture().clients);
    PlainTable table;
    table.header = {tr("Merge"),
                    tr("Done"),
                    tr("Left"),
                    tr("Right"),
                    tr("Clients"),
                    tr("Gain or distance"),
                    tr("More data"),
                    tr("Less alike")};
    const auto add = [&](bool done, const Merge& merge) {
        table.rows.push_back({int(table.rows.size()) + 1,
                              done ? tr("yes") : tr("refused"),
                              allMembersText(membersBelow(grouping, count, merge.left)),
                              allMembersText(membersBelow(grouping, count, merge.right)),
                              merge.size,
                              merge.score,
                              cellOf(merge.dataGain),
                              cellOf(merge.similarityLoss)});
    };
    for (const Merge& merge : grouping.merges)
        add(true, merge);
    if (grouping.refused)
        add(false, *grouping.refused);
    return table;
}

/// The groups of a moved cut take the colours that most of their clients have in the record, so
/// that clients that stay together keep their colour.
void DendrogramPanel::colourTheCut()
{
    if (!m_view->scene().isCutMoved())
        return m_view->setColoursOfCut({});
    const DendrogramPicture& picture = m_view->picture();
    const auto groups =
        groupsUnderCut(picture.grouping, std::size_t(picture.clients), *m_view->scene().cut());
    m_view->setColoursOfCut(followedColours(picture.colourOfClient, groups, picture.clients));
}

/// The summary is the number of groups, or the progress of the player.
void DendrogramPanel::showSteps()
{
    const bool all = m_steps->value() == m_steps->maximum();
    m_view->setSteps(all ? std::nullopt : std::optional(m_steps->value()));
    const DendrogramPicture& picture = m_view->picture();
    const QString groups = groupCountText(picture.grouping, picture.samples);
    QString summary;
    if (!all)
        summary = tr("after merge %1 of %2")
                      .arg(countText(m_steps->value()), countText(m_steps->maximum()));
    else if (picture.clients > 0)
        summary = picture.samples ? tr("Participants are drawn from %1").arg(groups) : groups;
    m_summary->setText(summary);
    m_summary->setToolTip(summary == groups
                              ? tr("%1. A group keeps its number from round to round.").arg(groups)
                              : summary);
}

} // namespace coterie::ui
