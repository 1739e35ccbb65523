#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) std::puts("graphlift " GRAPHLIFT_VERSION);
  return 0;
}
