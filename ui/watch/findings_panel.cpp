#include "ui/watch/findings_panel.h"

#include "ui/client_texts.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/picture_export.h"
#include "ui/views/view_frame.h"
#include "ui/watch/finding_words.h"

#include <QListWidget>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The dock in which a finding can be seen; null: it is on another page.
const char* dockOf(Evidence::Where where)
{
    switch (where) {
    case Evidence::Where::Errors:
        return "curves";
    case Evidence::Where::Losses:
        return "losses";
    case Evidence::Where::Groups:
        return "river";
    case Evidence::Where::Matrix:
        return "matrix";
    case Evidence::Where::Clients:
        return "clients";
    case Evidence::Where::Log:
        return "log";
    case Evidence::Where::Tests:
        return nullptr;
    }
    return nullptr;
}

/// Asks for the height that a sentence needs between the list's spacings, which the list forgets:
/// a sentence that nearly fits would be elided in one line.
class SentenceDelegate final : public QStyledItemDelegate
{
public:
    explicit SentenceDelegate(QListView& list)
        : QStyledItemDelegate(&list)
        , m_list(list)
    {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override
    {
        constexpr int kRounding = 2; // pixels: better one line too many
        const int width = m_list.viewport()->width() - 2 * m_list.spacing() - kRounding;
        QStyleOptionViewItem narrow = option;
        narrow.rect = QRect(0, 0, std::max(1, width), std::max(1, option.rect.height()));
        const QSize hint = QStyledItemDelegate::sizeHint(narrow, index);
        return {std::min(hint.width(), narrow.rect.width()), hint.height()};
    }

private:
    QListView& m_list;
};

} // namespace

FindingsPanel::FindingsPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_list(named(new QListWidget(this), "findings", tr("What the numbers say")))
    , m_hint(named(new ElidedLabel(this), "findingsHint"))
{
    m_list->setToolTip(
        tr("Press Enter on a sentence, or double-click it, to see what it is about"));
    m_list->setWordWrap(true);
    m_list->setItemDelegate(new SentenceDelegate(*m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSpacing(4);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setElideMode(Qt::ElideRight);
    constexpr int kAsMuchAsTheRun = 100; // whose name stands beside it
    head()->addWidget(m_hint, kAsMuchAsTheRun);
    setView(m_list, {.name = QStringLiteral("findings")});
    connect(m_list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        follow(m_list->row(item));
    });
}

PlainTable FindingsPanel::table() const
{
    PlainTable table;
    table.header = {tr("Round"), tr("Finding")};
    for (const Finding& finding : m_findings)
        table.rows.push_back({finding.evidence.round, findingText(finding.sentence)});
    return table;
}

/// Other seeds of the run may have ended meanwhile.
void FindingsPanel::showEvent(QShowEvent* event)
{
    m_asksAgain = true;
    StructurePanel::showEvent(event);
}

void FindingsPanel::show(const RunCurves* run, const RoundReport* /*report*/)
{
    const bool hasEnded = run && run->status >= RunStatus::Finished && run->round >= 0;
    const std::optional<Subject> subject =
        hasEnded ? std::optional(Subject{.run = run->title.id, .round = run->round}) : std::nullopt;
    if (subject && subject == m_asked) { // what is shown stays until there is an answer
        if (std::exchange(m_asksAgain, false))
            emit wanted(subject->run);
        return;
    }
    m_asked = subject;
    m_asksAgain = false;
    m_findings.clear();
    m_nothing = !run       ? tr("No rounds yet.")
                : hasEnded ? tr("Reading the run…")
                           : tr("When the run has ended, a few sentences here say what it shows.");
    fill();
    if (subject)
        emit wanted(subject->run);
}

void FindingsPanel::setFindings(std::int64_t run, const StoredFindings& findings)
{
    if (!m_asked || m_asked->run != run)
        return;
    m_findings = findings.found;
    m_asksAgain = !findings.trouble.isEmpty();
    m_nothing = m_asksAgain ? findings.trouble : tr("Nothing stands out in this run.");
    fill();
}

void FindingsPanel::fill()
{
    m_list->clear();
    for (const Finding& finding : m_findings) {
        auto* item = new QListWidgetItem(findingText(finding.sentence), m_list);
        item->setToolTip(asPlainTip(item->text() + QStringLiteral("\n\n") + m_list->toolTip()));
    }
    const QString hint = m_findings.empty() ? QString() : m_list->toolTip();
    m_hint->setTexts(hint, hint);
    if (m_findings.empty()) {
        auto* item = new QListWidgetItem(m_nothing, m_list);
        item->setFlags(Qt::ItemIsEnabled); // else it would be too pale to read
    }
    frame().updateTable();
}

void FindingsPanel::follow(int row)
{
    if (row < 0 || std::size_t(row) >= m_findings.size())
        return;
    const Evidence evidence = m_findings[std::size_t(row)].evidence; // the list may change
    emit roundChosen(evidence.round);
    selection().choose({evidence.clients.begin(), evidence.clients.end()});
    if (const char* dock = dockOf(evidence.where))
        emit panelChosen(dock);
}

} // namespace coterie::ui
