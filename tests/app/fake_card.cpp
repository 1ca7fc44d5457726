/// A stand-in for NVIDIA's driver: a machine with two cards that nothing can compute on.

#include <cstddef>
#include <cstring>

extern "C" {

int cuInit(unsigned)
{
    return 0;
}

int cuDeviceGet(int* card, int place)
{
    if (place > 1)
        return 101; // CUDA_ERROR_INVALID_DEVICE
    *card = place;
    return 0;
}

int cuDeviceGetName(char* name, int size, int card)
{
    std::strncpy(name, card == 0 ? "Imagined Card" : "Second Card", static_cast<std::size_t>(size));
    return 0;
}

int cuDeviceGetPCIBusId(char* place, int size, int card)
{
    std::strncpy(
        place, card == 0 ? "0000:0A:00.0" : "0000:0B:00.0", static_cast<std::size_t>(size));
    return 0;
}
}
