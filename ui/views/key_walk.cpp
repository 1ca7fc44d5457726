#include "ui/views/key_walk.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <limits>

namespace coterie::ui {

KeyStep keyStep(const QKeyEvent& event)
{
    if (event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier))
        return KeyStep::None;
    switch (event.key()) {
    case Qt::Key_Left:
        return KeyStep::Left;
    case Qt::Key_Right:
        return KeyStep::Right;
    case Qt::Key_Up:
        return KeyStep::Up;
    case Qt::Key_Down:
        return KeyStep::Down;
    case Qt::Key_Home:
        return KeyStep::First;
    case Qt::Key_End:
        return KeyStep::Last;
    default:
        return KeyStep::None;
    }
}

std::optional<GridPlace>
walkGrid(std::optional<GridPlace> from, KeyStep step, int rows, int columns)
{
    if (rows < 1 || columns < 1)
        return std::nullopt;
    const GridPlace last{.row = rows - 1, .column = columns - 1};
    if (step == KeyStep::Last)
        return last;
    if (!from || step == KeyStep::First)
        return GridPlace{};
    GridPlace place = *from;
    place.row += step == KeyStep::Down ? 1 : step == KeyStep::Up ? -1 : 0;
    place.column += step == KeyStep::Right ? 1 : step == KeyStep::Left ? -1 : 0;
    return GridPlace{.row = std::clamp(place.row, 0, last.row),
                     .column = std::clamp(place.column, 0, last.column)};
}

std::optional<std::size_t>
walkPoints(std::optional<std::size_t> from, KeyStep step, std::span<const QPointF> points)
{
    if (points.empty())
        return std::nullopt;
    if (step == KeyStep::Last)
        return points.size() - 1;
    if (!from || *from >= points.size() || step == KeyStep::First)
        return 0;
    constexpr double kAside = 3; // a pixel aside counts as so many ahead
    const bool level = step == KeyStep::Left || step == KeyStep::Right;
    const double sense = step == KeyStep::Right || step == KeyStep::Down ? 1 : -1;
    std::size_t best = *from;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < points.size(); ++other) {
        const QPointF way = points[other] - points[*from];
        const double ahead = sense * (level ? way.x() : way.y());
        const double aside = level ? way.y() : way.x();
        if (ahead <= 0)
            continue;
        const double far = ahead * ahead + kAside * kAside * aside * aside;
        if (far < nearest) {
            nearest = far;
            best = other;
        }
    }
    return best;
}

std::set<int> picked(const std::set<int>& before, std::span<const int> clients, Pick how)
{
    std::set<int> chosen = how == Pick::Only ? std::set<int>() : before;
    const bool all =
        std::ranges::all_of(clients, [&](int client) { return chosen.contains(client); });
    if (how == Pick::Toggle && all)
        for (const int client : clients)
            chosen.erase(client);
    else
        chosen.insert(clients.begin(), clients.end());
    return chosen;
}

Pick pickOf(const QMouseEvent& event)
{
    return event.modifiers() & Qt::ControlModifier ? Pick::Add : Pick::Only;
}

} // namespace coterie::ui
