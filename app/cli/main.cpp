#include "app/cli/program.h"
#include "core/base/side_job.h"
#include "core/math/blas_kernel.h"

#include <optional>
#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
    if (const std::optional<int> done = coterie::doneSideJob(argc, argv))
        return *done;
    coterie::selectBlasKernel(argc, argv);
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return coterie::cli::runProgram(words);
}
