#include "core/experiment/module_settings.h"

namespace coterie {

std::string textSetting(const Part& part, std::string_view name)
{
    const Parameter* setting = part.parameters.find(name);
    if (setting == nullptr || setting->swept)
        return {};
    const auto* text = std::get_if<std::string>(&setting->values.front());
    return text == nullptr ? std::string() : *text;
}

std::string modulePath(const ModelSettings& model)
{
    return model.model.name == kTorchScript ? textSetting(model.model, kModulePath) : std::string();
}

} // namespace coterie
