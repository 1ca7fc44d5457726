#include "ui/design/section_list.h"

#include "ui/design/form_view.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

void SectionModel::setProblems(const std::optional<std::array<int, kDesignSections>>& problems)
{
    if (m_problems == problems)
        return;
    m_problems = problems;
    emit dataChanged(index(0), index(kDesignSections - 1));
}

void SectionModel::setWarning(DesignSection section, const QString& sentence)
{
    const auto row = static_cast<std::size_t>(section);
    if (m_warnings[row] == sentence)
        return;
    m_warnings[row] = sentence;
    const QModelIndex changed = index(static_cast<int>(section));
    emit dataChanged(changed, changed);
}

int SectionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kDesignSections;
}

QVariant SectionModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto section = static_cast<DesignSection>(index.row());
    const QString& warning = m_warnings[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return wordsOf(section).title;
    case Qt::DecorationRole:
        return icon(wordsOf(section).icon);
    case Qt::ToolTipRole:
        return warning.isEmpty() ? wordsOf(section).tip
                                 : tr("%1\n%2").arg(wordsOf(section).tip, warning);
    case Qt::AccessibleTextRole:
        return isJudged(section) ? tr("%1: %2").arg(wordsOf(section).title, stateText(section))
                                 : wordsOf(section).title;
    case ProblemsRole:
        return isJudged(section) ? m_problems->at(static_cast<std::size_t>(section)) : QVariant();
    case WarningRole:
        return warning;
    default:
        return {};
    }
}

bool SectionModel::isJudged(DesignSection section) const
{
    if (!m_problems)
        return false;
    switch (section) {
    case DesignSection::Overview: // a summary only
        return false;
    case DesignSection::Json: // not valid while any part has problems
        return m_problems->at(static_cast<std::size_t>(section)) > 0
               || std::ranges::all_of(*m_problems, [](int problems) { return problems == 0; });
    default:
        return true;
    }
}

QString SectionModel::stateText(DesignSection section) const
{
    const auto row = static_cast<std::size_t>(section);
    if (m_problems->at(row) > 0)
        return counted(m_problems->at(row), tr("1 problem"), tr("%1 problems"));
    return m_warnings[row].isEmpty() ? tr("no problems") : m_warnings[row];
}

namespace {

/// Paints a tick, a warning or a count at the right end.
class SectionDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        m_cells.paint(painter, option, index);
        const QVariant problems = index.data(SectionModel::ProblemsRole);
        if (!problems.isValid())
            return;
        const QRect end(option.rect.right() - 32, option.rect.top(), 24, option.rect.height());
        if (problems.toInt() == 0 && !index.data(SectionModel::WarningRole).toString().isEmpty())
            icon(QStringLiteral("warning")).paint(painter, centred(end, {18, 18}));
        else if (problems.toInt() == 0)
            icon(QStringLiteral("check"))
                .paint(painter, centred(end, {16, 16}), Qt::AlignCenter, QIcon::Disabled);
        else
            paintCount(*painter, end, option, problems.toInt());
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override
    {
        return m_cells.sizeHint(option, index) + QSize(32, 0);
    }

private:
    static QRect centred(const QRect& within, QSize size)
    {
        QRect rect(QPoint(), size);
        rect.moveCenter(within.center());
        return rect;
    }

    static void
    paintCount(QPainter& painter, const QRect& end, const QStyleOptionViewItem& option, int count)
    {
        const QString text = count > 99 ? QStringLiteral("99+") : QString::number(count);
        const int height = option.fontMetrics.height() + 2;
        const int width = std::max(height, option.fontMetrics.horizontalAdvance(text) + 10);
        QRect badge = centred(end, {width, height});
        badge.moveRight(end.right());
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const QColor red = problemColour(option.palette);
        painter.setBrush(red);
        painter.drawRoundedRect(badge, height / 2.0, height / 2.0);
        painter.setPen(isDark(option.palette) ? QColor(Qt::black) : QColor(Qt::white));
        painter.drawText(badge, Qt::AlignCenter, text);
        painter.restore();
    }

    CellDelegate m_cells;
};

} // namespace

SectionList::SectionList(QWidget* parent)
    : QListView(parent)
    , m_model(this)
{
    setObjectName(QStringLiteral("outline"));
    setAccessibleName(tr("Parts of the experiment"));
    setToolTip(tr("Choose a part of the experiment to view or edit"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setIconSize({18, 18});
    setItemDelegate(new SectionDelegate(this));
    viewport()->setBackgroundRole(QPalette::Window);
    setModel(&m_model);
    choose(DesignSection::Overview);
}

void SectionList::setProblems(const std::optional<std::array<int, kDesignSections>>& problems)
{
    m_model.setProblems(problems);
}

void SectionList::setWarning(DesignSection section, const QString& sentence)
{
    m_model.setWarning(section, sentence);
}

void SectionList::choose(DesignSection section)
{
    setCurrentIndex(m_model.index(static_cast<int>(section)));
}

QSize SectionList::sizeHint() const
{
    return {sizeHintForColumn(0), kDesignSections * sizeHintForRow(0) + 2 * frameWidth()};
}

void SectionList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (current.isValid())
        emit chosen(static_cast<DesignSection>(current.row()));
}

} // namespace coterie::ui
