#include "ui/design/arm_list_model.h"

#include "ui/frame/cell_delegate.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <utility>

namespace coterie::ui {

void ArmListModel::setArms(std::vector<ArmLine> arms)
{
    const auto count = static_cast<int>(arms.size());
    if (m_arms == arms)
        return;
    // Rows come and go at the end, so that the chosen one stays chosen.
    const int before = rowCount();
    if (count < before) {
        beginRemoveRows({}, count, before - 1);
        m_arms.resize(arms.size());
        endRemoveRows();
    } else if (count > before) {
        beginInsertRows({}, before, count - 1);
        m_arms.resize(arms.size());
        endInsertRows();
    }
    m_arms = std::move(arms);
    if (count > 0)
        emit dataChanged(index(0), index(count - 1));
}

int ArmListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_arms.size());
}

QVariant ArmListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ArmLine& arm = m_arms[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: {
        QString text = arm.name.isEmpty() ? tr("without a name") : arm.name;
        if (arm.runs > 0)
            text += QStringLiteral(" · ") + counted(arm.runs, tr("1 run"), tr("%1 runs"));
        if (arm.problems > 0)
            text +=
                QStringLiteral(" · ") + counted(arm.problems, tr("1 problem"), tr("%1 problems"));
        return text;
    }
    case Qt::DecorationRole:
        return arm.problems > 0 ? QVariant(icon(QStringLiteral("warning"))) : QVariant();
    case Qt::ToolTipRole:
        return arm.method;
    case kLookRole:
        return int(arm.look);
    default:
        return {};
    }
}

} // namespace coterie::ui
