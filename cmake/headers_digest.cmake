# Which headers a method's library is compiled against: a digest of what coterie_add_method() finds installed and of what
# the program was compiled from. Where they differ, the program refuses the library.
set(coterie_headers_digest_script ${CMAKE_CURRENT_LIST_FILE})

# Sets `variable` to the digest of the folder's headers.
function(coterie_digest_of_headers folder variable)
    file(GLOB_RECURSE headers RELATIVE ${folder} ${folder}/*.h)
    list(SORT headers)
    set(digests "")
    foreach(header IN LISTS headers)
        file(SHA256 ${folder}/${header} digest)
        string(APPEND digests "${digest}  ${header}\n")
    endforeach()
    string(SHA256 digest "${digests}")
    string(SUBSTRING ${digest} 0 16 digest)
    set(${variable} ${digest} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    coterie_digest_of_headers(${FOLDER} digest)
    file(WRITE ${HEADER} "#pragma once\n\n#define COTERIE_HEADERS \"${digest}\"\n")
endif()
