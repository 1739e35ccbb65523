# graphlift_embed(target): the tables models/**/*.{tsv,toml} become part of the binary; models/table.h reads them.
# One generated C file takes them in with .incbin, so a changed table costs one compile of no code.
function(graphlift_embed target)
  set(root ${CMAKE_SOURCE_DIR}/models)
  file(GLOB_RECURSE tables CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.tsv ${root}/*.toml)
  list(SORT tables)
  set(declarations "")
  set(entries "")
  set(number 0)
  foreach(table IN LISTS tables)
    string(APPEND declarations
      "EMBED(table_${number}, \"${root}/${table}\")\n")
    string(APPEND entries "  {\"${table}\", table_${number}, table_${number}_end},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(output ${CMAKE_BINARY_DIR}/generated/models/embedded_tables.c)
  file(CONFIGURE OUTPUT ${output} CONTENT [[
#define EMBED(name, path)                                                                        \
  __asm__(".section .rodata\n.global graphlift_" #name "\n.global graphlift_" #name "_end\n"      \
          "graphlift_" #name ":\n.incbin \"" path "\"\ngraphlift_" #name "_end:\n.byte 0\n.previous\n"); \
  extern const char name[] __asm__("graphlift_" #name);                                          \
  extern const char name##_end[] __asm__("graphlift_" #name "_end");
@declarations@
struct graphlift_embedded_table {
  const char* path;
  const char* begin;
  const char* end;
};
const struct graphlift_embedded_table graphlift_embedded_tables[] = {
@entries@  {0, 0, 0},
};
]] @ONLY)
  list(TRANSFORM tables PREPEND ${root}/)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${tables}")
  target_sources(${target} PRIVATE ${output})
endfunction()
