// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

inline constexpr std::size_t kDoubleLanes = kRegisterBytes / sizeof(double);
/// Of a sum in double precision: as many at a time as keep a processor's adders busy, and the same
/// number for every instruction set, so that all of them add in the same order.
inline constexpr std::size_t kSumLanes = 16;

/// As many numbers as a register has of double precision.
template <typename Scalar>
struct Half;
template <>
struct Half<float>
{
    typedef float Vector __attribute__((vector_size(kDoubleLanes * 4), aligned(4)));
};
template <>
struct Half<double>
{
    typedef double Vector __attribute__((vector_size(kRegisterBytes), aligned(8)));
};

/// Numbers in double precision, one or a register full, from a row of Scalar.
template <typename Wanted, typename Scalar>
inline Wanted doublesAt(const Scalar* values)
{
    if constexpr (sizeof(Wanted) == sizeof(double))
        return static_cast<double>(*values);
    else
        return __builtin_convertvector(
            *reinterpret_cast<const typename Half<Scalar>::Vector*>(values), Wanted);
}

/// Σ term<T>(i) over i < count, where T is double or a register of doubles for places i, i + 1, ….
template <typename Term>
inline double sumOfTerms(std::size_t count, const Term& term)
{
    using Vector = Register<double>::Vector;
    constexpr std::size_t kSums = kSumLanes / kDoubleLanes;
    Vector sums[kSums] = {};
    std::size_t i = 0;
    for (; i + kSumLanes <= count; i += kSumLanes)
        for (std::size_t part = 0; part < kSums; ++part)
            sums[part] += term.template operator()<Vector>(i + part * kDoubleLanes);
    double sum = 0;
    for (const Vector& part : sums)
        for (std::size_t lane = 0; lane < kDoubleLanes; ++lane)
            sum += part[lane];
    for (; i < count; ++i)
        sum += term.template operator()<double>(i);
    return sum;
}

template <typename Scalar>
void prelu(const Scalar* x, Scalar slope, std::size_t count, Scalar* y)
{
    for (std::size_t i = 0; i < count; ++i)
        y[i] = x[i] > Scalar(0) ? x[i] : slope * x[i];
}

template <typename Scalar>
double preluBackward(const Scalar* x, const Scalar* dy, Scalar slope, std::size_t count, Scalar* dx)
{
    if (dx)
        for (std::size_t i = 0; i < count; ++i)
            dx[i] = x[i] > Scalar(0) ? dy[i] : slope * dy[i];
    return sumOfTerms(count, [=]<typename Number>(std::size_t i) {
        const Number value = doublesAt<Number>(x + i);
        const Number product = doublesAt<Number>(dy + i) * value;
        return value > 0 ? Number{} : product;
    });
}

template <typename Scalar>
Moments moments(const Scalar* x, std::size_t count)
{
    const double sum =
        sumOfTerms(count, [=]<typename Number>(std::size_t i) { return doublesAt<Number>(x + i); });
    const double mean = sum / static_cast<double>(count);
    const double squares = sumOfTerms(count, [=]<typename Number>(std::size_t i) {
        const Number off = doublesAt<Number>(x + i) - mean;
        return off * off;
    });
    return {mean, squares};
}

template <typename Scalar>
void normalise(const Scalar* x, const Normaliser<Scalar>& by, std::size_t count, Scalar* y)
{
    const auto [mean, scale, shift] = by;
    for (std::size_t i = 0; i < count; ++i)
        y[i] = (x[i] - mean) * scale + shift;
}

template <typename Scalar>
GradientSums gradientSums(const Scalar* x, const Scalar* dy, Scalar mean, std::size_t count)
{
    return {.plain = sumOfTerms(
                count, [=]<typename Number>(std::size_t i) { return doublesAt<Number>(dy + i); }),
            .timesOff = sumOfTerms(count, [=]<typename Number>(std::size_t i) {
                return doublesAt<Number>(dy + i)
                       * (doublesAt<Number>(x + i) - static_cast<double>(mean));
            })};
}

template <typename Scalar>
void normaliseBackward(const Scalar* x,
                       const Scalar* dy,
                       const NormaliserGradient<Scalar>& by,
                       std::size_t count,
                       Scalar* dx)
{
    const auto [mean, scale, offset, slope] = by;
    for (std::size_t i = 0; i < count; ++i)
        dx[i] = scale * dy[i] - offset - (x[i] - mean) * slope;
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
