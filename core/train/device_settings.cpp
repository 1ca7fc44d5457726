#include "core/train/device_settings.h"

#include <ATen/Context.h>

namespace coterie {

void prepareDevice(at::Device device)
{
    if (!device.is_cuda())
        return;
    at::Context& context = at::globalContext();
    context.setDeterministicCuDNN(true);
    context.setBenchmarkCuDNN(false);
    context.setAllowTF32CuDNN(false);
    context.setAllowTF32CuBLAS(false);
}

} // namespace coterie
