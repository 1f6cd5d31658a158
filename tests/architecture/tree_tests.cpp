/// What a walk through the folders sees: files of other kinds, folders without a README, sources beside the rooms.
#include <filesystem>
#include <fstream>

#include "tests/architecture/layers.hpp"
#include "tests/support/catch.hpp"

namespace tree_tests {

namespace fs = std::filesystem;
using namespace polemarch::architecture;

namespace {

/// A house of one ruleset, and one file more.
class Tree {
 public:
  Tree() : root_(fs::temp_directory_path() / "polemarch_tree_tests") {
    fs::remove_all(root_);
    put("engine/rulesets/paean/README.md");
    put("engine/rulesets/paean/judge/README.md");
    put("engine/rulesets/paean/judge/judge.cpp");
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void put(const std::string& path) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << "";
  }
  std::size_t breaches() const { return check_tree(root_.string()).size(); }

 private:
  fs::path root_;
};

}  // namespace

TEST_CASE("a source under another name than .hpp and .cpp is found, and whatever else is no data", "[architecture]") {
  for (const char* name : {"x.h", "x.hh", "x.hxx", "x.inl", "x.ipp", "x.tpp", "x.inc", "x.def", "x.cc", "x.cxx", "x.C", "x.c", "x.HPP",
                           "x.cppm", "x.S", "x.cmake", "x.py", "x"}) {
    INFO(name);
    const Tree tree;
    CHECK(tree.breaches() == 0);
    tree.put(std::string("engine/rulesets/paean/judge/") + name);
    CHECK(tree.breaches() == 1);
  }
}

TEST_CASE("a folder of sources without a README is found", "[architecture]") {
  const Tree tree;
  tree.put("engine/rulesets/paean/topics/sight.cpp");
  CHECK(tree.breaches() == 1);
  tree.put("engine/rulesets/paean/topics/README.md");
  CHECK(tree.breaches() == 0);
}

TEST_CASE("sources at the top and in a folder that is no room are found", "[architecture]") {
  const Tree tree;
  tree.put("shared.hpp");
  CHECK(tree.breaches() == 1);
  tree.put("common/deep/shared.cpp");
  CHECK(tree.breaches() == 2);
  tree.put("build/generated.cpp");
  tree.put("tests/shared.hpp");
  CHECK(tree.breaches() == 2);
}

}  // namespace tree_tests
