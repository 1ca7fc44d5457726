#pragma once

#include "core/data/formats/byte_source.h"

#include <functional>

namespace coterie {

/// What is done with each file of an archive: gets its name and its content, which it may leave
/// unread; answers whether to go on.
using MemberReader = std::function<Result<bool>(const std::string& name, ByteSource& content)>;

/// Goes through the regular files of a tar archive (ustar, GNU or pax) in their order, without
/// unpacking anything to disk. Links, folders and devices are passed over.
[[nodiscard]] Result<void> readTar(ByteSource& archive, const MemberReader& reader);

} // namespace coterie
