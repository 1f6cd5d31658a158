#pragma once
/// A test that names many rules says none: its name says its rule, and it carries a few rule tags at most. Checked on the text of the
/// tests.

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

}  // namespace polemarch::architecture
