// The one translation unit that compiles Catch2 2.x; 3.x brings its own main.
#ifndef CATCH_V3
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
