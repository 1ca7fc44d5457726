// Appends one line per start to the file named first, selects its BLAS kernel as the second
// argument says, and then prints what it found, one `name=value` per line.
#include "core/math/blas_kernel.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>
#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    std::ofstream(argv[1], std::ios::app) << "started " << getpid() << '\n';
    using coterie::RequestedCore;
    coterie::selectBlasKernel(argc,
                              argv,
                              std::string_view(argv[2]) == "override" ? RequestedCore::Override
                                                                      : RequestedCore::Respect);
    std::cout << "core=" << coterie::blasCore() << '\n';
    for (const char* name : {"OPENBLAS_CORETYPE",
                             "OPENBLAS_NUM_THREADS",
                             "OMP_NUM_THREADS",
                             "MKL_NUM_THREADS",
                             "COTERIE_BLAS_RESTARTED"}) {
        const char* value = std::getenv(name);
        std::cout << name << '=' << (value ? value : "") << '\n';
    }
    for (int index = 0; index < argc; ++index)
        std::cout << "argument" << index << '=' << argv[index] << '\n';
    return 7;
}
