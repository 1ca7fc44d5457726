#pragma once

// What a method in a library of its own includes (docs/extending.md). The program reads the stamp
// before it loads the library, and refuses one that was compiled with other tools or headers,
// because the two would not agree on how objects lie in memory.

#include "core/algorithms/algorithm.h"

#include <torch/version.h>

#include <array>
#include <span>

namespace coterie {

/// What the symbol coterie_methods of a library is.
struct MethodLibrary
{
    const char* stamp = nullptr;
    std::span<const MadePart<Algorithm>> methods;
};

} // namespace coterie

#define COTERIE_WORD_AS_TEXT(word) #word
#define COTERIE_AS_TEXT(macro) COTERIE_WORD_AS_TEXT(macro)

#ifdef __clang__
#define COTERIE_COMPILER __VERSION__ // begins with the compiler's name
#else
#define COTERIE_COMPILER "GCC " __VERSION__
#endif

#ifdef _GLIBCXX_DEBUG
#define COTERIE_CONTAINERS ", checked containers"
#else
#define COTERIE_CONTAINERS
#endif

#ifdef _GLIBCXX_USE_CXX11_ABI
#define COTERIE_STRINGS COTERIE_AS_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define COTERIE_STRINGS "of another library"
#endif

/// One line each; the program compares them. COTERIE_HEADERS is the digest of the headers in core,
/// which coterie_add_method() gives to the library.
#define COTERIE_METHOD_STAMP                                                                       \
    "coterie-method 1\n"                                                                           \
    "compiler " COTERIE_COMPILER "\n"                                                              \
    "C++ ABI " COTERIE_AS_TEXT(__GXX_ABI_VERSION) ", C++ " COTERIE_AS_TEXT(                        \
        __cplusplus) ", std::string " COTERIE_STRINGS COTERIE_CONTAINERS "\n"                      \
                     "LibTorch " TORCH_VERSION "\n"                                                \
                     "headers " COTERIE_HEADERS "\n"

/// COTERIE_METHODS(kMine): the entries that this library adds to the program's algorithms. Once in
/// a library, outside of functions.
#define COTERIE_METHODS(...)                                                                       \
    [[gnu::section("coterie_method"), gnu::used]] constexpr char coterieMethodStamp[] =            \
        COTERIE_METHOD_STAMP;                                                                      \
    constexpr std::array coterieMethodTable{__VA_ARGS__};                                          \
    extern "C" [[gnu::visibility("default")]] const ::coterie::MethodLibrary coterie_methods;      \
    const ::coterie::MethodLibrary coterie_methods{.stamp = coterieMethodStamp,                    \
                                                   .methods = coterieMethodTable};
