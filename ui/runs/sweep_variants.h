#pragma once

#include <QString>

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace coterie::ui {

/// Which dash and shade a line has among those of its colour: the place of its sweep point, as the
/// table of runs shows it. Where arms of several experiments would look alike, the later one takes
/// the next that is free; none changes when another is asked for after it. `experiment` is whatever
/// tells apart those whose places are counted each for itself.
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
