#include "core/nn/cpu_operation.h"

#include <algorithm>

namespace coterie {

template <typename Scalar>
CpuOperation<Scalar> makeBranch(Blob<Scalar>& kept, Blob<Scalar>& branch)
{
    const auto backward = [&kept, &branch](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < kept.size() * pass.batch && !kept.gradient.empty(); ++i)
            kept.gradient[i] += branch.gradient[i];
    };
    return {.forward = [](const CpuPass<Scalar>&) {}, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar> makeRelu(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const CpuOperation<Scalar> cut = makeBias({}, true, after);
    const auto forward = [&before, &after, cut](const CpuPass<Scalar>& pass) {
        std::copy_n(before.value.data(), before.size() * pass.batch, after.value.data());
        cut.forward(pass);
    };
    const auto backward = [&before, &after, cut](const CpuPass<Scalar>& pass) {
        cut.backward(pass);
        if (!before.gradient.empty())
            std::copy_n(after.gradient.data(), before.size() * pass.batch, before.gradient.data());
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
        passGradient(after, kept);
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
    template CpuOperation<Scalar> makeBranch(Blob<Scalar>&, Blob<Scalar>&);                        \
    template CpuOperation<Scalar> makeRelu(Blob<Scalar>&, Blob<Scalar>&);                          \
    template CpuOperation<Scalar> makeAdd(Blob<Scalar>&, Blob<Scalar>&, Blob<Scalar>&);            \
    template CpuOperation<Scalar> makeConcatenate(Blob<Scalar>&, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
