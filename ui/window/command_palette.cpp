#include "ui/window/command_palette.h"

#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

#include <algorithm>

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

} // namespace

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_actions(actions)
    , m_edit(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_model(new QStandardItemModel(this))
    , m_matching(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    m_matching->setSourceModel(m_model);
    m_edit->setPlaceholderText(tr("Type a command"));
    m_edit->setAccessibleName(tr("Command"));
    m_edit->setToolTip(tr("Type words of the command in any order; Enter runs it"));
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
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(tr("Commands"));

    auto* layout = columnIn(this, -1, {6, 6, 6, 6});
    layout->addWidget(m_edit);
    layout->addWidget(m_list, 1);

    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_matching->setFilterRegularExpression(everyWord(typed));
        m_list->setCurrentIndex(m_matching->index(0, 0));
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::triggerCurrent);
}

void CommandPalette::popUp()
{
    fill();
    m_edit->clear();
    m_list->setCurrentIndex(m_matching->index(0, 0));
    const QWidget* window = parentWidget()->window();
    const QSize size(std::min(620, window->width() - 40), std::min(440, window->height() - 80));
    resize(size);
    move(window->mapToGlobal(QPoint((window->width() - size.width()) / 2, window->height() / 9)));
    show();
    m_edit->setFocus();
}

void CommandPalette::fill()
{
    m_model->clear();
    QPixmap blank(m_list->iconSize()); // aligns entries without an icon
    blank.fill(Qt::transparent);
    for (int index = 0; index < m_actions.size(); ++index) {
        const QAction* action = m_actions[index];
        if (!action->isEnabled())
            continue;
        const QString name = action->text().remove(QLatin1Char('&'));
        auto* item =
            new QStandardItem(action->icon().isNull() ? QIcon(blank) : action->icon(),
                              tr("%1: %2").arg(action->property("section").toString(), name));
        item->setData(index, kIndexRole);
        item->setData(action->shortcut().toString(QKeySequence::NativeText), kNoteRole);
        item->setToolTip(action->statusTip());
        m_model->appendRow(item);
    }
}

void CommandPalette::triggerCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    close();
    if (current.isValid())
        m_actions[current.data(kIndexRole).toInt()]->trigger();
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
