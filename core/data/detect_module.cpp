#include "core/data/detect_module.h"

#include "core/base/try.h"
#include "core/data/formats/bytes.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// Of the end of an archive, where its directory is: of tens of thousands of tensors.
constexpr std::uint64_t kDirectory = std::uint64_t{4} << 20;
constexpr std::uint64_t kBeginning = 4;

constexpr std::string_view kHowToSave =
    "; in Python, torch.jit.script(module).save(\"net.pt\") writes one";

Result<std::string> bytesAt(ByteStore& store, std::uint64_t offset, std::uint64_t count)
{
    std::string bytes(static_cast<std::size_t>(count), '\0');
    COTERIE_CHECK(
        store.readAt(offset, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}));
    return bytes;
}

} // namespace

Result<void> checkTorchScript(const std::filesystem::path& file)
{
    COTERIE_TRY(const std::shared_ptr<ByteStore> store, openStore(file));
    const auto refuse = [&](std::string_view what) {
        return fail(file.string(), std::string(what) + std::string(kHowToSave));
    };
    const std::uint64_t size = store->size();
    COTERIE_TRY(const std::string begin, bytesAt(*store, 0, std::min(size, kBeginning)));
    if (begin.starts_with('\x80')) // a pickle, as torch.save wrote it before PyTorch 1.6
        return refuse("holds values that torch.save wrote, without their network; a model must be "
                      "a TorchScript module");
    if (begin != "PK\x03\x04")
        return refuse("must be a TorchScript module");
    const std::uint64_t tail = std::min(size, kDirectory);
    COTERIE_TRY(const std::string directory, bytesAt(*store, size - tail, tail));
    const auto has = [&](std::string_view name) { return directory.find(name) != directory.npos; };
    if (has("/constants.pkl") && has("/code/"))
        return {};
    return refuse(has("/data.pkl") ? "holds values that torch.save wrote, without their network; a "
                                     "model must be a TorchScript module"
                                   : "is an archive of something else; a model must be a "
                                     "TorchScript module");
}

} // namespace coterie
