// libFuzzer's entry point for the reader that COTERIE_READER names, of the list COTERIE_TARGETS.
#include "tests/fuzz/reader_targets.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using coterie::fuzz::ReaderTarget;
    static const ReaderTarget* const target = [] {
        const auto targets = coterie::fuzz::COTERIE_TARGETS();
        const auto found = std::ranges::find(targets, COTERIE_READER, &ReaderTarget::name);
        if (found == targets.end())
            std::abort();
        return &*found;
    }();
    target->read({data, data + size});
    return 0;
}
