#include "tests/core/experiment/same_names.h"

#include <array>

using namespace coterie;

namespace {

/// Named like that of tst_same_names.cpp, with another layout.
struct Settings
{
    std::array<double, 4> first{};
    double second = 0;
};

constexpr std::array kParameters{bind<&Settings::second>({.name = "second"})};

} // namespace

double secondOfTheOtherSettings(const ParameterSet& given)
{
    return readParameters<Settings>(kParameters, given).second;
}
