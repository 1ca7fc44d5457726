#pragma once

#include "ui/design/design_section.h"

#include <QAbstractListModel>

#include <optional>

namespace coterie::ui {

/// The outline's entries and how many problems each has.
class SectionModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        ProblemsRole = Qt::UserRole + 1, ///< a number; invalid where nothing is to be said
    };

    using QAbstractListModel::QAbstractListModel;

    /// Absent: nothing has been checked yet.
    void setProblems(const std::optional<std::array<int, kDesignSections>>& problems);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::optional<std::array<int, kDesignSections>> m_problems;
};

} // namespace coterie::ui
