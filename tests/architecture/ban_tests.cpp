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

TEST_CASE("blanks, line breaks, brackets and aliases do not hide a name", "[architecture]") {
  for (const char* code : {"using namespace std::chrono;",
                           "namespace c = std::chrono;",
                           "std :: chrono :: seconds s;",
                           "std::\nchrono::seconds s;",
                           "auto t = steady_clock::now();",
                           "auto t = ::time(&out);",
                           "auto t = std::time(out);",
                           "auto f = &std::time;",
                           "auto f = ::time;",
                           "auto f = std::clock;",
                           "using std::time;",
                           "using std::rand;",
                           "auto f = &rand;",
                           "auto f = rand;",
                           "f(a, b, ::rand);",
                           "int r = (rand)();",
                           "int r = std::rand\n();",
                           "mt19937 g;",
                           "std::ranges::shuffle(a, g);",
                           "std::ranlux24 g;",
                           "mrand48();",
                           "mutex m;",
                           "auto f = &std::fopen;",
                           "auto f = std::getenv;",
                           "FILE* f;",
                           "ofstream out;",
                           "using std::abort;",
                           "using namespace std;",
                           "namespace s = std;"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
  CHECK(seen(kGeometry, "double s = std::sin\n(1.0);\n"));
  CHECK(seen(kGeometry, "const auto f = &sin;\n"));
  CHECK(clean(kRoom, "const auto left = unit.time(); wait.random = roll::random(dice); int clock = 3;\n"));
}

TEST_CASE("memory of a thread, memory that others write and files taken away are found", "[architecture]") {
  for (const char* code : {"thread_local int n = 0;", "__thread int n;", "volatile int* n = at;", "pthread_create(a, b, c, d);",
                           "f(std::execution::par);", "std::remove(\"x\");", "std::remove(path.c_str());", "std::rename(a, b);",
                           "unlink(a);", "std::setlocale(0, \"\");", "const double d = std::stod(text);", "if (errno != 0) return;"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
  CHECK(clean(kRoom, "a.erase(std::remove(a.begin(), a.end(), f(x)), a.end());\n"));
}

TEST_CASE("a number that is not the same everywhere is found, and a fraction in what is stored", "[architecture]") {
  for (const char* code : {"float x = 1;", "_Float16 x = 1;", "double long x = 1;", "long int double x = 1;", "std::complex<double> z;",
                           "const double x = std::lerp(a, b, t);", "const double x = std::reduce(a, b);"}) {
    INFO(code);
    CHECK(seen(kGeometry, std::string(code) + "\n"));
  }
  CHECK(seen("engine/rulesets/paean/state_fight.hpp", "struct Unit {\n  double x = 0;\n};\n"));
  CHECK(seen("engine/rulesets/paean/commands.hpp", "struct March {\n  std::optional<double> x;\n};\n"));
  CHECK(seen("engine/rulesets/paean/events_move.hpp", "struct Marched {\n  double x = 0;\n};\n"));
  CHECK(clean("engine/rulesets/paean/topics/movement.hpp", "double reach_of(const Unit& unit);\n"));
}

TEST_CASE("an order by where things lie is found under other names", "[architecture]") {
  for (const char* code : {"std::set<std::shared_ptr<Unit>> met;", "std::map<std::unique_ptr<Unit>, int> by;",
                           "const auto at = std::bit_cast<std::uintptr_t>(&x);", "pmr::unordered_map<int, int> m;"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
  CHECK(clean(kRoom, "std::map<UnitId, std::shared_ptr<const Unit>> by; std::map<int, Unit*> at;\n"));
}

TEST_CASE("attributes of a compiler and casts that go behind a value are found", "[architecture]") {
  for (const char* code : {"[[clang::optnone]] void f();", "[[using gnu: hot]] void f();", "const_cast<State&>(state).turn = 2;",
                           "auto* p = reinterpret_cast<char*>(&x);"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
  }
  CHECK(seen(kRoom, "boost::geometry::distance(a, b);\n"));
}

TEST_CASE("a pure room outside the engine does not name a clock, chance, a thread or a file either", "[architecture]") {
  for (const char* room : {"assistant/present/x.cpp", "assistant/observe/x.cpp", "assistant/report/x.cpp", "ui/x.cpp", "vision/track/x.cpp",
                           "vision/detect/strips/x.cpp", "calibration/lens/x.cpp"}) {
    for (const char* code :
         {"const auto now = std::time(nullptr);", "const auto now = std::chrono::steady_clock::now();", "int r = rand();",
          "std::random_device d;", "std::mutex m;", "std::ofstream out(path);", "const char* home = std::getenv(\"HOME\");"}) {
      INFO(room << ": " << code);
      CHECK(seen(room, std::string(code) + "\n"));
    }
  }
  CHECK(seen("vision/detect/squares/x.cpp", "cv::theRNG().uniform(0, 6);\n"));
  CHECK(seen("vision/detect/squares/x.cpp", "cv::parallel_for_(range, body);\n"));
  CHECK(seen("vision/track/x.cpp", "cv::imwrite(\"x.png\", picture);\n"));
  CHECK(clean("vision/detect/strips/x.cpp", "thread_local std::vector<float> sums;\n"));  // memory a frame uses again
  CHECK(clean("assistant/session/x.cpp", "const auto now = std::chrono::system_clock::now();\n"));
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
  CHECK_FALSE(clean(kRoom, "import <chrono>;\n"));
  CHECK_FALSE(clean(kRoom, "%:include <chrono>\n"));
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
