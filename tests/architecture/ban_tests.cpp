/// What engine and models may not name, each seen where it is planted, in the spellings that hide it too.
#include "tests/architecture/planted.hpp"

#include "tests/support/catch.hpp"

namespace ban_tests {

using namespace polemarch::architecture;

TEST_CASE("a call of libm in the engine is found, however it is spelt", "[architecture]") {
  for (const char* code : {"auto s = sin(1.0);", "auto s = std::sin(1.0);", "auto s = ::sin(1.0);", "double d = std::hypot(dx, dy);",
                           "double d = hypotf(dx, dy);", "auto c = __builtin_cos(x);", "return pow(x, 2);", "using std::sin;",
                           "const auto f = &std::atan2;", "x = y?cos (a):0;"}) {
    INFO(code);
    CHECK(seen("engine/geometry/x.cpp", std::string(code) + "\n"));
  }
  CHECK(planted(kGeometry, "auto c = std::cbrt(2);\nauto l = std::log1p(x);\n").size() == 2);
}

TEST_CASE("a call of chance, clock, environment or files in the engine is found", "[architecture]") {
  for (const char* code :
       {"int r = rand();", "int r = std::rand() % 6;", "srand(7);", "auto now = time(nullptr);", "auto now = std::time(0);",
        "auto now = std::chrono::steady_clock::now();", "const char* home = getenv(\"HOME\");", "const char* home = std::getenv(\"HOME\");",
        "auto* f = fopen(\"x\", \"r\");", "std::cout << 1;", "printf(\"x\");", "static thread_local int n = 0;", "std::mutex m;",
        "const char* built = __DATE__;", "std::unordered_map<int, int> m;", "extern \"C\" int rand_of_theirs();", "std::system(\"ls\");"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
}

TEST_CASE("a function of libm that is no elementary one, in brackets or built in is found", "[architecture]") {
  for (const char* code : {"double d = (sin)(x);", "double d = (std::atan2)(y, x);", "double d = std::cyl_bessel_j(0, x);",
                           "double d = exp10(x);", "double d = std::riemann_zeta(2);", "double d = __builtin_powi(x, 2);"}) {
    INFO(code);
    CHECK(seen(kGeometry, std::string(code) + "\n"));
  }
}

TEST_CASE("chance and clocks without their headers are found", "[architecture]") {
  for (const char* code :
       {"std::mt19937 g;", "std::random_device d;", "std::shuffle(a.begin(), a.end(), g);", "std::generate(a.begin(), a.end(), std::rand);",
        "_rdrand32_step(&x);", "timespec_get(&t, TIME_UTC);", "const auto t = _rdtsc();"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
}

TEST_CASE("threads, files and processes by other names are found", "[architecture]") {
  for (const char* code :
       {"std::this_thread::yield();", "std::lock_guard lock(door);", "std::condition_variable_any c;", "char** e = environ;",
        "const int f = open(\"x\", 0);", "::read(f, p, 1);", "std::basic_ofstream<char> f;", "std::wcout << 1;", "fwrite(p, 1, n, f);",
        "if (fork() == 0) return;", "std::terminate();", "dlopen(\"x\", 1);"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
}

TEST_CASE("an order by address or hash and a number that is wider elsewhere are found", "[architecture]") {
  for (const char* code : {"std::map<const Unit*, int> by;", "std::set<Unit*> met;", "std::set<const paean::Unit *> met;",
                           "std::sort(a.begin(), a.end(), std::less<const Unit*>());", "const auto h = std::hash<std::string>{}(s);",
                           "const auto name = typeid(x).name();", "long double sum = 0;"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
}

TEST_CASE("a macro, a pragma and an attribute do not hide a breach", "[architecture]") {
  CHECK(seen(kRoom, "#define ROLL() rand()\n"));
  CHECK(seen(kGeometry, "#pragma GCC optimize(\"Ofast\")\n"));
  CHECK(seen(kGeometry, "#pragma STDC FP_CONTRACT ON\n"));
  CHECK(seen(kGeometry, "__attribute__((optimize(\"fast-math\"))) double f();\n"));
  CHECK(clean(kGeometry, "#pragma once\n"));
}

TEST_CASE("lines joined by a backslash and raw strings do not hide a breach, and it is told with its line", "[architecture]") {
  CHECK(seen(kRoom, "int r = ra\\\nnd();\n"));
  CHECK(seen(kRoom, "#inc\\\nlude <chrono>\n"));
  CHECK(seen(kRoom, "const auto s = R\"(\")\"; const int r = rand();\n"));
  CHECK(clean(kRoom, "const auto s = R\"(\n  rand();\n  std::cout << 1;\n)\";\n"));
  const auto found = planted(kRoom, "const auto s = R\"x(\n)\" )x\";\nint n;\nint r = rand();\n");
  REQUIRE(found.size() == 1);
  CHECK(found.front().line == 4);
}

TEST_CASE("a header that is imported or included by another sign is found", "[architecture]") {
  CHECK(seen(kRoom, "import <chrono>;\n"));
  CHECK(seen(kRoom, "%:include <chrono>\n"));
  CHECK(seen(kRoom, "export module rules;\n"));
}

TEST_CASE("models touch no clock, chance, environment or file either, but may use libm", "[architecture]") {
  for (const char* code : {"const int r = rand();", "const char* home = std::getenv(\"HOME\");", "const auto now = std::time(nullptr);",
                           "std::ofstream out(path);", "#include </usr/include/time.h>", "#include <csignal>", "#include <sys/ioctl.h>"}) {
    INFO(code);
    CHECK(seen("models/x.cpp", std::string(code) + "\n"));
  }
  CHECK(clean("models/x.cpp", "const double s = std::sin(turn);\n"));
}

}  // namespace ban_tests
