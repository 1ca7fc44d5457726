#pragma once

#include "core/data/formats/bytes.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace coterie {

/// One tensor of a model as PyTorch names and orders it: the last index runs fastest.
struct NamedTensor
{
    std::string name;
    std::vector<std::size_t> shape; ///< empty: one number
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>> values = {};

    bool operator==(const NamedTensor&) const = default;
};

/// Reads a .safetensors file with tensors of the types F32, F64, F16, BF16 and I64, in the order of
/// their bytes; the two halves become floats. Every byte must belong to one tensor, as the format
/// demands. The error names the tensor.
[[nodiscard]] Result<std::vector<NamedTensor>> readSafetensors(ByteStore& store);

/// Writes the same format. The names must differ, and each tensor must have as many values as its
/// shape says.
void writeSafetensors(std::span<const NamedTensor> tensors, std::ostream& out);

} // namespace coterie
