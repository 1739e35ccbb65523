# One target per layer. A layer may include only the layers named in its DEPS (tests/layers checks the includes too).

add_library(graphlift_flags INTERFACE)
# -Wmaybe-uninitialized: GCC 12 reports std::optional members that are guarded. -Wdeprecated-declarations: Clang reports what
# the standard library's own std::stable_sort uses.
target_compile_options(graphlift_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>
  # A release is built by compilers of many versions; their new warnings must not stop it.
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Release>>>:-Werror>
  $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers -fno-rtti>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
target_include_directories(graphlift_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_compile_definitions(graphlift_flags INTERFACE GRAPHLIFT_VERSION="${PROJECT_VERSION}")

set_property(GLOBAL PROPERTY GRAPHLIFT_LAYERS "")

# graphlift_layer(name [ROOT dir] [DEPS layer...] [LIBS target...] [EXECUTABLE output])
function(graphlift_layer name)
  cmake_parse_arguments(ARG "" "ROOT;EXECUTABLE" "DEPS;LIBS" ${ARGN})
  if(NOT ARG_ROOT)
    set(ARG_ROOT analysis/${name})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${ARG_ROOT}/*.cpp)
  list(TRANSFORM ARG_DEPS PREPEND graphlift_)
  set_property(GLOBAL APPEND PROPERTY GRAPHLIFT_LAYERS ${name})
  if(ARG_EXECUTABLE)
    add_executable(graphlift_${name} ${sources})
    set_target_properties(graphlift_${name} PROPERTIES OUTPUT_NAME ${ARG_EXECUTABLE} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
    target_link_libraries(graphlift_${name} PRIVATE graphlift_flags ${ARG_DEPS} ${ARG_LIBS})
  elseif(sources)
    add_library(graphlift_${name} STATIC ${sources})
    target_link_libraries(graphlift_${name} PUBLIC graphlift_flags ${ARG_DEPS} ${ARG_LIBS})
  else()
    add_library(graphlift_${name} INTERFACE)
    target_link_libraries(graphlift_${name} INTERFACE graphlift_flags ${ARG_DEPS} ${ARG_LIBS})
  endif()
endfunction()
