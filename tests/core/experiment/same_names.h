#pragma once

#include "core/experiment/parameters.h"

/// The member `second` of same_names.cpp's own struct Settings, filled from a set.
[[nodiscard]] double secondOfTheOtherSettings(const coterie::ParameterSet& given);
