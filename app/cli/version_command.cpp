#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/run/environment.h"

#include <zlib.h>

namespace coterie::cli {

int runVersion()
{
    const Environment environment = currentEnvironment(automaticDevice());
    Table table({{.title = {}}, {.title = {}}});
    table.add({"LibTorch", environment.torch});
    table.add({"SQLite", environment.sqlite});
    table.add({"zlib", zlibVersion()});
    table.add({"nlohmann_json", COTERIE_JSON_VERSION});
    table.add({"BLAS", environment.blas});
    table.add({"BLAS core", environment.blasCore});
    table.add({"instructions", environment.instructions});
    table.add({"device", environment.device});
    print(environment.program + '\n' + table.text(2));
    return kDone;
}

} // namespace coterie::cli
