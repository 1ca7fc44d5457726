#include "ui/design/section_model.h"

#include "ui/frame/icons.h"
#include "ui/words.h"

namespace coterie::ui {

void SectionModel::setProblems(const std::optional<std::array<int, kDesignSections>>& problems)
{
    if (m_problems == problems)
        return;
    m_problems = problems;
    emit dataChanged(index(0), index(kDesignSections - 1));
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
    // The overview tells; it has nothing of its own to be right or wrong.
    const bool judged = m_problems && section != DesignSection::Overview;
    const int problems = judged ? m_problems->at(static_cast<std::size_t>(index.row())) : 0;
    switch (role) {
    case Qt::DisplayRole:
        return wordsOf(section).title;
    case Qt::DecorationRole:
        return icon(wordsOf(section).icon);
    case Qt::ToolTipRole:
        return wordsOf(section).tip;
    case Qt::AccessibleTextRole:
        return judged
                   ? tr("%1: %2").arg(wordsOf(section).title,
                                      problems == 0
                                          ? tr("all is well")
                                          : counted(problems, tr("1 problem"), tr("%1 problems")))
                   : wordsOf(section).title;
    case ProblemsRole:
        return judged ? QVariant(problems) : QVariant();
    default:
        return {};
    }
}

} // namespace coterie::ui
