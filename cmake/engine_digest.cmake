# Which engine a program has: a digest of what core/ is compiled from and with, which is recorded with every run. It hangs
# neither on the folder's place nor on git. The same by hand, in core/, with the line of compiler and flags that is in
# engine_compiler.txt of the build folder:
#   { find * -name '*.cpp' -o -name '*.h' -o -name CMakeLists.txt | LC_ALL=C sort | xargs sha256sum; cat COMPILER; } |
#     sha256sum | head -c 8
set(coterie_engine_digest_script ${CMAKE_CURRENT_LIST_FILE})

# Sets `variable` to the sources' paths in the folder, sorted.
function(coterie_engine_sources folder variable)
    file(GLOB_RECURSE paths RELATIVE ${folder} ${ARGN} ${folder}/*.cpp ${folder}/*.h ${folder}/CMakeLists.txt)
    list(SORT paths)
    set(${variable} ${paths} PARENT_SCOPE)
endfunction()

# The header engine_digest.h in the target's build folder, written anew by a build after any change of the folder's sources.
function(coterie_engine_digest target folder)
    coterie_engine_sources(${folder} sources CONFIGURE_DEPENDS)
    # A source that is gone or renamed shows in this list alone.
    set(list ${CMAKE_CURRENT_BINARY_DIR}/engine_sources.txt)
    file(CONFIGURE OUTPUT ${list} CONTENT "${sources}\n")
    # Other flags or another compiler can change the last bits of a result.
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    string(JOIN " " compiler ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}})
    set(compiler_file ${CMAKE_CURRENT_BINARY_DIR}/engine_compiler.txt)
    file(CONFIGURE OUTPUT ${compiler_file} CONTENT "${compiler}\n")
    list(TRANSFORM sources PREPEND ${folder}/)
    set(header ${CMAKE_CURRENT_BINARY_DIR}/engine_digest.h)
    add_custom_command(OUTPUT ${header}
        COMMAND ${CMAKE_COMMAND} -D FOLDER=${folder} -D COMPILER=${compiler_file} -D HEADER=${header}
            -P ${coterie_engine_digest_script}
        DEPENDS ${sources} ${list} ${compiler_file} ${coterie_engine_digest_script} VERBATIM)
    target_sources(${target} PRIVATE ${header})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    coterie_engine_sources(${FOLDER} sources)
    foreach(source IN LISTS sources)
        file(SHA256 ${FOLDER}/${source} digest)
        string(APPEND digests "${digest}  ${source}\n")
    endforeach()
    file(READ ${COMPILER} compiler)
    string(SHA256 digest "${digests}${compiler}")
    string(SUBSTRING ${digest} 0 8 digest)
    file(WRITE ${HEADER} "#pragma once\n\n#define COTERIE_ENGINE \"${digest}\"\n")
endif()
