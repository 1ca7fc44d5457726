#include "ui/runs/sweep_variants.h"

namespace coterie::ui {

std::size_t SweepVariants::of(std::size_t arm, const QString& experiment, std::size_t place)
{
    const auto [known, isNew] = m_known[arm].try_emplace({experiment, place}, place);
    if (isNew)
        while (!m_taken[arm].insert(known->second).second)
            ++known->second;
    return known->second;
}

} // namespace coterie::ui
