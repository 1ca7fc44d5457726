#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// A plain row-major matrix of doubles: collaboration weights, similarities, Gram, distances.
struct Matrix
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> values;

    Matrix() = default;
    Matrix(std::size_t rowCount, std::size_t columnCount, double value = 0.0)
        : rows(rowCount)
        , columns(columnCount)
        , values(rowCount * columnCount, value)
    {}

    [[nodiscard]] double& at(std::size_t row, std::size_t column)
    {
        return values[row * columns + column];
    }
    [[nodiscard]] double at(std::size_t row, std::size_t column) const
    {
        return values[row * columns + column];
    }
    [[nodiscard]] std::span<double> row(std::size_t index)
    {
        return {values.data() + index * columns, columns};
    }
    [[nodiscard]] std::span<const double> row(std::size_t index) const
    {
        return {values.data() + index * columns, columns};
    }
    bool operator==(const Matrix&) const = default;
};

} // namespace coterie
