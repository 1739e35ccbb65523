# The tree-sitter runtime and the Python grammar, fetched by tools/fetch_treesitter.sh and built as one C library.
set(GRAPHLIFT_THIRD_PARTY ${CMAKE_SOURCE_DIR}/build/third_party CACHE PATH "where fetched sources are kept")
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/tools/fetch_treesitter.sh ${GRAPHLIFT_THIRD_PARTY} RESULT_VARIABLE fetched)
if(NOT fetched EQUAL 0)
  message(FATAL_ERROR "tree-sitter sources could not be fetched; see the message above")
endif()
set(runtime ${GRAPHLIFT_THIRD_PARTY}/tree-sitter/vendor/tree-sitter/lib)
set(grammar ${GRAPHLIFT_THIRD_PARTY}/tree-sitter-python/src)
add_library(treesitter STATIC ${runtime}/src/lib.c ${grammar}/parser.c ${grammar}/scanner.c)
target_include_directories(treesitter SYSTEM PUBLIC ${runtime}/include)
target_include_directories(treesitter SYSTEM PRIVATE ${runtime}/src ${grammar})
target_compile_options(treesitter PRIVATE -O3 -w -fvisibility=hidden -fno-semantic-interposition
  # A tree never leaves the thread that made it, so its reference counts need no locked instructions.
  "-D__atomic_add_fetch(p,n,o)=(*(p)+=(n))" "-D__atomic_sub_fetch(p,n,o)=(*(p)-=(n))")
target_compile_definitions(treesitter PRIVATE _DEFAULT_SOURCE _POSIX_C_SOURCE=200809L TREE_SITTER_REUSE_ALLOCATOR)
# The one file that walks tree-sitter's trees from inside.
set_property(SOURCE ${CMAKE_SOURCE_DIR}/analysis/syntax/cst.cpp APPEND PROPERTY COMPILE_OPTIONS -isystem ${runtime}/src)
