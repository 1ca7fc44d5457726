# What methods in libraries of their own need of this project (docs/extending.md): the digest of the headers, programs that
# export the engine's symbols, and an installed package with coterie_add_method().
include(${CMAKE_CURRENT_LIST_DIR}/headers_digest.cmake)
include(CMakePackageConfigHelpers)
set(coterie_package_folder ${CMAKE_CURRENT_LIST_DIR})

# The header headers_digest.h in the target's build folder.
function(coterie_headers_digest target folder)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.h)
    file(GLOB_RECURSE names RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.h)
    list(SORT names)
    list(JOIN names "\n" lines)
    # A header that is gone or renamed shows in this list alone. It is installed too.
    set(list ${CMAKE_CURRENT_BINARY_DIR}/headers.txt)
    file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n")
    set_property(GLOBAL PROPERTY coterie_headers_list ${list})
    set(header ${CMAKE_CURRENT_BINARY_DIR}/headers_digest.h)
    add_custom_command(OUTPUT ${header}
        COMMAND ${CMAKE_COMMAND} -D FOLDER=${folder} -D LIST=${list} -D HEADER=${header} -P ${coterie_headers_digest_script}
        DEPENDS ${headers} ${list} ${coterie_headers_digest_script} VERBATIM)
    target_sources(${target} PRIVATE ${header})
endfunction()

# The program has the whole engine, also what it does not call itself, and a library that it loads finds the names of the
# namespace coterie in it. So the engine is linked as before, without the detours of a shared library, and no library can
# bring a second one with it. Other names stay hidden: those of Qt must not meet the Qt that some LibTorch loads.
function(coterie_takes_methods program)
    set(libraries coterie_core coterie_data coterie_values)
    list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>")
    set(names ${coterie_package_folder}/exported_names.txt)
    target_link_options(${program} PRIVATE LINKER:--dynamic-list=${names}
        LINKER:--whole-archive ${libraries} LINKER:--no-whole-archive)
    set_target_properties(${program} PROPERTIES LINK_DEPENDS ${names})
endfunction()

function(coterie_install_method_package folder)
    set(place ${CMAKE_INSTALL_LIBDIR}/cmake/Coterie)
    set(headers_folder ${CMAKE_INSTALL_INCLUDEDIR}/coterie)
    configure_package_config_file(${coterie_package_folder}/CoterieConfig.cmake.in
        ${PROJECT_BINARY_DIR}/CoterieConfig.cmake INSTALL_DESTINATION ${place} PATH_VARS headers_folder)
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/CoterieConfigVersion.cmake COMPATIBILITY ExactVersion)
    get_property(list GLOBAL PROPERTY coterie_headers_list)
    install(FILES ${list} ${PROJECT_BINARY_DIR}/CoterieConfig.cmake ${PROJECT_BINARY_DIR}/CoterieConfigVersion.cmake
        ${coterie_package_folder}/headers_digest.cmake DESTINATION ${place} COMPONENT methods)
    install(DIRECTORY ${folder}/ DESTINATION ${headers_folder}/core COMPONENT methods FILES_MATCHING PATTERN *.h)
endfunction()
