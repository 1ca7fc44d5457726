#include "core/nn/loaded_modules.h"

#include <map>
#include <mutex>
#include <utility>

namespace coterie {

namespace {

struct Kept
{
    std::mutex mutex; // for what follows
    std::map<ModuleKey, std::shared_ptr<const ScriptModule>> modules;
};

Kept& kept()
{
    static Kept all;
    return all;
}

} // namespace

void keepModule(const ModuleKey& key, std::shared_ptr<const ScriptModule> module)
{
    const std::scoped_lock lock(kept().mutex);
    kept().modules.insert_or_assign(key, std::move(module));
}

std::shared_ptr<const ScriptModule> keptModule(const ModuleKey& key)
{
    const std::scoped_lock lock(kept().mutex);
    const auto found = kept().modules.find(key);
    return found == kept().modules.end() ? nullptr : found->second;
}

} // namespace coterie
