#pragma once
/// A test that names many rules says none: its name says its rule, and it carries a few rule tags at most. Its name is one that ctest can
/// ask for. Checked on the text of the tests.

#include <string>
#include <vector>

namespace polemarch::architecture {

/// Rule tags ("[TTS-MOV-14]") that one test may carry.
constexpr int kMostRuleTags = 8;

struct OverTagged {
  std::string test;
  int line = 0;
  int tags = 0;
};

/// The tests in a file's text that carry more rule tags than they may. Strings that the compiler joins count as one.
std::vector<OverTagged> over_tagged(const std::string& text);

/// The tests in a file's text whose name has a semicolon in it: ctest takes such a name for several and finds none of them.
std::vector<std::string> torn_names(const std::string& text);

}  // namespace polemarch::architecture
