#pragma once

#include "core/data/formats/numbers.h"

#include <map>
#include <set>
#include <string>

namespace coterie {

/// Arrays by name: a dictionary that numpy.savez wrote as an array of one Python object, as in
/// numpy.savez(file, data={"x": x, "y": y}). Python stores it as a pickle, a small program; this
/// reads the few instructions that make dictionaries of arrays, lists and numbers, and refuses
/// every other one, so that nothing in a file is ever run.
/// Only the arrays of these names; all, if none is named.
[[nodiscard]] Result<std::map<std::string, NumberArray>>
readPickledArrays(ByteSource& source, const std::set<std::string>& names = {});

} // namespace coterie
