# Options for every target of this project.
add_library(coterie_options INTERFACE)
target_compile_options(coterie_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    # GCC 12 gives false positives for inlined std::optional and for "literal" + std::string. In a unit of several files it takes
    # each for a header, whose types may not hold what is unnamed.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
    $<$<BOOL:${COTERIE_WERROR}>:-Werror>)
target_include_directories(coterie_options INTERFACE ${PROJECT_SOURCE_DIR})

# With COTERIE_UNITY several source files of a target are compiled as one. They share one unnamed namespace, so names in
# it must be unique in the target.
function(coterie_units_together)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ${COTERIE_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# Qt's moc for the sources of a target. Its list of sources is a dependency, or a new file that the globs find would not be
# read. Its objects need no library built first, so they compile beside core.
function(coterie_automoc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON OPTIMIZE_DEPENDENCIES ON AUTOGEN_ORIGIN_DEPENDS OFF
        AUTOGEN_TARGET_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}_autogen.dir/AutogenInfo.json)
endfunction()

# A sanitizer watches the program. Under the address sanitizer it does not watch the tests' own files: they are compiled as in a
# release, so that a compiler cache that has seen one build knows them in the other, where they would take half of the time.
# The thread sanitizer has to see both sides. Without -Werror, because instrumented code makes GCC 12 guess wrong.
if(COTERIE_SANITIZE)
    set(watched 1)
    if(COTERIE_SANITIZE MATCHES address)
        set(watched $<NOT:$<STREQUAL:$<TARGET_PROPERTY:SOURCE_DIR>,${PROJECT_SOURCE_DIR}/tests>>)
    endif()
    set(options -fsanitize=${COTERIE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1 -Wno-error)
    # Not the checks of every pointer's kind, which take a third of the compiling: what is read through a bad one, the address
    # sanitizer sees.
    if(COTERIE_SANITIZE MATCHES undefined)
        list(APPEND options -fno-sanitize=null,alignment,object-size,vptr)
    endif()
    target_compile_options(coterie_options INTERFACE "$<${watched}:${options}>")
    target_link_options(coterie_options INTERFACE -fsanitize=${COTERIE_SANITIZE})
    target_compile_definitions(coterie_options INTERFACE $<${watched}:COTERIE_SANITIZED>)
endif()

# LibTorch, for the few targets that may include it: Debian's, or the one in CMAKE_PREFIX_PATH.
find_package(Torch REQUIRED)
add_library(coterie_torch INTERFACE)
target_link_libraries(coterie_torch INTERFACE ${TORCH_LIBRARIES})
target_include_directories(coterie_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
# Older wheels of LibTorch have the old ABI of std::string. Their flags say so, and everything linked with them needs the
# same flag. The new ABI is the compiler's default.
separate_arguments(torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}")
list(REMOVE_ITEM torch_flags -D_GLIBCXX_USE_CXX11_ABI=1)
target_compile_options(coterie_options INTERFACE ${torch_flags})
