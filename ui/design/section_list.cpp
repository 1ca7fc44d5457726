#include "ui/design/section_list.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

void SectionModel::setProblems(const std::array<int, kDesignSections>& problems)
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
    const std::optional<int> problems = problemsOf(section);
    switch (role) {
    case Qt::DisplayRole:
        return wordsOf(section).title;
    case Qt::DecorationRole:
        return icon(wordsOf(section).icon);
    case Qt::ToolTipRole:
        return warning.isEmpty() ? wordsOf(section).tip
                                 : tr("%1\n%2").arg(wordsOf(section).tip, warning);
    case Qt::AccessibleTextRole:
        if (!problems)
            return wordsOf(section).title;
        return tr("%1: %2").arg(wordsOf(section).title,
                                *problems > 0
                                    ? counted(*problems, tr("1 problem"), tr("%1 problems"))
                                : warning.isEmpty() ? tr("no problems")
                                                    : warning);
    case ProblemsRole:
        return problems ? *problems : QVariant();
    case WarningRole:
        return warning;
    default:
        return {};
    }
}

std::optional<int> SectionModel::problemsOf(DesignSection section) const
{
    if (!m_problems || section == DesignSection::Overview) // a summary only
        return std::nullopt;
    const int own = m_problems->at(static_cast<std::size_t>(section));
    // The JSON is not valid while any part has problems.
    const bool isJudged = section != DesignSection::Json || own > 0
                          || std::ranges::count(*m_problems, 0) == kDesignSections;
    return isJudged ? std::optional(own) : std::nullopt;
}

namespace {

/// Paints a tick, a warning or a count at the right end.
class SectionDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        CellDelegate::paint(painter, option, index);
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
        return CellDelegate::sizeHint(option, index) + QSize(32, 0);
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
        painter.setBrush(problemColour(option.palette));
        painter.drawRoundedRect(badge, height / 2.0, height / 2.0);
        painter.setPen(isDark(option.palette) ? QColor(Qt::black) : QColor(Qt::white));
        painter.drawText(badge, Qt::AlignCenter, text);
        painter.restore();
    }
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
