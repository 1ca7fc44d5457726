// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

inline constexpr std::size_t kDoubleLanes = kRegisterBytes / sizeof(double);
/// Numbers that a sum takes at a time: enough to keep a processor's adders busy, and as many for
/// every instruction set, so that all of them add in the same order.
template <typename Scalar>
inline constexpr std::size_t kSumLanes = 2 * kLanes<Scalar>;
template <typename Scalar>
inline constexpr std::size_t kSumParts = kSumLanes<Scalar> / kPartLanes<Scalar>;
/// Numbers added in Scalar before their sum joins one in double precision.
template <typename Scalar>
inline constexpr std::size_t kSumStretch = 8 * kSumLanes<Scalar>;

/// As many numbers as a register has of double precision.
template <typename Scalar>
struct Half
{
    typedef Scalar Vector __attribute__((vector_size(kDoubleLanes * sizeof(Scalar)), aligned(4)));
};

/// One number, or a register full of them for places i, i + 1, ….
template <typename Number, typename Scalar>
inline Number numbersAt(const Scalar* values)
{
    if constexpr (sizeof(Number) == sizeof(Scalar))
        return *values;
    else
        return vectorAt(values);
}

/// Several sums over the same places.
template <typename Scalar, std::size_t Count>
struct Sums
{
    Scalar of[Count];
};

/// Adds halves until one number is left.
template <typename Scalar, std::size_t Lanes>
inline Scalar foldedLanes(const Scalar* lanes)
{
    constexpr std::size_t kHalf = Lanes / 2;
    if constexpr (kHalf == 1) {
        return lanes[0] + lanes[1];
    } else {
        typedef Scalar Some __attribute__((vector_size(kHalf * sizeof(Scalar)), aligned(4)));
        const Some half =
            *reinterpret_cast<const Some*>(lanes) + *reinterpret_cast<const Some*>(lanes + kHalf);
        return foldedLanes<Scalar, kHalf>(reinterpret_cast<const Scalar*>(&half));
    }
}

/// Sums over places i < count, to which addTo(i, sums) adds a term each: numbers, or registers full
/// of them for places i, i + 1, ….
template <typename Scalar, std::size_t Count, typename Add>
inline Sums<double, Count> sumsOf(std::size_t count, const Add& addTo)
{
    using Vector = typename Register<Scalar>::Vector;
    using Wide = Register<double>::Vector;
    constexpr std::size_t kWides = kLanes<Scalar> / kDoubleLanes;
    Wide totals[Count][kWides] = {};
    const std::size_t whole = count / kLanes<Scalar> * kLanes<Scalar>;
    std::size_t i = 0;
    while (i < whole) {
        const std::size_t end = whole - i < kSumStretch<Scalar> ? whole : i + kSumStretch<Scalar>;
        alignas(64) Vector sums[kSumParts<Scalar>][Count] = {}; // addTo takes them for aligned
        for (; i + kSumLanes<Scalar> <= end; i += kSumLanes<Scalar>)
            for (std::size_t part = 0; part < kSumParts<Scalar>; ++part)
                addTo(i + part * kPartLanes<Scalar>, sums[part]);
        for (; i < end; i += kLanes<Scalar>)
            for (std::size_t part = 0; part < kParts; ++part)
                addTo(i + part * kPartLanes<Scalar>, sums[part]);
        for (std::size_t s = 0; s < Count; ++s) {
            Scalar lanes[kLanes<Scalar>];
            for (std::size_t part = 0; part < kParts; ++part)
                vectorAt(lanes + part * kPartLanes<Scalar>) =
                    sums[part][s] + sums[part + kParts][s];
            for (std::size_t wide = 0; wide < kWides; ++wide)
                totals[s][wide] +=
                    __builtin_convertvector(*reinterpret_cast<const typename Half<Scalar>::Vector*>(
                                                lanes + wide * kDoubleLanes),
                                            Wide);
        }
    }
    Scalar rest[Count] = {};
    for (; i < count; ++i)
        addTo(i, rest);
    Sums<double, Count> found;
    for (std::size_t s = 0; s < Count; ++s)
        found.of[s] = foldedLanes<double, kLanes<Scalar>>(reinterpret_cast<double*>(totals[s]))
                      + static_cast<double>(rest[s]);
    return found;
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
    const auto found = sumsOf<Scalar, 1>(count, [=]<typename Number>(std::size_t i, Number* sums) {
        const Number value = numbersAt<Number>(x + i);
        const Number product = numbersAt<Number>(dy + i) * value;
        sums[0] += value > 0 ? Number{} : product;
    });
    return found.of[0];
}

/// Numbers whose mean is known before their squares are added, while they are in the first-level
/// cache.
template <typename Scalar>
inline constexpr std::size_t kMomentStretch = 32 * kSumLanes<Scalar>;

/// In double precision throughout.
template <typename Scalar>
Moments widestMoments(const Scalar* x, std::size_t count)
{
    Moments found;
    for (std::size_t i = 0; i < count; ++i)
        found.mean += static_cast<double>(x[i]) / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double off = static_cast<double>(x[i]) - found.mean;
        found.squares += off * off;
    }
    return found;
}

/// The squares are those of differences from a mean that may be off by a rounding, which their sum
/// corrects: no digits are lost however large the mean is.
template <typename Scalar>
inline Moments momentsOfStretch(const Scalar* x, std::size_t count)
{
    const double share = 1 / static_cast<double>(count);
    const double plain =
        sumsOf<Scalar, 1>(count, [=]<typename Number>(std::size_t i, Number* sums) {
            sums[0] += numbersAt<Number>(x + i);
        }).of[0];
    const Scalar about = static_cast<Scalar>(plain * share);
    const auto found = sumsOf<Scalar, 2>(count, [=]<typename Number>(std::size_t i, Number* sums) {
        const Number off = numbersAt<Number>(x + i) - about;
        sums[0] += off;
        sums[1] += off * off;
    });
    const double off = found.of[0] * share;
    const double squares = found.of[1] - found.of[0] * off;
    if (sizeof(Scalar) < sizeof(double) && squares - squares != 0) // too large for Scalar's sums
        return widestMoments(x, count);
    return {.mean = static_cast<double>(about) + off, .squares = squares < 0 ? 0 : squares};
}

template <typename Scalar>
Moments moments(const Scalar* x, std::size_t count)
{
    if (count <= kMomentStretch<Scalar>)
        return momentsOfStretch(x, count);
    Moments whole;
    for (std::size_t i = 0; i < count; i += kMomentStretch<Scalar>) {
        const std::size_t length =
            count - i < kMomentStretch<Scalar> ? count - i : kMomentStretch<Scalar>;
        const Moments part = momentsOfStretch(x + i, length);
        const double off = part.mean - whole.mean;
        const double share = static_cast<double>(length) / static_cast<double>(i + length);
        whole.mean = i == 0 ? part.mean : whole.mean + off * share;
        whole.squares += part.squares + off * off * share * static_cast<double>(i);
    }
    return whole;
}

template <bool Adds, bool Rectifies, typename Scalar>
inline void normaliseAs(const Scalar* x, const Normaliser<Scalar>& by, std::size_t count, Scalar* y)
{
    const auto [mean, scale, shift, added, rectify] = by;
    for (std::size_t i = 0; i < count; ++i) {
        Scalar value = (x[i] - mean) * scale + shift;
        if constexpr (Adds)
            value += added[i];
        if constexpr (Rectifies)
            value = value < Scalar(0) ? Scalar(0) : value; // NaN stays NaN
        y[i] = value;
    }
}

template <typename Scalar>
void normalise(const Scalar* x, const Normaliser<Scalar>& by, std::size_t count, Scalar* y)
{
    if (by.added)
        return by.rectify ? normaliseAs<true, true>(x, by, count, y)
                          : normaliseAs<true, false>(x, by, count, y);
    return by.rectify ? normaliseAs<false, true>(x, by, count, y)
                      : normaliseAs<false, false>(x, by, count, y);
}

template <typename Scalar>
GradientSums
gradientSums(const Scalar* x, const Scalar* y, Scalar mean, std::size_t count, Scalar* dy)
{
    const auto add = [=]<typename Number>(std::size_t i, Number slope, Number* sums) {
        sums[0] += slope;
        sums[1] += slope * (numbersAt<Number>(x + i) - mean);
    };
    const auto addPlain = [=]<typename Number>(std::size_t i, Number* sums) {
        add(i, numbersAt<Number>(dy + i), sums);
    };
    const auto addCut = [=]<typename Number>(std::size_t i, Number* sums) {
        const Number slope = numbersAt<Number>(dy + i);
        const Number left = numbersAt<Number>(y + i) > 0 ? slope : Number{};
        if constexpr (sizeof(Number) == sizeof(Scalar))
            dy[i] = left;
        else
            vectorAt(dy + i) = left;
        add(i, left, sums);
    };
    const auto found = y ? sumsOf<Scalar, 2>(count, addCut) : sumsOf<Scalar, 2>(count, addPlain);
    return {.plain = found.of[0], .timesOff = found.of[1]};
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
