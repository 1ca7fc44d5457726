#include "core/data/generators/shape_outlines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace coterie {

namespace {

double length(Point point)
{
    return std::sqrt(point.x * point.x + point.y * point.y);
}

/// Distance to the nearest edge, with the sign of inside by the parity of crossings.
double outsidePolygon(std::span<const Point> corners, Point point)
{
    double nearest = std::numeric_limits<double>::infinity();
    bool inside = false;
    Point from = corners.back();
    for (const Point& to : corners) {
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        const double px = point.x - from.x;
        const double py = point.y - from.y;
        const double t = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        const double ox = px - t * dx;
        const double oy = py - t * dy;
        nearest = std::min(nearest, ox * ox + oy * oy);
        if ((from.y > point.y) != (to.y > point.y) && point.x < from.x + dx * (py / dy))
            inside = !inside;
        from = to;
    }
    return inside ? -std::sqrt(nearest) : std::sqrt(nearest);
}

/// Corners evenly around the origin, in turn at one distance and the other.
std::vector<Point> around(std::size_t count, double first, double second)
{
    std::vector<Point> corners;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle =
            2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
        const double distance = i % 2 == 0 ? first : second;
        corners.push_back({distance * std::sin(angle), -distance * std::cos(angle)});
    }
    return corners;
}

double outsideTriangle(Point point)
{
    static const std::vector<Point> corners = around(3, 1.1, 1.1);
    return outsidePolygon(corners, point);
}

double outsideHexagon(Point point)
{
    static const std::vector<Point> corners = around(6, 1, 1);
    return outsidePolygon(corners, point);
}

double outsideStar(Point point)
{
    static const std::vector<Point> corners = around(10, 1.15, 0.5);
    return outsidePolygon(corners, point);
}

double outsideArrow(Point point)
{
    static const std::vector<Point> corners{
        {1.1, 0}, {0.1, -0.9}, {0.1, -0.35}, {-1.1, -0.35}, {-1.1, 0.35}, {0.1, 0.35}, {0.1, 0.9}};
    return outsidePolygon(corners, point);
}

double outsideBox(Point point, double halfWidth, double halfHeight)
{
    const double x = std::abs(point.x) - halfWidth;
    const double y = std::abs(point.y) - halfHeight;
    return length({std::max(x, 0.0), std::max(y, 0.0)}) + std::min(std::max(x, y), 0.0);
}

struct Outline
{
    std::string_view name;
    double (*outside)(Point point);
};

constexpr std::array<Outline, kOutlines> kAll{{
    {"disc", [](Point point) { return length(point) - 1; }},
    {"square", [](Point point) { return outsideBox(point, 0.85, 0.85); }},
    {"triangle", &outsideTriangle},
    {"hexagon", &outsideHexagon},
    {"plus",
     [](Point point) {
         return std::min(outsideBox(point, 1.05, 0.36), outsideBox(point, 0.36, 1.05));
     }},
    {"ring", [](Point point) { return std::abs(length(point) - 0.78) - 0.26; }},
    {"star", &outsideStar},
    {"crescent",
     [](Point point) {
         return std::max(length(point) - 1, 0.8 - length({point.x - 0.5, point.y}));
     }},
    {"half disc", [](Point point) { return std::max(length(point) - 1.1, point.y - 0.15); }},
    {"arrow", &outsideArrow},
}};

} // namespace

std::string_view outlineName(std::size_t outline)
{
    return kAll[outline].name;
}

double outsideOf(std::size_t outline, Point point)
{
    return kAll[outline].outside(point);
}

} // namespace coterie
