#include "ui/runs/sweep_variants.h"

namespace coterie::ui {

std::size_t SweepVariants::of(std::size_t look, const QString& experiment, std::size_t place)
{
    const auto [known, isNew] = m_known[look].try_emplace({experiment, place}, place);
    if (isNew)
        while (!m_taken[look].insert(known->second).second)
            ++known->second;
    return known->second;
}

} // namespace coterie::ui
