#pragma once

#include <QAbstractListModel>

#include <vector>

namespace coterie::ui {

/// One arm as the list shows it.
struct ArmLine
{
    QString name;
    QString method; ///< "HCCT: alpha swept over 1, 10, 100"
    int problems = 0;
    int runs = 0; ///< 0: not known while there are problems
    std::size_t look = 0; ///< see armLooks()

    bool operator==(const ArmLine&) const = default;
};

/// The arms of the experiment, with the colour each has in every plot.
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
