#pragma once

#include <QString>

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace coterie::ui {

/// The dash and shade of a line among those of its colour: by the place of its sweep point, as in
/// the table of runs. If arms of several experiments would look alike, the later one gets the next
/// free number; no number changes afterwards. `experiment` separates what counts its own places.
class SweepVariants final
{
public:
    [[nodiscard]] std::size_t of(std::size_t look, const QString& experiment, std::size_t place);

private:
    std::map<std::size_t, std::map<std::pair<QString, std::size_t>, std::size_t>>
        m_known; ///< by look
    std::map<std::size_t, std::set<std::size_t>> m_taken;
};

} // namespace coterie::ui
