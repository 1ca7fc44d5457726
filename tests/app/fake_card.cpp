/// A stand-in for NVIDIA's driver: a machine with a card that nothing can compute on.

#include <cstddef>
#include <cstring>

extern "C" {

int cuInit(unsigned)
{
    return 0;
}

int cuDeviceGet(int* card, int place)
{
    *card = place;
    return 0;
}

int cuDeviceGetName(char* name, int size, int)
{
    std::strncpy(name, "Imagined Card", static_cast<std::size_t>(size));
    return 0;
}
}
