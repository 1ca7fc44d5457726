#include "app/cli/program.h"
#include "core/math/blas_kernel.h"

#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
    coterie::selectBlasKernel(argc, argv);
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return coterie::cli::runProgram(words);
}
