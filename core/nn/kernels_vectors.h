#pragma once

#include "core/nn/kernels.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {

namespace {

// The widest register of the instruction set; what GCC makes of wider vectors lives in memory, and
// a step took seven times as long. Loops take 64 bytes at a time, in one or several registers, so
// that sums keep their order on every processor.
#if defined(__AVX512F__)
inline constexpr std::size_t kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t kRegisterBytes = 32;
#else
inline constexpr std::size_t kRegisterBytes = 16;
#endif
template <typename Scalar>
struct Register;
template <>
struct Register<float>
{
    typedef float Vector __attribute__((vector_size(kRegisterBytes), aligned(4)));
};
template <>
struct Register<double>
{
    typedef double Vector __attribute__((vector_size(kRegisterBytes), aligned(8)));
};
inline constexpr std::size_t kParts = 64 / kRegisterBytes; ///< of 64 bytes

template <typename Scalar>
inline constexpr std::size_t kPartLanes = kRegisterBytes / sizeof(Scalar);
template <typename Scalar>
inline constexpr std::size_t kLanes = 64 / sizeof(Scalar);

/// Calls use<width>() if the width is a known one, which the compiler then turns into a few vector
/// moves for a run, and use<0>() otherwise.
template <std::size_t... Known, typename Use>
inline void withWidth(std::size_t width, const Use& use)
{
    const bool isKnown = ((width == Known && (use.template operator()<Known>(), true)) || ...);
    if (!isKnown)
        use.template operator()<0>();
}

template <typename Scalar>
inline typename Register<Scalar>::Vector& vectorAt(Scalar* values)
{
    return *reinterpret_cast<typename Register<Scalar>::Vector*>(values);
}

template <typename Scalar>
inline const typename Register<Scalar>::Vector& vectorAt(const Scalar* values)
{
    return *reinterpret_cast<const typename Register<Scalar>::Vector*>(values);
}

template <typename Scalar>
Scalar sumOf(const Scalar* values, std::size_t length)
{
    using Vector = typename Register<Scalar>::Vector;
    Vector sums[kParts] = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= length; i += kLanes<Scalar>)
        for (std::size_t part = 0; part < kParts; ++part)
            sums[part] += vectorAt(values + i + part * kPartLanes<Scalar>);
    Scalar sum = 0;
    for (const Vector& part : sums)
        for (std::size_t lane = 0; lane < kPartLanes<Scalar>; ++lane)
            sum += part[lane];
    for (; i < length; ++i)
        sum += values[i];
    return sum;
}

/// The part of a matrix that begins at this element.
template <typename Scalar>
inline Factor<Scalar> partOf(const Factor<Scalar>& matrix, std::size_t row, std::size_t column)
{
    return {matrix.values + row * matrix.stride + column, matrix.stride, matrix.transposed};
}

/// The tile whose sums the registers hold: 32 of them with AVX-512, otherwise 16. Its shape changes
/// no sum.
inline constexpr std::size_t kTileRows = kParts == 1 ? 4 : kParts == 2 ? 2 : 1;
inline constexpr std::size_t kTileColumns = kParts == 1 ? 5 : 3;

/// A tile of Rows × Columns dot products kept in registers.
template <typename Scalar, std::size_t Rows, std::size_t Columns>
inline void dotTile(const Factor<Scalar>& a,
                    const Factor<Scalar>& b,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
{
    using Vector = typename Register<Scalar>::Vector;
    Vector sums[Rows][Columns][kParts] = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= k; i += kLanes<Scalar>) {
        for (std::size_t part = 0; part < kParts; ++part) {
            const std::size_t at = i + part * kPartLanes<Scalar>;
            Vector left[Rows];
            for (std::size_t m = 0; m < Rows; ++m)
                left[m] = vectorAt(a.values + m * a.stride + at);
            for (std::size_t n = 0; n < Columns; ++n) {
                const Vector right = vectorAt(b.values + n * b.stride + at);
                for (std::size_t m = 0; m < Rows; ++m)
                    sums[m][n][part] += left[m] * right;
            }
        }
    }
    for (std::size_t m = 0; m < Rows; ++m) {
        for (std::size_t n = 0; n < Columns; ++n) {
            Scalar sum = 0;
            for (const Vector& part : sums[m][n])
                for (std::size_t lane = 0; lane < kPartLanes<Scalar>; ++lane)
                    sum += part[lane];
            for (std::size_t rest = i; rest < k; ++rest)
                sum += a.values[m * a.stride + rest] * b.values[n * b.stride + rest];
            Scalar& target = product[m * ldp + n];
            target = accumulate ? target + sum : sum;
        }
    }
}

template <typename Scalar, std::size_t Rows>
inline void dotRows(const Factor<Scalar>& a,
                    const Factor<Scalar>& b,
                    std::size_t n,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
{
    std::size_t column = 0;
    for (; column + kTileColumns <= n; column += kTileColumns)
        dotTile<Scalar, Rows, kTileColumns>(
            a, partOf(b, column, 0), k, accumulate, product + column, ldp);
    for (; column < n; ++column)
        dotTile<Scalar, Rows, 1>(a, partOf(b, column, 0), k, accumulate, product + column, ldp);
}

template <typename Scalar>
void longDots(const ProductSize& size,
              const Factor<Scalar>& a,
              const Factor<Scalar>& b,
              bool accumulate,
              Scalar* product,
              std::size_t ldp)
{
    // A stretch of k that keeps both operands' rows in the first-level cache while all tiles use
    // them.
    constexpr std::size_t kStretch = 32 * kLanes<Scalar>;
    const auto [m, n, k] = size;
    for (std::size_t at = 0; at < k; at += kStretch) {
        const std::size_t length = k - at < kStretch ? k - at : kStretch;
        const bool adding = accumulate || at > 0;
        const Factor<Scalar> right = partOf(b, 0, at);
        std::size_t row = 0;
        for (; row + kTileRows <= m; row += kTileRows)
            dotRows<Scalar, kTileRows>(
                partOf(a, row, at), right, n, length, adding, product + row * ldp, ldp);
        for (; row < m; ++row)
            dotRows<Scalar, 1>(
                partOf(a, row, at), right, n, length, adding, product + row * ldp, ldp);
    }
}

template <typename Scalar>
void biasRelu(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t i = 0; i < length; ++i) {
            const Scalar value = y[i] + shift;
            y[i] = value < Scalar(0) ? Scalar(0) : value; // NaN stays NaN
        }
    }
}

template <typename Scalar>
void reluBackward(
    const Scalar* y, Scalar* dy, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length, dy += length) {
        for (std::size_t i = 0; i < length; ++i)
            dy[i] = y[i] > Scalar(0) ? dy[i] : Scalar(0);
        if (sums)
            sums[c] = sumOf(dy, length);
    }
}

template <typename Scalar>
void addBias(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length)
        for (std::size_t i = 0; i < length; ++i)
            y[i] += bias[c];
}

template <typename Scalar>
void channelSums(const Scalar* values, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c)
        sums[c] = sumOf(values + c * length, length);
}

/// (1 − e)/(1 + e) with e = exp(−2|x|), whose power of two and remainder are taken apart. Whatever
/// would be a branch is done on the bits, so that a loop over it takes several numbers at a time.
inline float tanhOf(float x)
{
    constexpr std::uint32_t kSign = 0x80000000;
    constexpr std::uint32_t kInfinity = 0x7F800000;
    constexpr std::uint32_t kQuietNan = 0x7FC00000;
    constexpr std::uint32_t kTwenty = 0x41A00000; // from 20 on it is 1
    constexpr float kRounder = 12582912; // 1.5·2²³: what is added to it loses its fraction
    constexpr float kBinaryLogarithmOfE = 1.44269504F;
    constexpr float kNaturalLogarithmOf2 = 0.693147181F;
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
    const std::uint32_t size = bits & ~kSign;
    const float power =
        __builtin_bit_cast(float, size < kTwenty ? size : kTwenty) * (-2 * kBinaryLogarithmOfE);
    const float shifted = power + kRounder; // its lowest bits are the whole part of the power
    const float rest = (power - (shifted - kRounder)) * kNaturalLogarithmOf2;
    float series = rest * (1 / 5040.0F) + 1 / 720.0F; // of exp(rest), by Horner's rule
    series = series * rest + 1 / 120.0F;
    series = series * rest + 1 / 24.0F;
    series = series * rest + 1 / 6.0F;
    series = series * rest + 0.5F;
    series = series * rest + 1;
    series = series * rest + 1;
    const std::uint32_t exponent = (__builtin_bit_cast(std::uint32_t, shifted) << 23) + 0x3F800000;
    const float e = series * __builtin_bit_cast(float, exponent);
    const std::uint32_t tanh = __builtin_bit_cast(std::uint32_t, (1 - e) / (1 + e));
    const std::uint32_t ifNan = size > kInfinity ? kQuietNan : 0;
    return __builtin_bit_cast(float, tanh | (bits & kSign) | ifNan);
}

inline double tanhOf(double x)
{
    return __builtin_tanh(x);
}

template <typename Scalar>
void tanhs(const Scalar* values, Scalar factor, Scalar* results, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        results[i] = tanhOf(values[i] * factor);
}

/// The tile of a product whose sums the registers hold, in columns of 64 bytes.
inline constexpr std::size_t kProductRows = kParts == 1 ? 8 : kParts == 2 ? 4 : 2;
inline constexpr std::size_t kProductColumns = kParts == 1 ? 2 : 1;

/// Where the numbers of a product's left factor lie.
template <typename Scalar>
struct LeftFactor
{
    const Scalar* values;
    std::size_t row;   ///< numbers from row to row
    std::size_t depth; ///< numbers from column to column
};

template <typename Scalar, std::size_t Rows, std::size_t Columns>
inline void productTile(const LeftFactor<Scalar>& a,
                        const Factor<Scalar>& b,
                        std::size_t depth,
                        bool accumulate,
                        Scalar* product,
                        std::size_t stride)
{
    using Vector = typename Register<Scalar>::Vector;
    constexpr std::size_t kVectors = Columns * kParts;
    Vector sums[Rows][kVectors] = {};
    if (accumulate)
        for (std::size_t m = 0; m < Rows; ++m)
            for (std::size_t n = 0; n < kVectors; ++n)
                sums[m][n] = vectorAt(product + m * stride + n * kPartLanes<Scalar>);
    const Scalar* left = a.values;
    const Scalar* right = b.values;
    for (std::size_t k = 0; k < depth; ++k, left += a.depth, right += b.stride) {
        Vector line[kVectors];
        for (std::size_t n = 0; n < kVectors; ++n)
            line[n] = vectorAt(right + n * kPartLanes<Scalar>);
        for (std::size_t m = 0; m < Rows; ++m)
            for (std::size_t n = 0; n < kVectors; ++n)
                sums[m][n] += left[m * a.row] * line[n];
    }
    for (std::size_t m = 0; m < Rows; ++m)
        for (std::size_t n = 0; n < kVectors; ++n)
            vectorAt(product + m * stride + n * kPartLanes<Scalar>) = sums[m][n];
}

template <typename Scalar, std::size_t Columns>
inline void productColumns(const ProductSize& size,
                           const LeftFactor<Scalar>& a,
                           const Factor<Scalar>& b,
                           bool accumulate,
                           Scalar* product,
                           std::size_t stride)
{
    std::size_t m = 0;
    const auto left = [&] { return LeftFactor<Scalar>{a.values + m * a.row, a.row, a.depth}; };
    for (; m + kProductRows <= size.m; m += kProductRows)
        productTile<Scalar, kProductRows, Columns>(
            left(), b, size.k, accumulate, product + m * stride, stride);
    for (; m < size.m; ++m)
        productTile<Scalar, 1, Columns>(
            left(), b, size.k, accumulate, product + m * stride, stride);
}

template <typename Scalar>
void smallProduct(const ProductSize& size,
                  const Factor<Scalar>& a,
                  const Factor<Scalar>& b,
                  bool accumulate,
                  Scalar* product,
                  std::size_t stride)
{
    const bool transposed = a.transposed == Transposed::Yes;
    const LeftFactor<Scalar> left{a.values, transposed ? 1 : a.stride, transposed ? a.stride : 1};
    constexpr std::size_t kWide = kProductColumns * kLanes<Scalar>;
    std::size_t n = 0;
    for (; n + kWide <= size.n; n += kWide)
        productColumns<Scalar, kProductColumns>(
            size, left, partOf(b, 0, n), accumulate, product + n, stride);
    for (; n < size.n; n += kLanes<Scalar>)
        productColumns<Scalar, 1>(size, left, partOf(b, 0, n), accumulate, product + n, stride);
}

} // namespace

} // namespace coterie::COTERIE_KERNELS_NAMESPACE
