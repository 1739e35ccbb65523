// Catch2 2.x (Debian 12) or 3.x (Debian 13).
#pragma once
#ifdef CATCH_V3
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
