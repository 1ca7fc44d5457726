#include "ui/design/section_list.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

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
        const QVariant problems = index.data(SectionList::ProblemsRole);
        if (!problems.isValid())
            return;
        const QRect end(option.rect.right() - 32, option.rect.top(), 24, option.rect.height());
        if (problems.toInt() == 0 && !index.data(SectionList::WarningRole).toString().isEmpty())
            icon(QStringLiteral("warning")).paint(painter, centred(end, {18, 18}));
        else if (problems.toInt() == 0 && index.data(SectionList::KnownRole).toBool())
            icon(QStringLiteral("check"))
                .paint(painter, centred(end, {16, 16}), Qt::AlignCenter, QIcon::Disabled);
        else if (problems.toInt() > 0)
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
    : QListWidget(parent)
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
    for (int row = 0; row < kDesignSections; ++row) {
        const SectionWords& words = wordsOf(static_cast<DesignSection>(row));
        addItem(new QListWidgetItem(icon(words.icon), words.title));
        tellState(row);
    }
    choose(DesignSection::Overview);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit chosen(static_cast<DesignSection>(row));
    });
}

void SectionList::setProblems(const std::array<int, kDesignSections>& problems)
{
    const bool allRight = std::ranges::count(problems, 0) == kDesignSections;
    for (int row = 0; row < kDesignSections; ++row) {
        const int own = problems[std::size_t(row)];
        // The overview is a summary, and the JSON is not valid while any part has problems.
        const auto section = static_cast<DesignSection>(row);
        const bool isJudged = section != DesignSection::Overview
                              && (section != DesignSection::Json || own > 0 || allRight);
        item(row)->setData(ProblemsRole, isJudged ? own : QVariant());
        tellState(row);
    }
}

void SectionList::setKnown(bool known)
{
    for (int row = 0; row < kDesignSections; ++row)
        if (item(row)->data(KnownRole).toBool() != known) {
            item(row)->setData(KnownRole, known);
            tellState(row);
        }
}

void SectionList::setWarning(DesignSection section, const QString& sentence)
{
    const int row = int(section);
    item(row)->setData(WarningRole, sentence);
    tellState(row);
}

void SectionList::tellState(int row)
{
    const SectionWords& words = wordsOf(static_cast<DesignSection>(row));
    const QString warning = item(row)->data(WarningRole).toString();
    const QVariant problems = item(row)->data(ProblemsRole);
    const QString state = problems.toInt() > 0
                              ? counted(problems.toInt(), tr("1 problem"), tr("%1 problems"))
                          : !warning.isEmpty()                  ? warning
                          : item(row)->data(KnownRole).toBool() ? tr("no problems")
                                                                : tr("not checked yet");
    item(row)->setToolTip(warning.isEmpty() ? words.tip : tr("%1\n%2").arg(words.tip, warning));
    item(row)->setData(Qt::AccessibleTextRole,
                       problems.isValid() ? tr("%1: %2").arg(words.title, state) : words.title);
}

QSize SectionList::sizeHint() const
{
    return {sizeHintForColumn(0), kDesignSections * sizeHintForRow(0) + 2 * frameWidth()};
}

} // namespace coterie::ui
