#include "ui/window/command_palette.h"

#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr int kIndexRole = Qt::UserRole + 1;

/// Matches texts with every typed word, in any order and case.
QRegularExpression everyWord(const QString& typed)
{
    QString pattern;
    for (const QString& word : typed.split(u' ', Qt::SkipEmptyParts))
        pattern += QStringLiteral("(?=.*%1)").arg(QRegularExpression::escape(word));
    return QRegularExpression(u'^' + pattern, QRegularExpression::CaseInsensitiveOption);
}

/// Whether the words stand in the text as whole words, next to each other.
bool hasWholeWords(const QString& text, const QString& words)
{
    qsizetype at = -1;
    while ((at = text.indexOf(words, at + 1, Qt::CaseInsensitive)) >= 0) {
        const qsizetype end = at + words.size();
        const auto goesOn = [&](qsizetype here, qsizetype next) {
            return here >= 0 && next < text.size() && text[here].isLetterOrNumber()
                   && text[next].isLetterOrNumber();
        };
        if (!goesOn(at - 1, at) && !goesOn(end - 1, end))
            return true;
    }
    return false;
}

/// Whether the text's first number is one of these words: a run's own, not one of its settings.
bool hasOwnNumber(const QString& text, const QStringList& words)
{
    static const QRegularExpression kNumber(QStringLiteral("\\d+"));
    return words.contains(kNumber.match(text).captured());
}

/// How well a text with all typed words fits them; the least is the best.
using Rank = std::tuple<bool, int, bool>;

Rank rankOf(const QString& text, const QString& typed)
{
    if (typed.isEmpty())
        return {};
    const QStringList words = typed.split(u' ');
    const auto parts = std::ranges::count_if(
        words, [&](const QString& word) { return !hasWholeWords(text, word); });
    return {!hasWholeWords(text, typed), int(parts), !hasOwnNumber(text, words)};
}

} // namespace

/// The lines with all typed words, the best first and else in their order.
class CommandPalette::Matches final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void show(const QString& typed)
    {
        m_ranks.clear();
        if (sourceModel())
            for (int row = 0; row < sourceModel()->rowCount(); ++row)
                m_ranks.push_back(rankOf(sourceModel()->index(row, 0).data().toString(), typed));
        setFilterRegularExpression(everyWord(typed));
        invalidate();
        sort(0);
    }

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const auto rank = [this](const QModelIndex& line) {
            const auto row = std::size_t(line.row());
            return row < m_ranks.size() ? m_ranks[row] : Rank();
        };
        return rank(left) < rank(right);
    }

private:
    std::vector<Rank> m_ranks; ///< by line
};

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_actions(actions)
    , m_edit(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(named(textLabel(this), "nothingFound"))
    , m_model(new QStandardItemModel(this))
    , m_matching(new Matches(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    m_matching->setSourceModel(m_model);
    m_edit->setPlaceholderText(tr("Type a command, an experiment or a run"));
    m_edit->setAccessibleName(tr("Command"));
    m_edit->setToolTip(tr("Type words in any order; Enter does what is chosen below"));
    m_edit->setFrame(false);
    m_edit->setTextMargins(6, 6, 6, 6);
    QFont font = m_edit->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_edit->setFont(font);
    m_edit->installEventFilter(this);
    m_list->setModel(m_matching);
    m_list->setItemDelegate(new NoteDelegate(m_list));
    m_list->setToolTip(tr("Choose a command; its keys are at the right"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setIconSize({18, 18});
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true); // measures one line
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(tr("Commands"));

    auto* layout = columnIn(this, -1, {6, 6, 6, 6});
    layout->addWidget(m_edit);
    layout->addWidget(m_list, 1);
    m_nothing->setContentsMargins(12, 6, 12, 6);
    layout->addWidget(m_nothing);

    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::showMatches);
    connect(m_list, &QListView::clicked, this, &CommandPalette::triggerCurrent);
}

void CommandPalette::popUp()
{
    m_edit->clear();
    fill();
    const QWidget* window = parentWidget()->window();
    const QSize size(std::min(620, window->width() - 40), std::min(440, window->height() - 80));
    resize(size);
    move(window->mapToGlobal(QPoint((window->width() - size.width()) / 2, window->height() / 9)));
    show();
    m_edit->setFocus();
    emit opened();
}

void CommandPalette::addSource(std::function<std::vector<PaletteEntry>()> source)
{
    m_sources.push_back(std::move(source));
}

void CommandPalette::refill()
{
    if (!isVisible())
        return;
    const QModelIndex current = m_list->currentIndex();
    const QString chosen = current.data().toString();
    const bool wasFirst = current.row() <= 0; // nobody chose it
    fill();
    if (wasFirst)
        return;
    const QModelIndexList same =
        m_matching->match(m_matching->index(0, 0), Qt::DisplayRole, chosen, 1, Qt::MatchExactly);
    if (!same.isEmpty())
        m_list->setCurrentIndex(same.front());
}

void CommandPalette::showMatches()
{
    const QString typed = m_edit->text();
    m_matching->show(typed.simplified());
    m_list->setCurrentIndex(m_matching->index(0, 0));
    const bool none = m_matching->rowCount() == 0;
    m_nothing->setVisible(none);
    if (none)
        m_nothing->setText(
            tr("Nothing with “%1” in its name can be done now. Compare's filter finds all runs.")
                .arg(typed.simplified()));
}

void CommandPalette::fill()
{
    m_matching->setSourceModel(nullptr); // else every line is matched as it is added
    m_model->clear();
    m_acts.clear();
    QPixmap blank(m_list->iconSize()); // aligns entries without an icon
    blank.fill(Qt::transparent);
    for (QAction* action : std::as_const(m_actions)) {
        if (!action->isEnabled())
            continue;
        const QString name = action->text().remove(QLatin1Char('&'));
        addLine({.text = tr("%1: %2").arg(action->property("section").toString(), name),
                 .note = action->shortcut().toString(QKeySequence::NativeText),
                 .tip = action->statusTip(),
                 .icon = action->icon().isNull() ? QIcon(blank) : action->icon(),
                 .act = [action] { action->trigger(); }});
    }
    for (const auto& source : m_sources)
        for (const PaletteEntry& entry : source())
            addLine(entry);
    m_matching->setSourceModel(m_model);
    showMatches();
}

void CommandPalette::addLine(const PaletteEntry& entry)
{
    auto* item = new QStandardItem(entry.icon, entry.text);
    item->setData(static_cast<int>(m_acts.size()), kIndexRole);
    item->setData(entry.note, kNoteRole);
    item->setToolTip(entry.tip);
    m_model->appendRow(item);
    m_acts.push_back(entry.act);
}

void CommandPalette::triggerCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return; // nothing matches; what was typed can be mended
    const auto act = m_acts[static_cast<std::size_t>(current.data(kIndexRole).toInt())];
    close();
    act();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_edit || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = m_matching->rowCount();
    const bool isDown = key->key() == Qt::Key_Down;
    if (isDown || key->key() == Qt::Key_Up) {
        const int row = m_list->currentIndex().row() + (isDown ? 1 : -1);
        if (rows > 0)
            m_list->setCurrentIndex(m_matching->index((row + rows) % rows, 0));
        return true;
    }
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (isEnter)
        triggerCurrent();
    return isEnter;
}

} // namespace coterie::ui
