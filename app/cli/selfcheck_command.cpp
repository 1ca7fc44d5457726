// selfcheck: what to run first on a new machine.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/shipped_experiments.h"
#include "core/algorithms/registry.h"
#include "core/run/environment.h"
#include "core/run/self_check.h"
#include "core/spec/experiment_json.h"

#include <algorithm>
#include <thread>

namespace coterie::cli {

int runSelfcheck(Arguments& arguments)
{
    const std::string wanted = arguments.value("--device").value_or("auto");
    const std::string device = wanted == "auto" ? automaticDevice() : wanted;
    const std::filesystem::path file = shippedExperiments() / "quickstart.json";
    const Result<Experiment, Problems> quickstart = readExperiment(file, registry());
    if (!quickstart)
        return refuse(quickstart.error());
    print("Checking " + device + (wanted == device ? "" : " (" + wanted + ")") + ".\n");
    const std::vector<Check> checks =
        selfCheck({.device = device,
                   .threads = std::max(1U, std::thread::hardware_concurrency()),
                   .plans = expand(*quickstart, registry())},
                  [](const Check& check) {
                      print((check.passed ? "ok      " : "FAILED  ") + check.name + ": "
                            + check.detail + '\n');
                  });
    const auto failed =
        std::ranges::count_if(checks, [](const Check& check) { return !check.passed; });
    print(std::to_string(checks.size() - static_cast<std::size_t>(failed)) + " of "
          + std::to_string(checks.size()) + " checks passed on " + device + '\n');
    return failed == 0 ? kDone : kRunFailed;
}

} // namespace coterie::cli
