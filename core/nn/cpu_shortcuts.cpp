#include "core/nn/cpu_operation.h"

#include <algorithm>

namespace coterie {

template <typename Scalar>
CpuOperation<Scalar> makeCopy(Blob<Scalar>& from, Blob<Scalar>& copy)
{
    const auto forward = [&from, &copy](const CpuPass<Scalar>& pass) {
        if (copy.value.data() != from.value.data())
            std::copy_n(from.value.data(), from.size() * pass.batch, copy.value.data());
    };
    const auto backward = [&from, &copy](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < from.size() * pass.batch && !from.gradient.empty(); ++i)
            from.gradient[i] += copy.gradient[i];
    };
    return {.forward = forward, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar> makeAdd(Blob<Scalar>& kept, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto forward = [&kept, &before, &after](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < before.size() * pass.batch; ++i)
            after.value[i] = kept.value[i] + before.value[i];
    };
    const auto backward = [&kept, &before, &after](const CpuPass<Scalar>& pass) {
        if (!before.gradient.empty())
            std::copy_n(after.gradient.data(), before.size() * pass.batch, before.gradient.data());
        NormEnd<Scalar>{.kept = &kept}.passOn(after);
    };
    return {.forward = forward, .backward = backward};
}

/// Blobs are channel-major, so the channels of one follow those of the other.
template <typename Scalar>
CpuOperation<Scalar> makeConcatenate(Blob<Scalar>& kept, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto forward = [&kept, &before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t count = kept.size() * pass.batch;
        std::copy_n(kept.value.data(), count, after.value.data());
        std::copy_n(before.value.data(), before.size() * pass.batch, after.value.data() + count);
    };
    const auto backward = [&kept, &before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t count = kept.size() * pass.batch;
        if (!kept.gradient.empty())
            std::copy_n(after.gradient.data(), count, kept.gradient.data());
        if (!before.gradient.empty())
            std::copy_n(
                after.gradient.data() + count, before.size() * pass.batch, before.gradient.data());
    };
    return {.forward = forward, .backward = backward};
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeCopy(Blob<Scalar>&, Blob<Scalar>&);                          \
    template CpuOperation<Scalar> makeAdd(Blob<Scalar>&, Blob<Scalar>&, Blob<Scalar>&);            \
    template CpuOperation<Scalar> makeConcatenate(Blob<Scalar>&, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
