#pragma once

#include "core/report/run_record.h"
#include "core/run/progress.h"
#include "core/store/run_store.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What the newest finished runs of each of these methods (see methodOf()) took on this host and
/// device, a few of each. Runs that were changed on their way, resumed elsewhere or imported tell
/// nothing; how many threads there were is not known. Empty if the store cannot be read: an
/// estimate is not worth an error.
[[nodiscard]] std::vector<StoredTime>
storedTimes(RunStore& store, const std::set<std::string>& methods, const Environment& environment);

/// Those of the methods that a queue has met so far; each is looked for once.
class MethodTimes
{
public:
    const std::vector<StoredTime>& recalled(RunStore& store,
                                            std::span<const RunPlan* const> waiting,
                                            const Environment& environment);

private:
    std::set<std::string> m_methods;
    std::vector<StoredTime> m_times;
};

} // namespace coterie
