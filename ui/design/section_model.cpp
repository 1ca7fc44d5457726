#include "ui/design/section_model.h"

#include "ui/frame/icons.h"
#include "ui/words.h"

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
    case DesignSection::Overview: // tells; it has nothing of its own to be right or wrong
        return false;
    case DesignSection::Json: // the whole text is not well while anything in it is wrong
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
    return m_warnings[row].isEmpty() ? tr("all is well") : m_warnings[row];
}

} // namespace coterie::ui
