/// A variable that outlives a call is seen where it could change.
#include "tests/architecture/planted.hpp"

#include "tests/support/catch.hpp"

namespace lasting_tests {

using namespace polemarch::architecture;

TEST_CASE("a static variable that can change is found in the engine and in models", "[architecture]") {
  for (const char* code : {"static int counter = 0;", "static std::map<int, int> cache;", "static std::function<void(int)> f;",
                           "inline static int n{0};", "static const char* name = nullptr;", "static constinit_of_ours x;",
                           "int f() {\n  static int n = 0;\n  return ++n;\n}", "struct Unit {\n  static int n;\n};"}) {
    INFO(code);
    CHECK(lasting(kRoom, std::string(code) + "\n") == 1);
  }
}

TEST_CASE("a variable of a namespace that can change is found", "[architecture]") {
  for (const char* code : {"int counter = 0;", "inline std::map<int, int> cache;", "namespace {\nint counter = 0;\n}",
                           "std::vector<int> all{1, 2};", "namespace polemarch::paean {\nint f() { return 1; }\nState last;\n}"}) {
    INFO(code);
    CHECK(lasting(kRoom, std::string(code) + "\n") == 1);
  }
}

TEST_CASE("the engine and models are searched for variables that last", "[architecture]") {
  for (const char* path : {"engine/core/x.cpp", "engine/rulesets/paean/judge/x.cpp", "models/x.hpp"})
    CHECK(check_text(path, "static int counter = 0;\n", {}).size() == 1);
  CHECK(check_text("vision/track/x.cpp", "static int counter = 0;\n", {}).empty());
}

TEST_CASE("what lasts and is const, functions, types and members pass", "[architecture]") {
  for (const char* code :
       {"static const std::map<int, int> table{{1, 2}};", "static constexpr std::array kRows{1, 2};", "inline constexpr int kMost = 3;",
        "const std::vector<int> kAll = all();", "static int f(int x);", "static const char* const kName = \"x\";",
        "struct Unit {\n  int n = 0;\n  static Unit of(int x) { return {x}; }\n};",
        "template <class T>\nT f(T x) {\n  T y = x;\n  return y;\n}", "enum class Kind { A, B };", "using Way = std::vector<int>;",
        "std::vector<int> f(std::function<void(int)> g) {\n  int n = 0;\n  return {n};\n}", "Way::Way(int a) : a_{a}, b_(a) { n_ = 1; }",
        "extern template struct OneOf<List>;", "[[nodiscard]] bool operator==(const A& a, const B& b);", "static_assert(sizeof(int) == 4);",
        "POLEMARCH_JSON(Unit, id, side)"}) {
    INFO(code);
    CHECK(lasting(kRoom, std::string(code) + "\n") == 0);
  }
}

}  // namespace lasting_tests
