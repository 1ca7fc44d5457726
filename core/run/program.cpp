#include "core/run/program.h"

#include "engine_digest.h"

namespace coterie {

std::string programName()
{
    return "coterie " COTERIE_VERSION ", engine " COTERIE_ENGINE;
}

} // namespace coterie
