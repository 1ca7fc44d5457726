#pragma once

#include <QString>

#include <vector>

class QListWidget;

namespace coterie::ui {

struct ArmLine
{
    QString name;
    QString method; ///< "HCCT: alpha swept over 1, 10, 100"
    int problems = 0;
    int runs = 0;         ///< 0 while there are problems
    std::size_t look = 0; ///< see armLooks()
};

/// Shows the arms of the experiment with their plot colours. The current row stays current.
void showArms(QListWidget& list, const std::vector<ArmLine>& arms);

} // namespace coterie::ui
