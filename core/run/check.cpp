#include "core/run/check.h"

#include "core/run/run_failure.h"

#include <cstdio>
#include <utility>

namespace coterie {

namespace {

std::string inPowersOfTen(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

} // namespace

Check checkWithin(std::string name, double found, double allowed)
{
    return {.name = std::move(name),
            .passed = found <= allowed, // false for NaN
            .detail = "largest relative difference " + inPowersOfTen(found) + ", "
                      + inPowersOfTen(allowed) + " allowed"};
}

Check checkMade(const std::string& name, const std::function<Check()>& make)
{
    Check check;
    if (const auto failure = failureOf("This check", [&] { check = make(); }))
        return {.name = name, .passed = false, .detail = *failure};
    return check;
}

} // namespace coterie
