#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

namespace coterie::ui {

/// One row of the arm list.
struct ArmLine
{
    QString name;
    QString method; ///< "HCCT: alpha swept over 1, 10, 100"
    int problems = 0;
    int runs = 0;         ///< 0 while there are problems
    std::size_t look = 0; ///< see armLooks()

    bool operator==(const ArmLine&) const = default;
};

/// The arms of the experiment with their plot colours.
class ArmListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setArms(std::vector<ArmLine> arms);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<ArmLine> m_arms;
};

} // namespace coterie::ui
