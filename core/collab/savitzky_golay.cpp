#include "core/collab/savitzky_golay.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace coterie {

namespace {

constexpr std::size_t kWindow = kSavitzkyGolayWindow;
constexpr std::size_t kTerms = 4; // order 3

/// Polynomials orthogonal over the positions 0..count−1 (Stieltjes' recurrence p_{k+1} = (x − a_k)
/// p_k − b_k p_{k−1}, for which symmetry gives a_k = (count − 1)/2): least squares needs no system
/// of equations to be solved.
class OrthogonalBasis
{
public:
    explicit OrthogonalBasis(std::size_t count)
    {
        std::vector<double> previous(count, 0.0);
        std::vector<double> current(count, 1.0);
        double previousNorm = 1.0;
        for (std::size_t term = 0; term < kTerms; ++term) {
            const double norm = square(current);
            m_terms[term] = current;
            m_norms[term] = norm;
            const double ratio = term == 0 ? 0.0 : norm / previousNorm;
            std::vector<double> next(count);
            for (std::size_t i = 0; i < count; ++i) {
                const double x = static_cast<double>(i) - static_cast<double>(count - 1) / 2.0;
                next[i] = x * current[i] - ratio * previous[i];
            }
            previous = std::move(current);
            current = std::move(next);
            previousNorm = norm;
        }
    }

    /// The value at `position` of the cubic fitted to `values`.
    [[nodiscard]] double fit(std::span<const double> values, std::size_t position) const
    {
        double result = 0;
        for (std::size_t term = 0; term < kTerms; ++term) {
            double coefficient = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                coefficient += m_terms[term][i] * values[i];
            result += coefficient / m_norms[term] * m_terms[term][position];
        }
        return result;
    }

private:
    static double square(const std::vector<double>& values)
    {
        double sum = 0;
        for (const double value : values)
            sum += value * value;
        return sum;
    }

    std::array<std::vector<double>, kTerms> m_terms;
    std::array<double, kTerms> m_norms{};
};

} // namespace

std::vector<double> savitzkyGolay(std::span<const double> values)
{
    std::vector<double> smooth(values.begin(), values.end());
    if (values.size() <= kTerms) // a cubic goes through them as they are
        return smooth;
    const std::size_t window = std::min(kWindow, values.size());
    const OrthogonalBasis basis(window);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t half = window / 2;
        const std::size_t start = std::clamp(i, half, values.size() - window + half) - half;
        smooth[i] = basis.fit(values.subspan(start, window), i - start);
    }
    return smooth;
}

} // namespace coterie
