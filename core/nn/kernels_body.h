// Included once per instruction set by kernels_*.cpp, which define COTERIE_KERNELS_NAMESPACE.
// Neither it nor its parts include anything with inline functions: code compiled for a newer
// processor must not be shared with the rest of the program by the linker.
#include "core/nn/kernels_normalise.h"
#include "core/nn/kernels_patches.h"
#include "core/nn/kernels_pooling.h"
#include "core/nn/kernels_vectors.h"
#include "core/nn/kernels_winograd.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

template <typename Scalar>
constexpr Kernels<Scalar> table()
{
    return {.patches = &movePatches<Scalar, false, const Scalar, Scalar>,
            .addPatches = &movePatches<Scalar, true, Scalar, const Scalar>,
            .biasRelu = &biasRelu<Scalar>,
            .reluBackward = &reluBackward<Scalar>,
            .addBias = &addBias<Scalar>,
            .channelSums = &channelSums<Scalar>,
            .pool2 = &pool2<Scalar>,
            .pool2Backward = &pool2Backward<Scalar>,
            .longDots = &longDots<Scalar>,
            .spread = &spread<Scalar>,
            .collect = &collect<Scalar>,
            .tileInputs = &tileInputs<Scalar>,
            .tileOutputs = &tileOutputs<Scalar>,
            .tileGradients = &tileGradients<Scalar>,
            .transformTaps = &transformTaps<Scalar>,
            .smallProduct = &smallProduct<Scalar>,
            .prelu = &prelu<Scalar>,
            .preluBackward = &preluBackward<Scalar>,
            .moments = &moments<Scalar>,
            .normalise = &normalise<Scalar>,
            .gradientSums = &gradientSums<Scalar>,
            .normaliseBackward = &normaliseBackward<Scalar>,
            .tanhs = &tanhs<Scalar>};
}

} // namespace

extern const KernelTables kTables;
constexpr KernelTables kTables{.singles = table<float>(), .doubles = table<double>()};

} // namespace coterie::COTERIE_KERNELS_NAMESPACE
