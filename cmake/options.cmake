# What every target of this project is compiled with.
add_library(coterie_options INTERFACE)
target_compile_options(coterie_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # GCC 12 sees ghosts in inlined std::optional and in "literal" + std::string.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:${COTERIE_WERROR}>:-Werror>)
target_include_directories(coterie_options INTERFACE ${PROJECT_SOURCE_DIR})

# Several units compiled as one, where COTERIE_UNITY asks for it. Units of such a target share their unnamed
# namespace, so a name in there must be the target's only one.
function(coterie_units_together)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ${COTERIE_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

if(COTERIE_SANITIZE)
    target_compile_options(coterie_options INTERFACE
        -fsanitize=${COTERIE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
    target_link_options(coterie_options INTERFACE -fsanitize=${COTERIE_SANITIZE})
    target_compile_definitions(coterie_options INTERFACE COTERIE_SANITIZED)
endif()

# LibTorch, for the few targets that may see it: Debian's, or the one CMAKE_PREFIX_PATH names.
find_package(Torch REQUIRED)
add_library(coterie_torch INTERFACE)
target_link_libraries(coterie_torch INTERFACE ${TORCH_LIBRARIES})
target_include_directories(coterie_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
# A LibTorch built with the old ABI of std::string, as older wheels are, says so among its flags; all that links with it
# must be built alike. The new ABI is the compiler's own choice.
separate_arguments(torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}")
list(REMOVE_ITEM torch_flags -D_GLIBCXX_USE_CXX11_ABI=1)
target_compile_options(coterie_options INTERFACE ${torch_flags})
