# Which headers a method's library is compiled against: a digest of what coterie_add_method() finds installed and of what
# the program was compiled from. Where they differ, the program refuses the library.
set(coterie_headers_digest_script ${CMAKE_CURRENT_LIST_FILE})

# Sets `variable` to the digest of those of the folder's headers that the list names, one a line: a folder may have more of
# them, which an earlier installation has left.
function(coterie_digest_of_headers folder list variable)
    file(STRINGS ${list} headers)
    set(digests "")
    foreach(header IN LISTS headers)
        if(NOT EXISTS ${folder}/${header})
            message(FATAL_ERROR "The header ${folder}/${header} is missing; install Coterie again")
        endif()
        file(SHA256 ${folder}/${header} digest)
        string(APPEND digests "${digest}  ${header}\n")
    endforeach()
    string(SHA256 digest "${digests}")
    string(SUBSTRING ${digest} 0 16 digest)
    set(${variable} ${digest} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    coterie_digest_of_headers(${FOLDER} ${LIST} digest)
    file(WRITE ${HEADER} "#pragma once\n\n#define COTERIE_HEADERS \"${digest}\"\n")
endif()
